import { changePreferences, usePreferences } from '#lib/preferences/index.ts'
import {
  changeHistoryConfig,
  changeSettings,
  fromStoredSettings,
  toStoredSettings,
  useHistoryConfig,
  useSettings,
} from '#lib/settings/index.ts'

const PRODUCT = 'vee'
const VERSION = 1
/** Maximum length of a settings file, in UTF-16 code units; real ones are much smaller. */
const MAX_LENGTH = 200_000

/**
 * Returns settings and preferences as a file for another browser. Keys and tokens are stored separately and
 * excluded.
 */
export function exportSettings(now: Date): string {
  const file = {
    product: PRODUCT,
    version: VERSION,
    exportedAt: now.toISOString(),
    settings: toStoredSettings(useSettings.getState()),
    historyConfig: useHistoryConfig.getState(),
    preferences: usePreferences.getState(),
  }
  return `${JSON.stringify(file, null, 2)}\n`
}

/**
 * Imports valid settings; the stores drop and correct the others. Returns false, without changes, for any
 * other file.
 */
export function importSettings(text: string): boolean {
  if (text.length > MAX_LENGTH) return false
  let file: Readonly<Partial<Record<'product' | 'settings' | 'historyConfig' | 'preferences', unknown>>>
  try {
    file = Object(JSON.parse(text))
  } catch {
    return false
  }
  const { product, settings, historyConfig, preferences } = file
  if (product !== PRODUCT || !isObject(settings) || !isObject(preferences)) return false
  changeSettings(fromStoredSettings(settings))
  if (isObject(historyConfig)) changeHistoryConfig(historyConfig)
  changePreferences(preferences)
  return true
}

function isObject(value: unknown): value is object {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}
