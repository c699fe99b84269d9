import { resolveAgentId } from '@vee/contract/entities/agent-ids'
import { create } from 'zustand'
import { inherited, PLACES, readJson, readText, writeJson, writeText } from '../storage.ts'
import { group } from './normalise.ts'
import { SETTINGS, type Settings } from './schema.ts'

const all = group(SETTINGS)

const stored = readJson(inherited(PLACES.userSettings))
const saved: unknown =
  typeof stored === 'object' && stored !== null && 'currentAppMode' in stored
    ? stored.currentAppMode
    : undefined

const today = () => new Date().toDateString()

/** Whether this tab was opened, or was last used, on another day. A reload stays within the visit. */
function isNewVisit(): boolean {
  const isNew = readText(PLACES.visitDay) !== today()
  if (isNew) writeText(PLACES.visitDay, today())
  return isNew
}

/**
 * A new visit (another tab, another day) begins with the assistant set for that, if one is set; a reload keeps the active
 * one (decision A161).
 */
function initial(): Settings {
  const settings = all.normalise(stored)
  const isNew = isNewVisit()
  const hasDefault = settings.defaultMode !== all.fallback.defaultMode
  return saved === undefined || (isNew && hasDefault)
    ? { ...settings, currentAppMode: settings.defaultMode }
    : settings
}

/** An agent was saved whose id stands for none: another one is in its place, and that is to be told (R4.52). */
export const savedAgentIsUnknown = (): boolean =>
  saved !== undefined && (typeof saved !== 'string' || resolveAgentId(saved) === undefined)

/** The user's settings: `useSettings((settings) => settings.muted)` in components, `useSettings.getState()` elsewhere. */
export const useSettings = create<Settings>(initial)

/**
 * Changes some settings and keeps them; values that do not fit become their defaults. Nothing but these is written over what
 * is kept: another tab may have changed the rest meanwhile.
 */
export function changeSettings(changes: Partial<Settings>): void {
  const before = useSettings.getState()
  const kept = readJson(PLACES.userSettings)
  writeJson(
    PLACES.userSettings,
    all.normalise({ ...before, ...(typeof kept === 'object' ? kept : undefined), ...changes }),
  )
  // Whoever hears of it may change more, which is kept after this.
  useSettings.setState(all.normalise({ ...before, ...changes }), true)
}

/** Back to how everything was at the start. */
export function resetSettings(): void {
  changeSettings(all.fallback)
}
