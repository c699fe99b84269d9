import { create } from 'zustand'
import { choice, flag, group, type ValuesOf } from '../settings/normalise.ts'
import { STORAGE_KEYS, readJson, writeJson } from '../storage/storage.ts'

/**
 * The user's preferences for appearance, motion and sound. themes/boot.js reads four of them before the first
 * paint.
 */
const PREFERENCES = {
  reducedMotion: flag(false),
  highContrast: flag(false),
  fontSize: choice('medium', ['small', 'medium', 'large']),
  soundEnabled: flag(true),
  /** without a chosen theme it follows the time of day; otherwise the system */
  autoTheme: flag(true),
  compactMode: flag(false),
  showTranscriptions: flag(true),
  enableParticles: flag(true),
  enableNeuralEffects: flag(true),
}

export type Preferences = ValuesOf<typeof PREFERENCES>

const all = group(PREFERENCES)

export const DEFAULT_PREFERENCES: Preferences = all.fallback

/** The user's preferences: a hook in components, `usePreferences.getState()` elsewhere. */
export const usePreferences = create<Preferences>(() => all.normalise(readJson(STORAGE_KEYS.uiPreferences)))

/** Changes and stores some preferences; invalid values are replaced by their defaults. */
export function changePreferences(changes: Partial<Preferences>): void {
  const preferences = all.normalise({ ...usePreferences.getState(), ...changes })
  usePreferences.setState(preferences, true)
  writeJson(STORAGE_KEYS.uiPreferences, preferences)
}
