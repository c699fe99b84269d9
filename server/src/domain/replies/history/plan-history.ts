import {
  DEFAULT_HISTORY_PRESET,
  HISTORY_PRESETS,
  SIMPLE_HISTORY,
} from '@vee/contract/entities/history-config'
import type { HistoryNumbers } from '@vee/contract/entities/history-config'
import type { ChatRequest } from '@vee/contract/http/chat'
import type { HistoryWish } from '@vee/contract/http/history-wish'

/** Two exchanges; three messages if the oldest would be an answer without its question. */
const MINIMAL_MESSAGES = 4

/** The parameters of the choice of history. */
export interface HistoryPlan {
  /** for all messages together */
  readonly budgetTokens: number
  readonly charsPerToken: number
  /** maximum number of messages */
  readonly maxMessages: number
  /** number of the newest messages, included regardless of relevance */
  readonly recentMessages: number
  /** number of earlier messages, the most relevant first */
  readonly relevantMessages: number
  /** 0..1 */
  readonly relevancyThreshold: number
  readonly dropsSystemMessages: boolean
  readonly dropsRepeatedAnswers: boolean
}

/**
 * Returns the plan for a request. The context mode decides first, then the simple manager or the preset with
 * its changes; `agentMaximum` is the upper bound of all.
 */
export function planHistory(
  {
    history: historyWish = {},
    preventRepetition = false,
  }: Pick<ChatRequest, 'history' | 'preventRepetition'>,
  agentMaximum: number,
): HistoryPlan {
  const numbers = numbersOf(historyWish)
  const { recentMessages, relevantMessages } = sharesOf(historyWish, numbers, agentMaximum)
  return {
    budgetTokens: numbers.maxContextTokens,
    charsPerToken: numbers.charsPerTokenEstimate,
    maxMessages: Math.min(agentMaximum, recentMessages + relevantMessages),
    recentMessages,
    relevantMessages,
    relevancyThreshold: numbers.relevancyThreshold,
    dropsSystemMessages: numbers.filterHistoricalSystemMessages,
    dropsRepeatedAnswers: preventRepetition,
  }
}

function numbersOf(historyWish: HistoryWish): HistoryNumbers {
  const preset = HISTORY_PRESETS[historyWish.strategyPreset ?? DEFAULT_HISTORY_PRESET]
  return {
    maxContextTokens: historyWish.maxContextTokens ?? preset.maxContextTokens,
    relevancyThreshold: historyWish.relevancyThreshold ?? preset.relevancyThreshold,
    numRecentMessagesToPrioritize:
      historyWish.numRecentMessagesToPrioritize ?? preset.numRecentMessagesToPrioritize,
    numRelevantOlderMessagesToInclude:
      historyWish.numRelevantOlderMessagesToInclude ?? preset.numRelevantOlderMessagesToInclude,
    simpleRecencyMessageCount: historyWish.simpleRecencyMessageCount ?? preset.simpleRecencyMessageCount,
    filterHistoricalSystemMessages:
      historyWish.filterHistoricalSystemMessages ?? preset.filterHistoricalSystemMessages,
    charsPerTokenEstimate:
      historyWish.useAdvancedMemory === false
        ? SIMPLE_HISTORY.charsPerTokenEstimate
        : (historyWish.charsPerTokenEstimate ?? preset.charsPerTokenEstimate),
  }
}

type Shares = Pick<HistoryPlan, 'recentMessages' | 'relevantMessages'>

const newest = (recentMessages: number): Shares => ({ recentMessages, relevantMessages: 0 })

function sharesOf(
  { conversationContextMode, useAdvancedMemory, maxHistoryMessages, strategyPreset }: HistoryWish,
  numbers: HistoryNumbers,
  agentMaximum: number,
): Shares {
  if (conversationContextMode === 'minimal') return newest(MINIMAL_MESSAGES)
  if (conversationContextMode === 'full') return newest(agentMaximum)
  if (useAdvancedMemory === false) return newest(simpleMessageCount(maxHistoryMessages))
  if (strategyPreset === 'simpleRecency') return newest(numbers.simpleRecencyMessageCount)
  return {
    recentMessages: numbers.numRecentMessagesToPrioritize,
    relevantMessages: numbers.numRelevantOlderMessagesToInclude,
  }
}

/** Returns 12 for anything but a number from 1 to 100; decimals are rounded down. */
function simpleMessageCount(requestedMessages: number | undefined): number {
  const { defaultMessages, maxMessages } = SIMPLE_HISTORY
  if (requestedMessages === undefined || !(requestedMessages >= 1 && requestedMessages <= maxMessages))
    return defaultMessages
  return Math.floor(requestedMessages)
}
