import type { AgentId } from '@vee/contract/entities/agent-ids'
import type { ReplyEvent } from '@vee/contract/stream/reply-event'
import type { LlmProvider } from '#providers/llm.ts'
import type { Caller } from '../accounts/index.ts'
import type { Ledger, OwnKeys } from '../ledger/index.ts'

/** Is told each event of a reply in the moment in which it comes. This is the path of every token: nothing waits on it. */
export type EmitReplyEvent = (event: ReplyEvent) => void

/** Whom to ask, and for which model. */
export interface ModelChoice {
  readonly provider: LlmProvider
  readonly model: string
}

/** The language models that this server can ask. */
export interface Models {
  /**
   * Returns the provider that serves `model` (its name, or `<provider id>:<name>`), or without one the preferred
   * provider, among those that `allows` accepts; undefined if there is none.
   */
  choose(
    model: string | undefined,
    allows?: (provider: LlmProvider) => boolean,
  ): Promise<ModelChoice | undefined>
}

/** How callers wish agents to speak. */
export interface PersonaLookup {
  /** null when nothing was wished for this conversation */
  of(caller: Caller, agentId: AgentId, conversationId: string): Promise<string | null>
}

/** Counts tokens as a model does. */
export interface TokenCounter {
  /** whether the model's tokenizer is known */
  knows(model: string): boolean
  /** The tokens of each text; undefined when they could not be counted in time. */
  count(texts: readonly string[]): Promise<readonly number[] | undefined>
}

/** Account of what replies use. Refuses with the codes of `Ledger`. */
export type ReplyLedger = Pick<Ledger, 'reserve' | 'budget'>

/** Models that are asked with a caller's own key. */
export interface OwnModels {
  /** The one that serves `model`, else another of the keys' vendors; undefined without a key. */
  choose(keys: OwnKeys, model: string | undefined): ModelChoice | undefined
}

/** A finished reply as it outlives the process. */
export interface KeptReply {
  /** whose it is: nobody else may read it */
  readonly owner: string
  readonly replyId: string
  /** milliseconds since 1970 */
  readonly endedAt: number
  readonly events: readonly ReplyEvent[]
}

/** Keeps replies over a restart. Written when the server stops and read when it starts; never in between. */
export interface ReplyStore {
  /** Of a reply that is there already the newer one stays. */
  save(replies: readonly KeptReply[]): Promise<void>
  /** Those that ended after the given time, in milliseconds since 1970. */
  load(endedAfter: number): Promise<readonly KeptReply[]>
  /** Removes all. */
  purge(): Promise<void>
}
