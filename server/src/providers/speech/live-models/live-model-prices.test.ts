import { expect, it } from 'vitest'
import type { LiveModelPrice } from './live-model.ts'
import { liveTimePrice, liveUsagePrice } from './live-model-prices.ts'
import { createLiveModelRegistry, LIVE_MODEL_VARIABLES } from './live-model-registry.ts'
import { z } from 'zod'

const NOTHING = {
  inputText: 0,
  inputAudio: 0,
  cachedText: 0,
  cachedAudio: 0,
  outputText: 0,
  outputAudio: 0,
}
const tokens: LiveModelPrice = {
  perMillionUsd: { ...NOTHING, inputText: 4, cachedText: 1, inputAudio: 32, outputAudio: 64 },
  perMinuteTokens: { ...NOTHING, inputAudio: 300, outputAudio: 600 },
  transcriptionPerMinuteUsd: 0.006,
}

it('bills minutes by the second', () => {
  expect(liveTimePrice({ perMinuteUsd: 0.05 }, 60)).toEqual({ microUsd: 50_000, isEstimated: false })
  expect(liveUsagePrice({ perMinuteUsd: 0.05 }, { by: 'seconds', seconds: 6 }).microUsd).toBe(5_000)
  expect(liveUsagePrice({ perMinuteUsd: 0.05 }, { by: 'tokens', tokens: NOTHING }).microUsd).toBe(0)
})

it('bills tokens, cached ones at their own price, and transcripts by time', () => {
  const used = { ...NOTHING, inputText: 1_000, cachedText: 600, inputAudio: 100, outputAudio: 10 }
  expect(liveUsagePrice(tokens, { by: 'tokens', tokens: used })).toEqual({
    microUsd: 400 * 4 + 600 + 3_200 + 640,
    isEstimated: false,
  })
  expect(liveUsagePrice(tokens, { by: 'transcription', seconds: 30 }).microUsd).toBe(3_000)
})

it('estimates the time of a model that bills tokens', () => {
  expect(liveTimePrice(tokens, 60)).toEqual({ microUsd: 300 * 32 + 600 * 64, isEstimated: true })
  expect(liveTimePrice('free', 60).microUsd).toBe(0)
})

function modelsOf(variables: Record<string, string>) {
  const parsed = z.object(LIVE_MODEL_VARIABLES).parse(variables)
  const openai = { apiKey: undefined, baseUrl: 'https://api.openai.com/v1' }
  const gemini = { apiKey: 'AIza-test', baseUrl: 'https://generativelanguage.googleapis.com' }
  return createLiveModelRegistry(parsed, { openai, gemini, timeoutMs: 1_000 })
}

it('offers no model unless the host names one and has its key', () => {
  expect(modelsOf({})).toEqual([])
  expect(modelsOf({ LIVE_MODELS: 'openai:gpt-realtime-2.1' })).toEqual([])
  const models = modelsOf({
    LIVE_MODELS: 'openai:gpt-realtime-2.1-mini, openai:gpt-realtime-2.1',
    LIVE_API_KEY: 'sk-test',
  })
  expect(models.map(({ id }) => id)).toEqual(['openai:gpt-realtime-2.1-mini', 'openai:gpt-realtime-2.1'])
  for (const name of ['gpt-realtime', 'other:model', 'openai:'])
    expect(() => modelsOf({ LIVE_MODELS: name })).toThrow('must be names of models')
})

it.each([
  ['the published price', {}, 0.06, 0.12],
  ["the host's price", { LIVE_PRICE_PER_MINUTE_USD: '0.2' }, 0.2, 0.2],
  ['no price on this machine', { LIVE_BASE_URL: 'http://localhost:9000/v1' }, 0, 0],
  ['the published price of Google', { LIVE_MODELS: 'gemini:gemini-3.8-live' }, 0.02, 0.04],
  ['the highest price for an unknown model', { LIVE_MODELS: 'openai:new-1' }, 0.06, 0.12],
])('has %s', (_, more, least, most) => {
  const [model] = modelsOf({ LIVE_MODELS: 'openai:gpt-realtime-2.1', LIVE_API_KEY: 'sk-test', ...more })
  const { microUsd } = liveTimePrice(model?.price ?? 'free', 60)
  expect(microUsd / 1_000_000).toBeGreaterThanOrEqual(least)
  expect(microUsd / 1_000_000).toBeLessThanOrEqual(most)
})
