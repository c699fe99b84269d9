import { describe, expect, it } from 'vitest'
import { llmPrice } from './prices.ts'

const MILLION = 1_000_000
const usage = { promptTokens: MILLION, completionTokens: MILLION, totalTokens: 2 * MILLION }

describe('costs of replies', () => {
  it('prices prompt and reply tokens separately', () => {
    expect(llmPrice('openai', 'gpt-4o', usage)).toEqual({ microUsd: 12.5 * MILLION, isEstimated: false })
  })

  it('prices cached tokens separately', () => {
    expect(llmPrice('openai', 'gpt-4o', { ...usage, cachedTokens: MILLION }).microUsd).toBe(11.25 * MILLION)
  })

  it('never returns a negative price, for any number of cached tokens reported by the vendor', () => {
    expect(llmPrice('openai', 'gpt-4o', { ...usage, cachedTokens: 5 * MILLION }).microUsd).toBe(
      11.25 * MILLION,
    )
  })

  it.each([
    ['openai', 'gpt-4o-2024-11-20', 12.5],
    ['openrouter', 'openai/gpt-4o', 12.5],
    ['openrouter', 'anthropic/claude-sonnet-4.5', 18],
    ['anthropic', 'claude-haiku-4-5-20251001', 6],
    ['anthropic', 'claude-sonnet-5-5', 12],
    ['ep-1', 'eu.anthropic.claude-haiku-4-5-20251001-v1:0', 6],
    ['ep-1', 'anthropic.claude-sonnet-5-5', 12],
    ['gemini', 'gemini-3.8-flash', 9],
    ['openrouter', 'google/gemini-2.5-flash', 2.8],
  ])('returns the price of %s %s', (provider, model, usd) => {
    expect(llmPrice(provider, model, usage)).toEqual({ microUsd: usd * MILLION, isEstimated: false })
  })

  it.each(['gpt-99', 'toString', ''])('estimates a model with an unknown price (%j)', (model) => {
    const cost = llmPrice('openai', model, usage)
    expect(cost.isEstimated).toBe(true)
    expect(cost.microUsd).toBeGreaterThan(0)
  })

  it('is an estimate when the tokens are one', () => {
    expect(llmPrice('openai', 'gpt-4o', { ...usage, isEstimated: true }).isEstimated).toBe(true)
  })

  it.each(['builtin', 'ollama', 'lmstudio'])('is zero at %s', (provider) => {
    expect(llmPrice(provider, 'gpt-4o', usage)).toEqual({ microUsd: 0, isEstimated: false })
  })
})
