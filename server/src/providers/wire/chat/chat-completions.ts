import type { Dispatcher } from 'undici'
import type { LlmRequest, EmitLlmEvent } from '../../llm/llm.ts'
import { normalizeStream } from '../normalize-stream.ts'
import {
  chatCompletionRequest,
  type ChatCompletionsDialect,
  type LengthField,
} from './chat-completion-request.ts'
import { readChatCompletion } from './chat-completion-stream.ts'
import { headlessThoughtsOf } from './headless-thoughts.ts'
import { JSON_OR_EVENTS } from './json-or-events.ts'
import { type EventCall, postForEvents } from '../event-stream.ts'
import type { ProviderName } from '../failures.ts'

/** A server that speaks OpenAI's chat completions. */
export interface ChatCompletionsServer {
  readonly provider: ProviderName
  /** with its `/v1`, without a slash at the end */
  readonly baseUrl: string
  /** undefined for a server without authentication */
  readonly apiKey: string | undefined
  readonly timeoutMs: number
  readonly lengthField: LengthField
  /** default: OpenAI's own */
  readonly dialect?: ChatCompletionsDialect
  /** appended to every URL, with its `?` */
  readonly query?: string
  /** default: `authorization`, as a bearer token */
  readonly keyHeader?: 'api-key'
  readonly headers?: Readonly<Record<string, string>>
  /** default: connections to any address */
  readonly dispatcher?: Dispatcher | undefined
  /** called with what a model that searches cites, as its deltas state it */
  readonly onAnnotations?: (annotations: readonly unknown[]) => void
}

/** Streams a chat completion. `extras` are fields of the request that are specific to this server. */
export function streamChatCompletion(
  server: ChatCompletionsServer,
  request: LlmRequest,
  signal: AbortSignal,
  emit: EmitLlmEvent,
  extras: object = {},
): Promise<void> {
  const call: EventCall = {
    provider: server.provider,
    url: `${server.baseUrl}/chat/completions${server.query ?? ''}`,
    headers: { ...server.headers, ...keyHeaders(server) },
    body: { ...chatCompletionRequest(request, server.lengthField, server.dialect), ...extras },
    timeoutMs: server.timeoutMs,
    dispatcher: server.dispatcher,
    framing: JSON_OR_EVENTS,
  }
  const headless = headlessThoughtsOf(server.baseUrl, request.model)
  return normalizeStream(
    server.provider,
    (forward) =>
      postForEvents(
        call,
        readChatCompletion(server.provider, forward, { headless, onAnnotations: server.onAnnotations }),
        signal,
      ),
    signal,
    emit,
  )
}

const keyHeaders = ({ apiKey, keyHeader }: Pick<ChatCompletionsServer, 'apiKey' | 'keyHeader'>) =>
  keyHeader === undefined ? bearer(apiKey) : apiKey !== undefined && { [keyHeader]: apiKey }

export const bearer = (apiKey: string | undefined): Readonly<Record<string, string>> =>
  apiKey === undefined ? {} : { authorization: `Bearer ${apiKey}` }
