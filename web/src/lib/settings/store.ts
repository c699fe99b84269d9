import { create } from 'zustand'
import { inherited, PLACES, readJson, writeJson } from '../storage.ts'
import { group } from './normalise.ts'
import { SETTINGS, type Settings } from './schema.ts'

const all = group(SETTINGS)

/** The user's settings: `useSettings((settings) => settings.muted)` in components, `useSettings.getState()` elsewhere. */
export const useSettings = create<Settings>(() => all.normalise(readJson(inherited(PLACES.userSettings))))

/** Changes some settings and keeps them; values that do not fit become their defaults. */
export function changeSettings(changes: Partial<Settings>): void {
  const settings = all.normalise({ ...useSettings.getState(), ...changes })
  useSettings.setState(settings, true)
  writeJson(PLACES.userSettings, settings)
}

/** Back to how everything was at the start. */
export function resetSettings(): void {
  changeSettings(all.fallback)
}
