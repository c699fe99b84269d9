// No zod here: these are part of the web client's initial bundle.

/** Maximum number of messages per request. */
export const MAX_MESSAGES = 1_000

/** Selects which messages of a conversation are sent to the model, and how many. */
export interface HistoryNumbers {
  /** budget of all messages together, in tokens */
  readonly maxContextTokens: number
  /** minimum relevance of an older message to the question, 0..1 */
  readonly relevancyThreshold: number
  /** number of newest messages that are always sent */
  readonly numRecentMessagesToPrioritize: number
  /** number of earlier messages to add, the most relevant first */
  readonly numRelevantOlderMessagesToInclude: number
  /** number of newest messages in the preset `simpleRecency`, which does not rank by relevance */
  readonly simpleRecencyMessageCount: number
  readonly filterHistoricalSystemMessages: boolean
  readonly charsPerTokenEstimate: number
}

const BALANCED: HistoryNumbers = {
  maxContextTokens: 3_000,
  relevancyThreshold: 0.35,
  numRecentMessagesToPrioritize: 6,
  numRelevantOlderMessagesToInclude: 3,
  simpleRecencyMessageCount: 12,
  filterHistoricalSystemMessages: true,
  charsPerTokenEstimate: 3.8,
}

/** Presets. Missing values are those of balancedHybrid. */
export const HISTORY_PRESETS = {
  balancedHybrid: BALANCED,
  relevanceFocused: { ...BALANCED, numRecentMessagesToPrioritize: 4, numRelevantOlderMessagesToInclude: 10 },
  recentConversation: {
    ...BALANCED,
    relevancyThreshold: 0.15,
    numRecentMessagesToPrioritize: 20,
    numRelevantOlderMessagesToInclude: 0,
  },
  maxContextHybrid: {
    ...BALANCED,
    maxContextTokens: 7_500,
    relevancyThreshold: 0.2,
    numRecentMessagesToPrioritize: 12,
    numRelevantOlderMessagesToInclude: 8,
  },
  conciseRecent: {
    ...BALANCED,
    maxContextTokens: 1_500,
    numRecentMessagesToPrioritize: 6,
    numRelevantOlderMessagesToInclude: 0,
  },
  simpleRecency: BALANCED,
} as const satisfies Readonly<Record<string, HistoryNumbers>>

export type HistoryPreset = keyof typeof HISTORY_PRESETS

export const HISTORY_PRESET_IDS = Object.keys(HISTORY_PRESETS) as [HistoryPreset, ...HistoryPreset[]]

export const DEFAULT_HISTORY_PRESET: HistoryPreset = 'balancedHybrid'

/** minimal: the last exchanges; smart: as configured; full: as much as the budget allows. */
export const CONTEXT_MODES = ['minimal', 'smart', 'full'] as const
export type ContextMode = (typeof CONTEXT_MODES)[number]

/** Number of recent messages that are sent without advanced memory. */
export const SIMPLE_HISTORY = { defaultMessages: 12, maxMessages: 100, charsPerTokenEstimate: 3.5 } as const
