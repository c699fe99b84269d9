import { describe, expect, it } from 'vitest'
import type { HistoryWish } from '@vee/contract/http/history-wish'
import { planHistory } from './plan-history.ts'

const planFor = (history: HistoryWish, agentMaximum = 100) => planHistory({ history }, agentMaximum)

const simple = (maxHistoryMessages?: number) =>
  planFor({ useAdvancedMemory: false, strategyPreset: 'relevanceFocused', maxHistoryMessages })

const BALANCED = {
  budgetTokens: 3_000,
  charsPerToken: 3.8,
  maxMessages: 9,
  recentMessages: 6,
  relevantMessages: 3,
  relevancyThreshold: 0.35,
  dropsSystemMessages: true,
  dropsRepeatedAnswers: false,
}

describe('the presets', () => {
  it.each([
    ['balancedHybrid', {}],
    ['relevanceFocused', { recentMessages: 4, relevantMessages: 10, maxMessages: 14 }],
    [
      'recentConversation',
      { relevancyThreshold: 0.15, recentMessages: 20, relevantMessages: 0, maxMessages: 20 },
    ],
    [
      'maxContextHybrid',
      {
        budgetTokens: 7_500,
        relevancyThreshold: 0.2,
        recentMessages: 12,
        relevantMessages: 8,
        maxMessages: 20,
      },
    ],
    ['conciseRecent', { budgetTokens: 1_500, recentMessages: 6, relevantMessages: 0, maxMessages: 6 }],
    ['simpleRecency', { recentMessages: 12, relevantMessages: 0, maxMessages: 12 }],
  ] as const)('%s has its numbers, and those of balancedHybrid where it names none', (preset, numbers) => {
    expect(planFor({ strategyPreset: preset })).toEqual({ ...BALANCED, ...numbers })
  })

  it('default to balancedHybrid', () => {
    expect(planHistory({}, 100)).toEqual(BALANCED)
  })

  it('can be changed number by number', () => {
    expect(
      planFor({
        maxContextTokens: 500,
        relevancyThreshold: 0.9,
        numRecentMessagesToPrioritize: 2,
        numRelevantOlderMessagesToInclude: 1,
        filterHistoricalSystemMessages: false,
        charsPerTokenEstimate: 2,
      }),
    ).toEqual({
      budgetTokens: 500,
      charsPerToken: 2,
      maxMessages: 3,
      recentMessages: 2,
      relevantMessages: 1,
      relevancyThreshold: 0.9,
      dropsSystemMessages: false,
      dropsRepeatedAnswers: false,
    })
    expect(planFor({ strategyPreset: 'simpleRecency', simpleRecencyMessageCount: 5 }).maxMessages).toBe(5)
  })
})

describe('the context mode', () => {
  it('minimal sends four messages for every preset', () => {
    expect(planFor({ conversationContextMode: 'minimal', strategyPreset: 'maxContextHybrid' })).toMatchObject(
      { recentMessages: 4, relevantMessages: 0, maxMessages: 4 },
    )
  })

  it('full sends as many as the agent allows, up to the budget', () => {
    expect(
      planFor({ conversationContextMode: 'full', strategyPreset: 'maxContextHybrid' }, 25),
    ).toMatchObject({ recentMessages: 25, relevantMessages: 0, maxMessages: 25, budgetTokens: 7_500 })
  })

  it('smart uses the preset', () => {
    expect(planFor({ conversationContextMode: 'smart' })).toEqual(BALANCED)
  })
})

describe('without advanced memory', () => {
  it('the last twelve messages are sent, at 3.5 characters per token', () => {
    expect(simple()).toMatchObject({
      recentMessages: 12,
      relevantMessages: 0,
      maxMessages: 12,
      charsPerToken: 3.5,
    })
  })

  it.each([
    [1, 1],
    [100, 100],
    [7.9, 7],
    [0, 12],
    [-3, 12],
    [101, 12],
    [Number.NaN, 12],
  ])('%d messages are %d', (requestedMessages, taken) => {
    expect(simple(requestedMessages).maxMessages).toBe(taken)
  })
})

it.each([
  {},
  { conversationContextMode: 'full' },
  { useAdvancedMemory: false, maxHistoryMessages: 100 },
] as const)("the agent's maximum bounds %j", (wish) => {
  expect(planFor(wish, 8).maxMessages).toBe(8)
})
