import type { ChatMessage, TokenUsage } from '@vee/contract/entities/message'
import type { ReasoningEffort } from '@vee/contract/entities/reasoning-effort'
import type { Locale } from '@vee/contract/entities/locale'
import type { AgentId } from '@vee/contract/entities/agent-ids'
import type { EndpointAccess, KeyWarning, TokenPricesPerMillion } from '@vee/contract/entities/model-endpoint'
import type { Availability } from '../failure.ts'
import type { ModelCapabilities } from './model-capabilities.ts'

/**
 * A request to a language model. The messages contain no system message; `system` is the whole system prompt.
 */
export interface LlmRequest {
  readonly model: string
  readonly system: string
  readonly messages: readonly LlmMessage[]
  /** the agent of the reply: used by the built-in responder, ignored by vendors */
  readonly agentId: AgentId
  /** BCP 47 language of the reply, if known */
  readonly language: string | undefined
  /**
   * locale of the interface: a hint for the built-in responder's language detection; vendors' models ignore
   * it
   */
  readonly locale: Locale
  /**
   * canonical IANA name of the caller's time zone: used by the built-in responder; vendors receive the day in
   * `system`; default: UTC
   */
  readonly timeZone?: string | undefined
  readonly maxOutputTokens: number | undefined
  readonly tools: readonly LlmTool[]
  /** `none`: text only; `required`: any tool first; a name: that tool first; default: the model decides */
  readonly toolChoice?: 'none' | 'required' | { readonly name: string } | undefined
  readonly options?: LlmOptions | undefined
  /** default: the provider's choice, with the first word as early as possible */
  readonly reasoningEffort?: ReasoningEffort | undefined
  /** the model may search the web by the vendor's own search; only at providers with `vendorSearch` */
  readonly search?: LlmWebSearch | undefined
}

/** How a vendor searches for a caller. */
interface LlmWebSearch {
  /** canonical IANA name of the caller's time zone: their approximate location */
  readonly timeZone?: string | undefined
}

/** Model options of a caller. A provider lists those that it does not support. */
export interface LlmOptions {
  readonly temperature?: number | undefined
  readonly topP?: number | undefined
  readonly seed?: number | undefined
  readonly presencePenalty?: number | undefined
  readonly frequencyPenalty?: number | undefined
  /** by token id, -100 to 100 */
  readonly logitBias?: Readonly<Record<string, number>> | undefined
  /** texts at which the reply ends */
  readonly stop?: readonly string[] | undefined
  /** as OpenAI's `response_format` has it */
  readonly responseFormat?:
    | { readonly type: 'json_object' }
    | { readonly type: 'json_schema'; readonly json_schema: Readonly<Record<string, unknown>> }
    | undefined
  readonly allowsParallelToolCalls?: boolean | undefined
}

/** A message with the images that belong to it. */
export interface LlmMessage extends ChatMessage {
  readonly images?: readonly LlmImage[]
  /**
   * the content of a tool's result, with the sources in it apart: for vendors whose models cite them by themselves. Others receive
   * `content`, which has them too.
   */
  readonly parts?: readonly (string | LlmPassage)[]
}

/** What a tool has read of a source. */
export interface LlmPassage {
  /** of the source in the conversation */
  readonly number: number
  /** its address, or what else identifies it */
  readonly address: string
  readonly title: string
  readonly sentences: readonly string[]
}

export interface LlmImage {
  readonly mediaType: string
  /** base64 */
  readonly data: string
  /** pixels; 0: unknown */
  readonly width: number
  readonly height: number
}

interface LlmTool {
  readonly name: string
  readonly description: string
  /** JSON Schema of the arguments */
  readonly parameters: Readonly<Record<string, unknown>>
  /** whether the arguments must match the schema exactly, if the provider supports it */
  readonly isStrict?: boolean | undefined
}

/** A page that a vendor's search has found. */
export interface VendorPage {
  readonly url: string
  readonly title: string
}

/** What a vendor's model states to cite at a place of its text. */
export interface LlmCitation {
  /** what the marker in the text contains, see `citationMarker` */
  readonly key: string
  /** pages of the vendor's search; empty for a passage of a tool's result */
  readonly pages: readonly VendorPage[]
  /** the source of a passage of a tool's result */
  readonly sourceNumber?: number
  /** the cited words, where the vendor states them */
  readonly quote?: string
  /** what stays in the text if none of the pages can be read, such as a link; default: nothing */
  readonly shown?: string
}

/** Returns the marker of a citation within the text of an event: characters for private use enclose its key. */
export const citationMarker = (key: string): string => `\uE200cite:${key}\uE201`

