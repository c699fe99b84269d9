// @vitest-environment happy-dom
import fc from 'fast-check'
import { beforeEach, expect, it, vi } from 'vitest'
import { HISTORY_PRESET_IDS, HISTORY_PRESETS } from '@vee/contract/entities/history-config'
import { historyWish } from '@vee/contract/http/history-wish'
import { STORAGE_KEYS, readJson, writeJson } from '../storage/storage.ts'

/** Loads the module like a reloaded page. */
async function reload() {
  vi.resetModules()
  return import('./history-config.ts')
}

beforeEach(() => localStorage.clear())

it('starts with balancedHybrid', async () => {
  const { useHistoryConfig } = await reload()
  expect(useHistoryConfig.getState()).toEqual({
    strategyPreset: 'balancedHybrid',
    ...HISTORY_PRESETS.balancedHybrid,
  })
})

it.each(HISTORY_PRESET_IDS)(
  'applies all values of %s when it is selected, also after a reload',
  async (strategyPreset) => {
    const { changeHistoryConfig } = await reload()
    changeHistoryConfig({ maxContextTokens: 9_000, relevancyThreshold: 0.9 })
    changeHistoryConfig({ strategyPreset })
    const { useHistoryConfig } = await reload()
    expect(useHistoryConfig.getState()).toEqual({ strategyPreset, ...HISTORY_PRESETS[strategyPreset] })
  },
)

it('changes one value and preserves the others', async () => {
  const { changeHistoryConfig, useHistoryConfig } = await reload()
  changeHistoryConfig({ strategyPreset: 'relevanceFocused' })
  changeHistoryConfig({ maxContextTokens: 9_000 })
  expect(useHistoryConfig.getState()).toEqual({
    strategyPreset: 'relevanceFocused',
    ...HISTORY_PRESETS.relevanceFocused,
    maxContextTokens: 9_000,
  })
})

it('is stored under its own key, and can be reset', async () => {
  const { changeHistoryConfig, resetHistoryConfig } = await reload()
  changeHistoryConfig({ relevancyThreshold: 7 })
  expect(readJson(STORAGE_KEYS.historyConfig)).toMatchObject({ relevancyThreshold: 1 })
  resetHistoryConfig()
  expect(readJson(STORAGE_KEYS.historyConfig)).toMatchObject({ relevancyThreshold: 0.35 })
})

it('converts any stored value to one that the server accepts', async () => {
  const keys = ['strategyPreset', ...Object.keys(HISTORY_PRESETS.balancedHybrid)]
  const [stored] = fc.sample(fc.dictionary(fc.constantFrom(...keys), fc.anything()), 1)
  writeJson(STORAGE_KEYS.historyConfig, stored)
  const { useHistoryConfig, changeHistoryConfig } = await reload()
  fc.assert(
    fc.property(fc.dictionary(fc.constantFrom(...keys), fc.oneof(fc.double(), fc.anything())), (changes) => {
      changeHistoryConfig(changes)
      const config = useHistoryConfig.getState()
      expect(historyWish.parse(config)).toEqual(config)
    }),
  )
})
