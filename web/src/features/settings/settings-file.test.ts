// @vitest-environment happy-dom
import { beforeEach, expect, test } from 'vitest'
import { keepOwnKey } from '#lib/storage/keys-of-owner.ts'
import { changePreferences, usePreferences } from '#lib/preferences/index.ts'
import {
  changeHistoryConfig,
  changeSettings,
  resetHistoryConfig,
  resetSettings,
  useHistoryConfig,
  useSettings,
} from '#lib/settings/index.ts'
import { exportSettings, importSettings } from './settings-file.ts'

beforeEach(() => {
  localStorage.clear()
  resetSettings()
  resetHistoryConfig()
})

test('restores exported settings', () => {
  changeSettings({ ttsRate: 1.5, wakeWords: ['hello'] })
  changePreferences({ fontSize: 'large' })
  changeHistoryConfig({ strategyPreset: 'conciseRecent', relevancyThreshold: 0.5 })
  const file = exportSettings(new Date(0))
  resetSettings()
  resetHistoryConfig()
  changePreferences({ fontSize: 'small' })
  expect(importSettings(file)).toBe(true)
  expect(useSettings.getState()).toMatchObject({ ttsRate: 1.5, wakeWords: ['hello'] })
  expect(usePreferences.getState().fontSize).toBe('large')
  expect(useHistoryConfig.getState()).toMatchObject({
    strategyPreset: 'conciseRecent',
    maxContextTokens: 1_500,
    relevancyThreshold: 0.5,
  })
})

test('contains no key and no token', () => {
  keepOwnKey('openai', 'sk-secret')
  localStorage.setItem('vee.auth-token', 'token-secret')
  expect(exportSettings(new Date(0))).not.toContain('secret')
})

test.each(['', '[]', 'null', '{"product":"other"}', '{"product":"vee","settings":[],"preferences":{}}'])(
  'is not affected by %j',
  (file) => {
    changeSettings({ ttsRate: 1.5 })
    expect(importSettings(file)).toBe(false)
    expect(useSettings.getState().ttsRate).toBe(1.5)
  },
)

test('invalid values become their defaults', () => {
  const file = { product: 'vee', settings: { ttsRate: 'fast', ttsVolume: 7, gone: 1 }, preferences: {} }
  expect(importSettings(JSON.stringify(file))).toBe(true)
  expect(useSettings.getState()).toMatchObject({ ttsRate: 1.2, ttsVolume: 1 })
  expect(useSettings.getState()).not.toHaveProperty('gone')
})
