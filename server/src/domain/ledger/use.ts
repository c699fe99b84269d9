import type { AgentId } from '@vee/contract/entities/agent-ids'
import type { TokenUsage } from '@vee/contract/entities/message'
import type { TokenPricesPerMillion } from '@vee/contract/entities/model-endpoint'
import { llmPrice, type Price, sttPrice, ttsPrice } from '#providers/prices.ts'
import type { EntryEnd } from '#db/queries/ledger.ts'
import type { Caller } from '../accounts/index.ts'
import { networkOf } from '../network.ts'

/** What vendors count, of one use. */
export type Units =
  | { readonly kind: 'llm'; readonly tokens: TokenUsage }
  | { readonly kind: 'stt'; readonly seconds: number }
  | { readonly kind: 'tts'; readonly characters: number }

/** `own-key`: the caller's own key pays, so that neither pools nor the host do. */
export type Payer = 'platform' | 'own-key'

/** Something that a vendor is about to be asked for. */
export interface Use {
  /** the caller has a key of their own at hand, which comes before what is theirs alone once a shared pool is used up */
  readonly hasOwnKey?: boolean
  readonly caller: Caller
  /** the id of the provider that is asked */
  readonly provider: string
  readonly model: string
  /** prices that the host has set for the provider; absent: the built-in table */
  readonly prices?: TokenPricesPerMillion | undefined
  /** about what it will take */
  readonly expected: Units
  readonly agentId?: AgentId
  readonly conversationId?: string
  readonly replyId?: string
  readonly payer?: Payer
  /** asked before the question was complete: kept apart in the ledger, and no reply in anybody's count */
  readonly isSpeculative?: boolean
}

/** Whose use it is. Callers without a session id all have one id; their address keeps them apart. */
export const ownerOf = (caller: Caller) =>
  caller.id === 'anonymous' ? `anonymous@${networkOf(caller.ip)}` : caller.id

/** What some units cost the host. */
export function priceOf(
  { provider, model, prices }: Pick<Use, 'provider' | 'model' | 'prices'>,
  units: Units,
): Price {
  switch (units.kind) {
    case 'llm':
      return llmPrice(provider, model, units.tokens, prices)
    case 'stt':
      return sttPrice(provider, model, units.seconds)
    case 'tts':
      return ttsPrice(provider, model, units.characters)
  }
}

/** Nothing used, in the units of a kind. */
export function noUnits(kind: Units['kind']): Units {
  if (kind === 'stt') return { kind, seconds: 0 }
  if (kind === 'tts') return { kind, characters: 0 }
  return { kind, tokens: { promptTokens: 0, completionTokens: 0, totalTokens: 0 } }
}

/** Units as the columns have them. */
export function countsOf(
  units: Units,
): Pick<EntryEnd, 'prompt_tokens' | 'completion_tokens' | 'audio_ms' | 'characters'> {
  const tokens = units.kind === 'llm' ? units.tokens : undefined
  return {
    prompt_tokens: tokens?.promptTokens ?? 0,
    completion_tokens: tokens?.completionTokens ?? 0,
    audio_ms: units.kind === 'stt' ? Math.round(units.seconds * 1_000) : 0,
    characters: units.kind === 'tts' ? units.characters : 0,
  }
}
