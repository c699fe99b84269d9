import { z } from 'zod'
import { CONTEXT_MODES, HISTORY_PRESET_IDS } from '../entities/history-config.ts'

const messageCount = (least: number) => z.int().min(least).max(1_000)

/**
 * The messages of the conversation that the model receives. All fields are optional and default to the
 * preset, which is balancedHybrid if not given. The agent's own maximum is never exceeded.
 */
export const historyWish = z
  .object({
    conversationContextMode: z.enum(CONTEXT_MODES),
    /** false: the last `maxHistoryMessages` messages, without a preset; the caller's notes are neither used nor written */
    useAdvancedMemory: z.boolean(),
    /** 1 to 100; any other number is replaced by 12 */
    maxHistoryMessages: z.number(),
    strategyPreset: z.enum(HISTORY_PRESET_IDS),
    maxContextTokens: z.int().min(1).max(1_000_000),
    relevancyThreshold: z.number().min(0).max(1),
    numRecentMessagesToPrioritize: messageCount(1),
    numRelevantOlderMessagesToInclude: messageCount(0),
    simpleRecencyMessageCount: messageCount(1),
    filterHistoricalSystemMessages: z.boolean(),
    charsPerTokenEstimate: z.number().min(0.5).max(20),
  })
  .partial()
export type HistoryWish = z.infer<typeof historyWish>
