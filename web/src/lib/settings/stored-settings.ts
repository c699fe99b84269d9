import type { UserSettings } from './schema.ts'

/** Fields of settings as they are stored in the browser and exported. */
type StoredSettings = Readonly<Record<string, unknown>>

/** The name of `activeAgentId` in stored settings, which the product's specification fixes. */
const ACTIVE_AGENT = 'currentAppMode'

/** Returns the stored form of settings. */
export function toStoredSettings({ activeAgentId, ...settings }: UserSettings): StoredSettings {
  return { [ACTIVE_AGENT]: activeAgentId, ...settings }
}

/** Returns the fields of stored or imported settings, which are not validated. */
export function fromStoredSettings(stored: unknown): StoredSettings {
  if (typeof stored !== 'object' || stored === null) return {}
  const { [ACTIVE_AGENT]: activeAgentId, ...settings }: StoredSettings = { ...stored }
  return activeAgentId === undefined ? settings : { ...settings, activeAgentId }
}
