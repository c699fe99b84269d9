import { FREE, priceInTable, type Price } from '../llm/prices.ts'
import { openAiSpeech } from './openai/index.ts'
import type { SpeechPrices } from './speech-provider.ts'
import { SPEECH_MODULES } from './speech-registry.ts'

/** Used for models with an unknown price, in US dollars per minute of audio. */
const UNKNOWN_STT_PRICE = 0.006
/** Used for models with an unknown price, in US dollars per million characters. */
const UNKNOWN_TTS_PRICE = 15

const BY_PROVIDER: ReadonlyMap<string, SpeechPrices> = new Map(
  SPEECH_MODULES.map(({ id, prices }) => [id, prices]),
)

/** Returns the prices of a module. The endpoints of the host speak OpenAI's protocol and have OpenAI's prices. */
const pricesOf = (providerId: string): SpeechPrices => BY_PROVIDER.get(providerId) ?? openAiSpeech.prices

/** Returns the cost of transcribing `seconds` of audio. */
export function sttPrice(providerId: string, model: string, seconds: number): Price {
  const prices = pricesOf(providerId)
  if (prices === 'free') return FREE
  const perMinute = priceInTable(prices.sttPerMinuteUsd ?? {}, model)
  return {
    microUsd: Math.round(((perMinute ?? UNKNOWN_STT_PRICE) * seconds * 1_000_000) / 60),
    isEstimated: perMinute === undefined,
  }
}

/** Returns the cost of synthesizing a text of `characters`. */
export function ttsPrice(providerId: string, model: string, characters: number): Price {
  const prices = pricesOf(providerId)
  if (prices === 'free') return FREE
  const perMillion = priceInTable(prices.ttsPerMillionCharactersUsd ?? {}, model)
  return {
    microUsd: Math.round((perMillion ?? UNKNOWN_TTS_PRICE) * characters),
    isEstimated: perMillion === undefined,
  }
}
