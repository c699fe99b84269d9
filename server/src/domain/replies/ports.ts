import type { AgentId } from '@vee/contract/entities/agent-ids'
import type { ReplyEvent } from '@vee/contract/stream/reply-event'
import type { LlmProvider } from '#providers/llm/llm.ts'
import type { Caller } from '../accounts/index.ts'
import type { Ledger, OwnKeys } from '../money/ledger/index.ts'

/** Called synchronously with each event of a reply. Every token takes this path, so nothing waits for it. */
export type EmitReplyEvent = (event: ReplyEvent) => void

/** The provider to call, and the model. */
export interface ModelChoice {
  readonly provider: LlmProvider
  readonly model: string
}

/** The language models of this server. */
export interface Models {
  /**
   * Returns the provider that serves `model` (its name, or `<provider id>:<name>`), or without one the preferred
   * provider, among those that `allows` accepts; undefined if there is none. `first` are providers of the caller alone,
   * which precede all others.
   */
  choose(
    model: string | undefined,
    allows?: (provider: LlmProvider) => boolean,
    first?: readonly LlmProvider[],
  ): Promise<ModelChoice | undefined>
}

/** Returns how an agent should speak to a caller. */
export interface PersonaLookup {
  /** null if nothing is set for this conversation */
  of(caller: Caller, agentId: AgentId, conversationId: string): Promise<string | null>
}

/** Counts tokens with a model's tokenizer. */
export interface TokenCounter {
  /** returns whether the model's tokenizer is known */
  knows(model: string): boolean
  /** Returns the tokens of each text; undefined if they could not be counted in time. */
  count(texts: readonly string[]): Promise<readonly number[] | undefined>
}

/** Accounts for replies. Throws the codes of `Ledger`. */
export type ReplyLedger = Pick<Ledger, 'reserve' | 'budget' | 'assertReplyLeft'>

/** Models that are called with a caller's own key. */
export interface OwnModels {
  /** Returns the provider that serves `model`, else another vendor of the keys; undefined without a key. */
  choose(keys: OwnKeys, model: string | undefined): ModelChoice | undefined
}

/** A finished reply that is stored over a restart. */
export interface StoredReply {
  /** only this owner may read it */
  readonly owner: string
  readonly replyId: string
  /** milliseconds since 1970 */
  readonly endedAt: number
  readonly events: readonly ReplyEvent[]
}

/** Stores replies over a restart: written at shutdown, read at start. */
export interface ReplyStore {
  /** Preserves the newer version of a reply that already exists. */
  save(replies: readonly StoredReply[]): Promise<void>
  /** Returns the replies that ended after the given time, in milliseconds since 1970. */
  load(endedAfter: number): Promise<readonly StoredReply[]>
  /** Deletes all replies. */
  purge(): Promise<void>
}
