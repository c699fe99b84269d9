import { priceInTable } from '../../llm/prices.ts'
import type { LiveModelPrice, LiveModelTokens } from '../live-models/live-model.ts'
import type { LiveModelContext, LiveModelModule } from '../live-models/live-model-module.ts'
import { isLoopbackHost } from '#lib/localhost.ts'
import { createGptLive } from './gpt-live.ts'
import { createOpenAiRealtime } from './openai-realtime.ts'

/** The only address that always needs a key. */
const VENDOR_BASE_URL = 'https://api.openai.com/v1'

/**
 * A minute of conversation, half of it spoken by each side: 10 tokens a second of the user, 20 of the model, and about
 * four responses that read the conversation again, mostly from the cache.
 */
const PER_MINUTE: LiveModelTokens = {
  inputText: 4_000,
  cachedText: 3_600,
  inputAudio: 2_400,
  cachedAudio: 2_000,
  outputText: 250,
  outputAudio: 600,
}

const LARGE: LiveModelTokens = {
  inputText: 4,
  cachedText: 0.4,
  inputAudio: 32,
  cachedAudio: 0.4,
  outputText: 24,
  outputAudio: 64,
}
const SMALL: LiveModelTokens = {
  inputText: 0.6,
  cachedText: 0.06,
  inputAudio: 10,
  cachedAudio: 0.3,
  outputText: 2.4,
  outputAudio: 20,
}

/** US dollars per million tokens, as published on 2026-11-26. */
const PRICES: Readonly<Record<string, LiveModelTokens>> = {
  'gpt-realtime': { ...LARGE, outputText: 16 },
  'gpt-realtime-1.5': { ...LARGE, outputText: 16 },
  'gpt-realtime-2': LARGE,
  'gpt-realtime-2.1': LARGE,
  'gpt-realtime-mini': SMALL,
  'gpt-realtime-2.1-mini': SMALL,
}
/** of gpt-4o-transcribe; others cost less */
const TRANSCRIPTION_PER_MINUTE_USD = 0.006

/** Models of the Live API, which bill the time of the session; the agent's answers to delegations are billed as replies. */
const GPT_LIVE = /^gpt-live-\d/
const GPT_LIVE_PER_MINUTE_USD = 0.05

/** Live models of OpenAI, and of servers that speak its Realtime protocol. */
export const openAiLive: LiveModelModule = {
  id: 'openai',
  create(model, context) {
    const { apiKey, baseUrl, transcriptionModel } = context.openai
    if (apiKey === undefined && baseUrl === VENDOR_BASE_URL) return undefined
    if (GPT_LIVE.test(model)) {
      const price = statedPrice(context.perMinuteUsd) ?? { perMinuteUsd: GPT_LIVE_PER_MINUTE_USD }
      return createGptLive({ apiKey, baseUrl, model, price, timeoutMs: context.timeoutMs })
    }
    const { hostname } = new URL(baseUrl)
    return createOpenAiRealtime({
      id: 'openai',
      name: baseUrl === VENDOR_BASE_URL ? 'OpenAI' : hostname,
      location: isLoopbackHost(hostname) ? 'server' : 'vendor',
      apiKey,
      baseUrl,
      model,
      transcriptionModel,
      price: priceOf(model, isLoopbackHost(hostname), context),
      timeoutMs: context.timeoutMs,
    })
  },
}

const statedPrice = (perMinuteUsd: number | undefined): LiveModelPrice | undefined =>
  perMinuteUsd === undefined ? undefined : perMinuteUsd === 0 ? 'free' : { perMinuteUsd }

function priceOf(model: string, isHere: boolean, { perMinuteUsd }: LiveModelContext): LiveModelPrice {
  const stated = statedPrice(perMinuteUsd)
  if (stated) return stated
  if (isHere) return 'free'
  const tabledPrices = priceInTable(PRICES, model)
  return {
    perMillionUsd: tabledPrices ?? LARGE,
    perMinuteTokens: PER_MINUTE,
    transcriptionPerMinuteUsd: TRANSCRIPTION_PER_MINUTE_USD,
    ...(tabledPrices === undefined && { isEstimated: true }),
  }
}
