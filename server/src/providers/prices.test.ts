import { describe, expect, it } from 'vitest'
import { llmPrice, sttPrice, ttsPrice } from './prices.ts'

const MILLION = 1_000_000
const usage = { promptTokens: MILLION, completionTokens: MILLION, totalTokens: 2 * MILLION }

describe('what a reply costs', () => {
  it('counts prompt and answer at their own prices', () => {
    expect(llmPrice('openai', 'gpt-4o', usage)).toEqual({ microUsd: 12.5 * MILLION, isEstimated: false })
  })

  it('counts cached tokens at theirs', () => {
    expect(llmPrice('openai', 'gpt-4o', { ...usage, cachedTokens: MILLION }).microUsd).toBe(11.25 * MILLION)
  })

  it('never makes a price negative, whatever the vendor says was cached', () => {
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
  ])('knows %s %s', (provider, model, usd) => {
    expect(llmPrice(provider, model, usage)).toEqual({ microUsd: usd * MILLION, isEstimated: false })
  })

  it.each(['gpt-99', 'toString', ''])('estimates a model whose price is not known (%j)', (model) => {
    const cost = llmPrice('openai', model, usage)
    expect(cost.isEstimated).toBe(true)
    expect(cost.microUsd).toBeGreaterThan(0)
  })

  it('is an estimate when the tokens are one', () => {
    expect(llmPrice('openai', 'gpt-4o', { ...usage, isEstimated: true }).isEstimated).toBe(true)
  })

  it.each(['builtin', 'ollama', 'lmstudio'])('is nothing at %s', (provider) => {
    expect(llmPrice(provider, 'gpt-4o', usage)).toEqual({ microUsd: 0, isEstimated: false })
  })
})

describe('what speech costs', () => {
  it('counts minutes heard and characters read', () => {
    expect(sttPrice('openai', 'whisper-1', 60)).toEqual({ microUsd: 6_000, isEstimated: false })
    expect(ttsPrice('openai', 'tts-1-hd', MILLION).microUsd).toBe(30 * MILLION)
  })

  it('is nothing where a program of this machine speaks', () => {
    expect(ttsPrice('espeak', 'espeak-ng', MILLION)).toEqual({ microUsd: 0, isEstimated: false })
  })

  it('counts something for a model whose price is not known', () => {
    expect(sttPrice('openai', 'unknown', 60)).toEqual({ microUsd: 6_000, isEstimated: true })
    expect(ttsPrice('openai', 'unknown', 1_000)).toEqual({ microUsd: 15_000, isEstimated: true })
  })
})
