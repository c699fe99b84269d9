// @vitest-environment happy-dom
import { beforeEach, expect, test, vi } from 'vitest'
import { STORAGE_KEYS, readJson, writeJson, writeText } from '../storage/storage.ts'

async function reload() {
  vi.resetModules()
  return import('./index.ts')
}

beforeEach(() => localStorage.clear())

test('have the specified defaults', async () => {
  const { usePreferences } = await reload()
  expect(usePreferences.getState()).toEqual({
    reducedMotion: false,
    highContrast: false,
    compactMode: false,
    fontSize: 'medium',
    soundEnabled: true,
    autoTheme: true,
    showTranscriptions: true,
    enableParticles: true,
    enableNeuralEffects: true,
  })
})

test('survive a reload', async () => {
  const first = await reload()
  first.changePreferences({ fontSize: 'large', autoTheme: false })
  const { usePreferences } = await reload()
  expect(usePreferences.getState()).toMatchObject({ fontSize: 'large', autoTheme: false, soundEnabled: true })
})

test.each([
  ['broken', '{"fontSize":'],
  ['of another type', '[1]'],
  ['empty', ''],
])('have their defaults if the store is %s', async (_, stored) => {
  vi.spyOn(console, 'warn').mockReturnValue()
  writeText(STORAGE_KEYS.uiPreferences, stored)
  const { usePreferences, DEFAULT_PREFERENCES } = await reload()
  expect(usePreferences.getState()).toEqual(DEFAULT_PREFERENCES)
})

test('keep valid values of an older store and drop unknown ones', async () => {
  writeJson(STORAGE_KEYS.uiPreferences, { compactMode: true, fontSize: 'huge', gone: 1 })
  const { changePreferences } = await reload()
  changePreferences({})
  expect(readJson(STORAGE_KEYS.uiPreferences)).toMatchObject({ compactMode: true, fontSize: 'medium' })
  expect(readJson(STORAGE_KEYS.uiPreferences)).not.toHaveProperty('gone')
})