export type LlmFinishReason = 'stop' | 'length' | 'tool_calls' | 'content_filter'

/**
 * An event of a model's stream. `finish` is the last event of every complete reply; its absence is a failure.
 */
export type LlmEvent =
  | { readonly type: 'text'; readonly text: string }
  /** what the model reasons before it replies; not part of the reply */
  | { readonly type: 'reasoning'; readonly text: string }
  /**
   * the last `length` UTF-16 code units of the text, or of the reasoning, were of the other kind: they are discarded,
   * and emitted again as what they are
   */
  | { readonly type: 'retract'; readonly kind: 'text' | 'reasoning'; readonly length: number }
  /** another provider than the requested one generates the reply; emitted before all other events */
  | { readonly type: 'provider'; readonly id: string }
  | {
      readonly type: 'tool-call-delta'
      readonly index: number
      readonly id?: string
      readonly name?: string
      readonly argumentsDelta?: string
    }
  /** declares a citation whose marker follows in the text */
  | { readonly type: 'citation'; readonly citation: LlmCitation }
  /**
   * citations for ranges of the whole text of this stream, in UTF-16 code units, of vendors that state them after it; a range is
   * replaced by the citation: an empty one follows its sentence
   */
  | { readonly type: 'late-citations'; readonly citations: readonly LateCitation[] }
  /** the vendor searches, and later with `pages`: it has found them; `query` is empty if the vendor does not state it */
  | {
      readonly type: 'web-search'
      readonly id: string
      readonly query: string
      readonly pages?: readonly VendorPage[]
    }
  /** HTML that the vendor's terms require to be shown with the reply */
  | { readonly type: 'search-suggestions'; readonly html: string }
  /** `usage` is undefined if the provider returned no figures; `searches`: the charged searches of the vendor */
  | {
      readonly type: 'finish'
      readonly reason: LlmFinishReason
      readonly usage: TokenUsage | undefined
      readonly searches?: number | undefined
    }

export interface LateCitation {
  readonly start: number
  readonly end: number
  readonly citation: LlmCitation
}

/**
 * Receives each event of a reply as soon as it arrives. It is called synchronously for every token, so
 * nothing waits for it.
 */
export type EmitLlmEvent = (event: LlmEvent) => void

/** A vendor's own search. */
export interface VendorSearch {
  /** the vendor's list price of one search with a model, in US dollars */
  priceUsd(model: string): number
  /** Returns how a model searches: along with other tools, without them, or not at all. */
  abilityOf(model: string): 'with-tools' | 'without-tools' | 'none'
}

/**
 * A provider of language models.
 * `stream` resolves when the reply is complete. It rejects only with ProviderFailure. When `signal` aborts,
 * it resolves at once, emits no more events and closes its upstream connection. It does not retry: `retry.ts`
 * does, only before the first event.
 */
export interface LlmProvider {
  readonly id: string
  /** display name, shown next to a model's name */
  readonly name: string
  /** returns the model for requests without one; undefined if no model is available now */
  defaultModel(): string | undefined
  /** returns true if this provider accepts that model name */
  serves(model: string): boolean
  availability(): Promise<Availability>
  /** where the model runs: on the server's own machine, or at a vendor */
  readonly location: 'server' | 'vendor'
  /** Returns the models to choose from, the preferred one first; the default model alone if there is no list. */
  models?(): Promise<readonly string[]>
  /** Returns what the provider states about a model; it overrides the table of capabilities. */
  describe?(model: string): Partial<ModelCapabilities> | undefined
  /** the callers who may use it; absent: every caller, and visitors only for the models of the settings */
  readonly access?: EndpointAccess
  /** the organization whose own endpoint it is: only its members use it, and it pays; absent: the host */
  readonly organizationId?: string
  /** Returns the prices that the host or the provider states for a model; undefined: those of the built-in table. */
  pricesOf?(model: string): TokenPricesPerMillion | undefined
  /** Returns what the vendor states about a key that soon fails; `now`: milliseconds since 1970. May reject. */
  keyWarning?(now: number): Promise<KeyWarning | undefined>
  /** the search of the vendor, which the host has chosen; absent: the model does not search by itself */
  readonly vendorSearch?: VendorSearch
  /** the caller's tools and options that it does not support; requests with any of them are rejected */
  readonly unsupported?: readonly (keyof LlmOptions | 'tools')[]
  stream(request: LlmRequest, signal: AbortSignal, emit: EmitLlmEvent): Promise<void>
}
