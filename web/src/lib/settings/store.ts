import { resolveAgentId } from '@vee/contract/entities/agent-ids'
import { create } from 'zustand'
import {
  inheritOlderVersion,
  STORAGE_KEYS,
  readJson,
  readText,
  writeJson,
  writeText,
} from '../storage/storage.ts'
import { group } from './normalise.ts'
import { SETTINGS, type UserSettings } from './schema.ts'
import { fromStoredSettings, toStoredSettings } from './stored-settings.ts'

const all = group(SETTINGS)

const stored = fromStoredSettings(readJson(inheritOlderVersion(STORAGE_KEYS.userSettings)))
const saved = stored['activeAgentId']

const today = () => new Date().toDateString()

/** Returns true if this tab was opened, or last used, on another day. A reload continues the visit. */
function isNewVisit(): boolean {
  const isNew = readText(STORAGE_KEYS.visitDay) !== today()
  if (isNew) writeText(STORAGE_KEYS.visitDay, today())
  return isNew
}

/**
 * Returns the initial settings. A new visit (another tab, another day) starts with the agent configured for
 * that, if any; a reload preserves the active one.
 */
function initial(): UserSettings {
  const settings = all.normalise(stored)
  const isNew = isNewVisit()
  const hasDefault = settings.defaultMode !== all.fallback.defaultMode
  return saved === undefined || (isNew && hasDefault)
    ? { ...settings, activeAgentId: settings.defaultMode }
    : settings
}

/** Returns true if the saved agent's id is unknown: another agent is used, and the user is informed. */
export const savedAgentIsUnknown = (): boolean =>
  saved !== undefined && (typeof saved !== 'string' || resolveAgentId(saved) === undefined)

/**
 * The user's settings: `useSettings((settings) => settings.muted)` in components, `useSettings.getState()`
 * elsewhere.
 */
export const useSettings = create<UserSettings>(initial)

/**
 * Changes and stores some settings; invalid values become their defaults. Only these are written, because
 * another tab may have changed the others.
 */
export function changeSettings(changes: Partial<UserSettings>): void {
  const before = useSettings.getState()
  const merged = all.normalise({
    ...before,
    ...fromStoredSettings(readJson(STORAGE_KEYS.userSettings)),
    ...changes,
  })
  writeJson(STORAGE_KEYS.userSettings, toStoredSettings(merged))
  // Listeners may change more settings, which are stored after this.
  useSettings.setState(all.normalise({ ...before, ...changes }), true)
}

/** Resets all settings to their defaults. */
export function resetSettings(): void {
  changeSettings(all.fallback)
}
