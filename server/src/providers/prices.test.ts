import { describe, expect, it } from 'vitest'
import { llmCost, sttCostUsd, ttsCostUsd } from './prices.ts'

const MILLION = 1_000_000
const usage = { promptTokens: MILLION, completionTokens: MILLION, totalTokens: 2 * MILLION }

describe('what a reply costs', () => {
  it('counts prompt and answer at their own prices', () => {
    expect(llmCost('openai', 'gpt-4o', usage)).toEqual({ usd: 12.5, isEstimated: false })
  })

  it('counts cached tokens at theirs', () => {
    expect(llmCost('openai', 'gpt-4o', { ...usage, cachedTokens: MILLION }).usd).toBe(11.25)
  })

  it('never makes a price negative, whatever the vendor says was cached', () => {
    expect(llmCost('openai', 'gpt-4o', { ...usage, cachedTokens: 5 * MILLION }).usd).toBe(11.25)
  })

  it.each([
    ['openai', 'gpt-4o-2024-11-20', 12.5],
    ['openrouter', 'openai/gpt-4o', 12.5],
    ['openrouter', 'anthropic/claude-sonnet-4.5', 18],
    ['anthropic', 'claude-haiku-4-5-20251001', 6],
    ['anthropic', 'claude-sonnet-5-5', 12],
  ])('knows %s %s', (provider, model, usd) => {
    expect(llmCost(provider, model, usage)).toEqual({ usd, isEstimated: false })
  })

  it.each(['gpt-99', 'toString', ''])('estimates a model whose price is not known (%j)', (model) => {
    const cost = llmCost('openai', model, usage)
    expect(cost.isEstimated).toBe(true)
    expect(cost.usd).toBeGreaterThan(0)
  })

  it('is an estimate when the tokens are one', () => {
    expect(llmCost('openai', 'gpt-4o', { ...usage, isEstimated: true }).isEstimated).toBe(true)
  })

  it.each(['builtin', 'ollama', 'lmstudio'])('is nothing at %s', (provider) => {
    expect(llmCost(provider, 'gpt-4o', usage)).toEqual({ usd: 0, isEstimated: false })
  })
})

describe('what speech costs', () => {
  it('counts minutes heard and characters read', () => {
    expect(sttCostUsd('whisper-1', 60)).toBeCloseTo(0.006)
    expect(ttsCostUsd('tts-1-hd', MILLION)).toBe(30)
  })

  it('is nothing where a program of this machine speaks', () => {
    expect(ttsCostUsd('espeak-ng', MILLION)).toBe(0)
  })

  it('counts something for a model whose price is not known', () => {
    expect(sttCostUsd('unknown', 60)).toBeGreaterThan(0)
    expect(ttsCostUsd('unknown', 1000)).toBeGreaterThan(0)
  })
})
