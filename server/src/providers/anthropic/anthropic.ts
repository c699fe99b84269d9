import type { Dispatcher } from 'undici'
import type { LlmProvider, LlmRequest, EmitLlmEvent } from '../llm/llm.ts'
import { AVAILABLE, withoutKey } from '../wire/availability.ts'
import { normalizeStream } from '../wire/normalize-stream.ts'
import { type EventCall, postForEvents } from '../wire/event-stream.ts'
import type { ProviderName } from '../wire/failures.ts'
import { messagesRequest } from './messages-request.ts'
import { createMessageReader } from './messages-stream.ts'

export interface AnthropicOptions {
  readonly apiKey: string | undefined
  /** with or without its `/v1` */
  readonly baseUrl: string
  /** used if it is a model of Anthropic */
  readonly modelPrimary: string
  readonly timeoutMs: number
}

const PROVIDER = { id: 'anthropic', name: 'Anthropic' } as const
/** The current model with the best balance of quality and speed (November 2026). */
const DEFAULT_MODEL = 'claude-sonnet-5-5'

/** Options that the messages protocol does not have. */
export const MESSAGES_UNSUPPORTED = [
  'responseFormat',
  'seed',
  'presencePenalty',
  'frequencyPenalty',
  'logitBias',
] as const

const serves = (model: string) => model.startsWith('claude-')

export function createAnthropic({ apiKey, baseUrl, modelPrimary, timeoutMs }: AnthropicOptions): LlmProvider {
  return {
    ...PROVIDER,
    defaultModel: () => (serves(modelPrimary) ? modelPrimary : DEFAULT_MODEL),
    serves,
    unsupported: MESSAGES_UNSUPPORTED,
    availability: async () =>
      apiKey === undefined ? withoutKey(PROVIDER.name, 'ANTHROPIC_API_KEY') : AVAILABLE,
    location: 'vendor',
    stream: (request, signal, emit) =>
      streamMessages({ provider: PROVIDER, baseUrl, apiKey, timeoutMs }, request, signal, emit),
  }
}

/** A server that speaks Anthropic's messages protocol. */
interface MessagesServer extends Pick<AnthropicOptions, 'apiKey' | 'baseUrl' | 'timeoutMs'> {
  readonly provider: ProviderName
  readonly headers?: Readonly<Record<string, string>>
  /** default: connections to any address */
  readonly dispatcher?: Dispatcher | undefined
}

export function streamMessages(
  { provider, baseUrl, apiKey, timeoutMs, headers, dispatcher }: MessagesServer,
  request: LlmRequest,
  signal: AbortSignal,
  emit: EmitLlmEvent,
): Promise<void> {
  const call: EventCall = {
    provider,
    url: `${baseUrl.replace(/\/v1$/, '')}/v1/messages`,
    headers: { ...headers, 'x-api-key': apiKey ?? '', 'anthropic-version': '2023-06-01' },
    body: messagesRequest(request),
    timeoutMs,
    dispatcher,
  }
  return normalizeStream(
    provider,
    (emitNormalized) => postForEvents(call, createMessageReader(provider, emitNormalized), signal),
    signal,
    emit,
  )
}
