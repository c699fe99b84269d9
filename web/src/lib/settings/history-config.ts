import {
  DEFAULT_HISTORY_PRESET,
  HISTORY_PRESET_IDS,
  HISTORY_PRESETS,
  type HistoryPreset,
} from '@vee/contract/entities/history-config'
import { create } from 'zustand'
import { inheritOlderVersion, STORAGE_KEYS, readJson, writeJson } from '../storage/storage.ts'
import { choice, count, flag, group, number, type ValuesOf } from './normalise.ts'

const presetField = choice(DEFAULT_HISTORY_PRESET, HISTORY_PRESET_IDS)

/**
 * Returns the fields of a preset, whose values may be changed individually. The limits are within those of
 * the contract.
 */
function fieldsOf(preset: HistoryPreset) {
  const numbers = HISTORY_PRESETS[preset]
  return {
    strategyPreset: presetField,
    maxContextTokens: count(numbers.maxContextTokens, 100, 1_000_000),
    relevancyThreshold: number(numbers.relevancyThreshold, 0, 1),
    numRecentMessagesToPrioritize: count(numbers.numRecentMessagesToPrioritize, 1, 100),
    numRelevantOlderMessagesToInclude: count(numbers.numRelevantOlderMessagesToInclude, 0, 100),
    simpleRecencyMessageCount: count(numbers.simpleRecencyMessageCount, 1, 100),
    filterHistoricalSystemMessages: flag(numbers.filterHistoricalSystemMessages),
    charsPerTokenEstimate: number(numbers.charsPerTokenEstimate, 1, 10),
  }
}

export type HistoryConfig = ValuesOf<ReturnType<typeof fieldsOf>>

/** Missing and invalid values are taken from the preset. */
function normalise(stored: unknown): HistoryConfig {
  const { strategyPreset } = group({ strategyPreset: presetField }).normalise(stored)
  return group(fieldsOf(strategyPreset)).normalise(stored)
}

/** The user's configuration of the choice of history. */
export const useHistoryConfig = create<HistoryConfig>(() =>
  normalise(readJson(inheritOlderVersion(STORAGE_KEYS.historyConfig))),
)

/** Changes values, or selects a preset, whose values then apply except for those given with it. */
export function changeHistoryConfig(changes: Partial<HistoryConfig>): void {
  const before = changes.strategyPreset === undefined ? useHistoryConfig.getState() : {}
  const config = normalise({ ...before, ...changes })
  useHistoryConfig.setState(config, true)
  writeJson(STORAGE_KEYS.historyConfig, config)
}

export function resetHistoryConfig(): void {
  changeHistoryConfig({ strategyPreset: DEFAULT_HISTORY_PRESET })
}
