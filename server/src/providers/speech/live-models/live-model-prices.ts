import type { Price } from '../../llm/prices.ts'
import type { LiveModelPrice, LiveModelTokens, LiveModelUsage } from './live-model.ts'

/** Returns the cost of what a vendor billed. Vendors that bill time report no tokens, and the reverse. */
export function liveUsagePrice(price: LiveModelPrice, usage: LiveModelUsage): Price {
  if (price === 'free') return { microUsd: 0, isEstimated: false }
  if (usage.by === 'seconds') return liveTimePrice(price, usage.seconds)
  if ('perMinuteUsd' in price) return { microUsd: 0, isEstimated: false }
  const microUsd =
    usage.by === 'tokens'
      ? costOf(usage.tokens, price.perMillionUsd)
      : ((price.transcriptionPerMinuteUsd ?? 0) * usage.seconds * 1_000_000) / 60
  return { microUsd: Math.ceil(microUsd), isEstimated: price.isEstimated ?? false }
}

/** Returns the cost of that time of conversation; for vendors that bill tokens an estimate. */
export function liveTimePrice(price: LiveModelPrice, seconds: number): Price {
  if (price === 'free') return { microUsd: 0, isEstimated: false }
  const [perMinute, isEstimated] =
    'perMinuteUsd' in price
      ? [price.perMinuteUsd * 1_000_000, price.isEstimated ?? false]
      : [costOf(price.perMinuteTokens, price.perMillionUsd), true]
  return { microUsd: Math.ceil((perMinute * seconds) / 60), isEstimated }
}

/** Returns the cost in micro-dollars: a dollar for a million tokens is a micro-dollar for one. */
function costOf(tokens: LiveModelTokens, prices: LiveModelTokens): number {
  return (
    (tokens.inputText - tokens.cachedText) * prices.inputText +
    (tokens.inputAudio - tokens.cachedAudio) * prices.inputAudio +
    tokens.cachedText * prices.cachedText +
    tokens.cachedAudio * prices.cachedAudio +
    tokens.outputText * prices.outputText +
    tokens.outputAudio * prices.outputAudio
  )
}
