import type { AgentId } from '@vee/contract/entities/agent-ids'
import type { TokenUsage } from '@vee/contract/entities/message'
import type { TokenPricesPerMillion } from '@vee/contract/entities/model-endpoint'
import { llmPrice, type Price } from '#providers/llm/prices.ts'
import { sttPrice, ttsPrice } from '#providers/speech/speech-prices.ts'
import type { EntryEnd } from '#db/queries/ledger.ts'
import type { Caller } from '../../accounts/index.ts'
import { networkOf } from '#lib/network.ts'

/** The billed units of one use. */
export type Units =
  | { readonly kind: 'llm'; readonly tokens: TokenUsage }
  | { readonly kind: 'stt'; readonly seconds: number }
  | { readonly kind: 'tts'; readonly characters: number }
  | LiveUnits
  | SearchUnits
  | EmbedUnits

/** A part of a conversation with a live model. Its price depends on what the vendor bills, so that it is given. */
export interface LiveUnits {
  readonly kind: 'live'
  readonly seconds: number
  readonly tokens: TokenUsage
  readonly price: Price
}

/** Searches of the web at one engine. The price is the engine's. */
interface SearchUnits {
  readonly kind: 'search'
  readonly searches: number
  readonly price: Price
}

/** Texts that were turned into vectors. The price is the endpoint's. */
interface EmbedUnits {
  readonly kind: 'embed'
  readonly tokens: number
  readonly price: Price
}

/** Returns whether uses of this kind are paid from the allowance for models; others from that for speech. */
export const isPaidInTokens = (kind: Units['kind']): boolean =>
  kind === 'llm' || kind === 'search' || kind === 'embed'

/**
 * `own-key`: the caller's own key pays instead of pools and host; `organization`: an organization at its own endpoint,
 * whose costs are recorded and not the host's.
 */
export type Payer = 'platform' | 'own-key' | 'organization'

/** A request to a vendor that is about to be sent. */
export interface LedgerUse {
  /** the caller has an own key, which is used before the own allowance once a shared pool is used up */
  readonly hasOwnKey?: boolean
  readonly caller: Caller
  /** the id of the provider */
  readonly provider: string
  readonly model: string
  /** prices that the host or the provider states for the model; absent: the built-in table */
  readonly prices?: TokenPricesPerMillion | undefined
  /** the same for the primary model at this provider, by which allowances count */
  readonly primaryPrices?: TokenPricesPerMillion | undefined
  /** the estimated units */
  readonly expected: Units
  readonly agentId?: AgentId
  readonly conversationId?: string
  readonly replyId?: string
  readonly payer?: Payer
  /** the organization that pays as `organization` */
  readonly organizationId?: string | undefined
  /** sent before the question was complete: marked in the ledger, and not counted as a reply */
  readonly isSpeculative?: boolean
}

/**
 * Returns the owner of a use. Callers without a session id share one id and are distinguished by their
 * address.
 */
export const ledgerOwnerOf = (caller: Caller) =>
  caller.id === 'anonymous' ? `anonymous@${networkOf(caller.ip)}` : caller.id

/** Returns the cost of these units by the provider's prices. */
export function priceOf(
  { provider, model, prices }: Pick<LedgerUse, 'provider' | 'model' | 'prices'>,
  units: Units,
): Price {
  switch (units.kind) {
    case 'llm':
      return llmPrice(provider, model, units.tokens, prices)
    case 'stt':
      return sttPrice(provider, model, units.seconds)
    case 'tts':
      return ttsPrice(provider, model, units.characters)
    case 'live':
    case 'search':
    case 'embed':
      return units.price
  }
}

const NO_TOKENS: TokenUsage = { promptTokens: 0, completionTokens: 0, totalTokens: 0 }

/** Returns zero units of a kind. */
export function noUnits(kind: Units['kind']): Units {
  if (kind === 'stt') return { kind, seconds: 0 }
  if (kind === 'tts') return { kind, characters: 0 }
  if (kind === 'live')
    return { kind, seconds: 0, tokens: NO_TOKENS, price: { microUsd: 0, isEstimated: false } }
  if (kind === 'search') return { kind, searches: 0, price: { microUsd: 0, isEstimated: false } }
  if (kind === 'embed') return { kind, tokens: 0, price: { microUsd: 0, isEstimated: false } }
  return { kind, tokens: NO_TOKENS }
}

/** Returns the units as columns. */
export function columnsOf(
  units: Units,
): Pick<EntryEnd, 'prompt_tokens' | 'completion_tokens' | 'audio_ms' | 'characters'> {
  const tokens = units.kind === 'llm' || units.kind === 'live' ? units.tokens : undefined
  const seconds = units.kind === 'stt' || units.kind === 'live' ? units.seconds : 0
  return {
    prompt_tokens: units.kind === 'embed' ? units.tokens : (tokens?.promptTokens ?? 0),
    completion_tokens: tokens?.completionTokens ?? 0,
    audio_ms: Math.round(seconds * 1_000),
    characters: units.kind === 'tts' ? units.characters : 0,
  }
}
