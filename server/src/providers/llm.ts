import type { ChatMessage, TokenUsage } from '@vee/contract/entities/message'
import type { Locale } from '@vee/contract/entities/locale'
import type { AgentId } from '@vee/contract/entities/agent-ids'
import type { EndpointAccess, TokenPricesPerMillion } from '@vee/contract/entities/model-endpoint'
import type { Availability } from './failure.ts'

/** What a language model is asked. The messages hold no system message; `system` is the whole system prompt. */
export interface LlmRequest {
  readonly model: string
  readonly system: string
  readonly messages: readonly LlmMessage[]
  /** who is speaking: the built-in responder acts by it, vendors ignore it */
  readonly agentId: AgentId
  /** BCP 47 language to answer in, when it is known */
  readonly language: string | undefined
  /** of the interface: a hint for who cannot tell the language by the words; vendors' models can, and ignore it */
  readonly locale: Locale
  /** the programming language that the person prefers: the built-in responder acts by it, vendors read it in `system` */
  readonly codingLanguage?: string | undefined
  readonly maxOutputTokens: number | undefined
  readonly tools: readonly LlmTool[]
  /** `none`: words only; `required`: some tool first; a name: that tool first; the model decides without it */
  readonly toolChoice?: 'none' | 'required' | { readonly name: string } | undefined
  readonly options?: LlmOptions | undefined
}

/** What a caller asks of the model itself. A provider lists those that it cannot pass on. */
export interface LlmOptions {
  readonly temperature?: number | undefined
  readonly topP?: number | undefined
  /** texts at which the answer ends */
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
  /** whether the arguments have to follow the schema to the letter, where the provider can */
  readonly isStrict?: boolean | undefined
}

export type LlmFinishReason = 'stop' | 'length' | 'tool_calls' | 'content_filter'

/** What a model streams. `finish` is the last event of every complete answer; its absence is a failure. */
export type LlmEvent =
  | { readonly type: 'text'; readonly text: string }
  /** another provider than the requested one generates the answer; before all other events */
  | { readonly type: 'provider'; readonly id: string }
  | {
      readonly type: 'tool-call-delta'
      readonly index: number
      readonly id?: string
      readonly name?: string
      readonly argumentsDelta?: string
    }
  /** `usage` is undefined when the provider gave no figures */
  | { readonly type: 'finish'; readonly reason: LlmFinishReason; readonly usage: TokenUsage | undefined }

/** Is told each event of an answer in the moment in which it comes. This is the path of every token: nothing waits on it. */
export type TellLlmEvent = (event: LlmEvent) => void

/**
 * A provider of language models.
 *
 * `stream` resolves when the answer is complete. It rejects with ProviderFailure, never with anything else; it resolves at
 * once, and tells no more, when `signal` aborts, and closes its upstream connection then. It does not retry: `retry.ts`
 * does, before the first event only.
 */
export interface LlmProvider {
  readonly id: string
  /** shown beside a model's name */
  readonly name: string
  /** the model asked when the caller names none; undefined when the provider has none to offer now */
  defaultModel(): string | undefined
  /** whether this provider would take that model name */
  serves(model: string): boolean
  availability(): Promise<Availability>
  /** where the model runs: on the server's own machine, or at a vendor */
  readonly location: 'server' | 'vendor'
  /** Returns the models to choose from, the preferred one first; the default model alone if there is no list. */
  models?(): Promise<readonly string[]>
  /** callers who may use it; absent: every caller, and visitors only for the models of the settings */
  readonly access?: EndpointAccess
  /** set by the host; absent: the built-in table */
  readonly prices?: TokenPricesPerMillion
  /** what it cannot pass on, of a caller's own tools and options; callers who ask for that are refused */
  readonly unsupported?: readonly (keyof LlmOptions | 'tools')[]
  stream(request: LlmRequest, signal: AbortSignal, tell: TellLlmEvent): Promise<void>
}
