import type { TokenUsage } from '@vee/contract/entities/message'
import type { Dispatcher } from 'undici'
import type { LlmProvider, LlmRequest, EmitLlmEvent, VendorSearch } from '../llm/llm.ts'
import { sumOfUsage } from '../llm/sum-of-usage.ts'
import { AVAILABLE, withoutKey } from '../wire/availability.ts'
import { normalizeStream } from '../wire/normalize-stream.ts'
import { type EventCall, postForEvents } from '../wire/event-stream.ts'
import type { ProviderName } from '../wire/failures.ts'
import { messagesRequest } from './messages-request.ts'
import { ContentBlocks } from './content-blocks.ts'
import { keepTurn } from '../llm/kept-turns.ts'
import { createMessageReader } from './messages-stream.ts'

export interface AnthropicOptions {
  readonly apiKey: string | undefined
  /** with or without its `/v1` */
  readonly baseUrl: string
  /** used if it is a model of Anthropic */
  readonly modelPrimary: string
  readonly timeoutMs: number
  /** the model searches by Anthropic's own search */
  readonly searchesByVendor?: boolean
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

/** 10 dollars for a thousand searches (November 2026). Models before Claude 3.5 have no search. */
export const ANTHROPIC_SEARCH: VendorSearch = {
  priceUsd: () => 0.01,
  abilityOf: (model) =>
    /claude-(?:[12]\b|3-(?:opus|sonnet|haiku)|instant)/.test(model) ? 'none' : 'with-tools',
}

const serves = (model: string) => model.startsWith('claude-')

export function createAnthropic({
  apiKey,
  baseUrl,
  modelPrimary,
  timeoutMs,
  searchesByVendor = false,
}: AnthropicOptions): LlmProvider {
  return {
    ...PROVIDER,
    ...(searchesByVendor && { vendorSearch: ANTHROPIC_SEARCH }),
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
  const call: Omit<EventCall, 'body'> = {
    provider,
    url: `${baseUrl.replace(/\/v1$/, '')}/v1/messages`,
    headers: { ...headers, 'x-api-key': apiKey ?? '', 'anthropic-version': '2023-06-01' },
    timeoutMs,
    dispatcher,
  }
  return normalizeStream(
    provider,
    (emitNormalized) => streamTurn(call, request, signal, emitNormalized),
    signal,
    emit,
  )
}

/** Times that a paused turn is continued. */
const MAX_PAUSES = 4

/** Streams a turn: one message, or several where the vendor pauses because it searches for long. */
async function streamTurn(
  call: Omit<EventCall, 'body'>,
  request: LlmRequest,
  signal: AbortSignal,
  emit: EmitLlmEvent,
): Promise<void> {
  const body = messagesRequest(request)
  const passages = request.messages
    .flatMap(({ parts = [] }) => parts)
    .filter((part) => typeof part !== 'string')
  const content: object[] = []
  const callIds: string[] = []
  let [usage, searches, citations]: [TokenUsage | undefined, number, number] = [undefined, 0, 0]
  for (let pauses = 0; ; pauses += 1) {
    const blocks = new ContentBlocks(passages, emit, citations)
    const reader = createMessageReader(call.provider, blocks, (event) => {
      if (event.type === 'tool-call-delta' && event.id !== undefined) callIds.push(event.id)
      emit(event)
    })
    await postForEvents({ ...call, body: continued(body, content) }, reader, signal)
    const end = reader.messageEnd
    if (!end) return
    content.push(...blocks.content)
    citations = blocks.citationCount
    usage = usage && end.usage ? sumOfUsage(usage, end.usage) : (end.usage ?? usage)
    searches += end.searches
    if (end.isPaused && pauses < MAX_PAUSES) continue
    const [firstCall] = callIds
    if (firstCall !== undefined && hasSearchIn(content)) keepTurn(firstCall, content)
    emit({
      type: 'finish',
      reason: end.isPaused ? 'length' : end.reason,
      usage,
      ...(searches > 0 && { searches }),
    })
    return
  }
}

const hasSearchIn = (content: readonly object[]) =>
  content.some((block) => 'type' in block && block.type === 'server_tool_use')

/** Returns the request that continues a paused turn with what it contains so far. */
const continued = (body: ReturnType<typeof messagesRequest>, content: readonly object[]): object =>
  content.length === 0 ? body : { ...body, messages: [...body.messages, { role: 'assistant', content }] }
