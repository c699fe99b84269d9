import { ENDPOINT_MODELS_MAX } from '@vee/contract/entities/model-endpoint-limits'
import { modelName } from '@vee/contract/entities/model-endpoint'
import { MESSAGES_UNSUPPORTED, streamMessages } from './anthropic/anthropic.ts'
import type { LlmProvider } from './llm/llm.ts'
import { withShortReasoning } from './openai/openai.ts'
import { AVAILABLE } from './wire/availability.ts'
import { bearer, streamChatCompletion } from './wire/chat-completions.ts'
import { isLoopbackHost } from './wire/loopback.ts'
import { chatModelsOf, createProviderModelList, idsOf } from './wire/model-list.ts'
import type { EndpointConnection } from './endpoint-connection.ts'

interface EndpointProviderOptions {
  /** used if the endpoint offers it */
  readonly modelPrimary: string
  /** until headers, and between two events, in milliseconds */
  readonly timeoutMs: number
}

const LIST_TIMEOUT_MS = 3_000
/** A list of models at a vendor changes rarely. */
const LIST_MAX_AGE_MS = 60_000
const OPENAI_HOST = 'api.openai.com'
const NO_BILL = { input: 0, output: 0 } as const

/** Creates the provider for an endpoint that the host has added. */
export function createEndpointProvider(
  connection: EndpointConnection,
  { modelPrimary, timeoutMs }: EndpointProviderOptions,
): LlmProvider {
  const { id, name, protocol, baseUrl, access } = connection
  const { hostname } = new URL(baseUrl)
  const location = isLoopbackHost(hostname) ? 'server' : 'vendor'
  const list = createProviderModelList(modelListOf(connection, LIST_TIMEOUT_MS), {
    maxAgeMs: LIST_MAX_AGE_MS,
  })
  const models = () => (connection.models.length > 0 ? connection.models : list.known())
  const prices = connection.prices ?? (location === 'server' ? NO_BILL : undefined)
  const provider = { id, name }
  return {
    ...provider,
    location,
    access,
    ...(prices && { prices }),
    defaultModel: () => (models().includes(modelPrimary) ? modelPrimary : models()[0]),
    serves: (model) => models().includes(model),
    async models() {
      if (connection.models.length === 0) await list.look()
      return models()
    },
    async availability() {
      if (connection.models.length > 0) return AVAILABLE
      if ((await list.look()) !== undefined && models().length > 0) return AVAILABLE
      return {
        available: false,
        reason: `${name} did not return a list of models.`,
        hint: 'Test the endpoint, or enter the names of its models.',
        envVar: null,
      }
    },
    ...(protocol === 'anthropic' && { unsupported: MESSAGES_UNSUPPORTED }),
    stream(request, signal, emit) {
      if (protocol === 'anthropic') {
        return streamMessages({ provider, ...connection, timeoutMs }, request, signal, emit)
      }
      const isOpenAi = hostname === OPENAI_HOST
      return streamChatCompletion(
        {
          provider,
          baseUrl,
          apiKey: connection.apiKey,
          headers: connection.headers,
          timeoutMs,
          lengthField: isOpenAi ? 'max_completion_tokens' : 'max_tokens',
        },
        isOpenAi ? withShortReasoning(request) : request,
        signal,
        emit,
      )
    },
  }
}

/** The request for an endpoint's list of models: `GET /models` of both protocols. */
export function modelListOf(connection: EndpointConnection, timeoutMs: number) {
  const { protocol, baseUrl, apiKey, headers } = connection
  const isAnthropic = protocol === 'anthropic'
  return {
    url: isAnthropic ? `${baseUrl.replace(/\/v1$/, '')}/v1/models?limit=1000` : `${baseUrl}/models`,
    headers: {
      ...headers,
      ...(isAnthropic
        ? { 'anthropic-version': '2023-06-01', ...(apiKey !== undefined && { 'x-api-key': apiKey }) }
        : bearer(apiKey)),
    },
    read: (body: unknown) => {
      const ids = idsOf(body, 'data', 'id')
      return (
        ids && chatModelsOf(ids.filter((id) => modelName.safeParse(id).success)).slice(0, ENDPOINT_MODELS_MAX)
      )
    },
    timeoutMs,
  }
}
