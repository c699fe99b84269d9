import type { UserSettings } from './schema.ts'

/** Fields of settings as they are stored in the browser and exported. */
type StoredSettings = Readonly<Record<string, unknown>>

/** Settings with another name where they are stored; the product's specification fixes that of the first. */
const STORED_NAMES = { activeAgentId: 'currentAppMode', allowedDegradation: 'bending' } as const satisfies {
  readonly [Name in keyof UserSettings]?: string
}
type RenamedSetting = keyof typeof STORED_NAMES
const RENAMED = Object.keys(STORED_NAMES) as readonly RenamedSetting[]

/** Returns the stored form of settings. */
export function toStoredSettings(settings: UserSettings): StoredSettings {
  const stored: Record<string, unknown> = { ...settings }
  for (const name of RENAMED) rename(stored, name, STORED_NAMES[name])
  return stored
}

/** Returns the fields of stored or imported settings, which are not validated. */
export function fromStoredSettings(stored: unknown): StoredSettings {
  if (typeof stored !== 'object' || stored === null) return {}
  const settings: Record<string, unknown> = { ...stored }
  for (const name of RENAMED) rename(settings, STORED_NAMES[name], name)
  return settings
}

function rename(fields: Record<string, unknown>, from: string, to: string): void {
  const value = fields[from]
  delete fields[from]
  if (value !== undefined) fields[to] = value
}
