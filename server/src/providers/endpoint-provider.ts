import { MAX_ENDPOINT_MODELS } from '@vee/contract/entities/model-endpoint-limits'
import { modelName } from '@vee/contract/entities/model-endpoint'
import { ANTHROPIC_SEARCH, MESSAGES_UNSUPPORTED, streamMessages } from './anthropic/anthropic.ts'
import { CONVERSE_UNSUPPORTED, streamConverse } from './bedrock/bedrock.ts'
import { GEMINI_SEARCH, GEMINI_UNSUPPORTED, geminiModelList, streamGenerateContent } from './gemini/gemini.ts'
import { createThoughtSignatures } from './gemini/thought-signatures.ts'
import type { LlmProvider } from './llm/llm.ts'
import { openRouterKeyWarning } from './openrouter/key-warning.ts'
import { OPENAI_SEARCH, streamOpenAi } from './openai/openai-search.ts'
import { withShortReasoning } from './openai/openai.ts'
import { AVAILABLE } from './wire/availability.ts'
import { azureAddress } from './wire/azure.ts'
import { MISTRAL_UNSUPPORTED } from './wire/chat/chat-completion-request.ts'
import { bearer, streamChatCompletion } from './wire/chat/chat-completions.ts'
import { reportedModels } from './wire/listed-model.ts'
import { isLoopbackHost } from '#lib/localhost.ts'
import { chatModelsOf, createProviderModelList, type ModelListSource } from './wire/model-list.ts'
import { idsOf } from './wire/list-entries.ts'
import type { EndpointConnection } from './endpoint-connection.ts'

interface EndpointProviderOptions {
  /** used if the endpoint offers it */
  readonly modelPrimary: string
  /** until headers, and between two events, in milliseconds */
  readonly timeoutMs: number
}

const LIST_TIMEOUT_MS = 3_000
/** A list of models at a vendor changes rarely. */
const MAX_LIST_AGE_MS = 60_000
const OPENAI_HOST = 'api.openai.com'
const OPENROUTER_HOST = 'openrouter.ai'
const MISTRAL_HOST = 'api.mistral.ai'
const NO_BILL = { input: 0, output: 0 } as const

/** Creates the provider for an endpoint that the host or an organization has added. */
export function createEndpointProvider(
  connection: EndpointConnection,
  { modelPrimary, timeoutMs }: EndpointProviderOptions,
): LlmProvider {
  const { id, name, baseUrl, access, organizationId } = connection
  const { hostname } = new URL(baseUrl)
  const location = isLoopbackHost(hostname) ? 'server' : 'vendor'
  const source = modelListOf(connection, LIST_TIMEOUT_MS)
  const list = source && createProviderModelList(source, { maxAgeMs: MAX_LIST_AGE_MS })
  const models = () => (connection.models.length > 0 ? connection.models : (list?.listedIds() ?? []))
  const prices = connection.prices ?? (location === 'server' ? NO_BILL : undefined)
  return {
    id,
    name,
    location,
    access,
    ...(organizationId !== undefined && { organizationId }),
    pricesOf: (model) => prices ?? list?.describe(model)?.prices,
    defaultModel: () => (models().includes(modelPrimary) ? modelPrimary : models()[0]),
    serves: (model) => models().includes(model),
    async models() {
      if (connection.models.length === 0) await list?.check()
      return models()
    },
    ...(hostname === OPENROUTER_HOST && { keyWarning: (now) => openRouterKeyWarning(connection, now) }),
    describe: (model) => list?.describe(model),
    async availability() {
      if (connection.models.length > 0) return AVAILABLE
      if (!list) {
        const reason = `${name} has no list of its models.`
        return { available: false, reason, hint: 'Enter their names as models.', envVar: null }
      }
      if ((await list.check()) !== undefined && models().length > 0) return AVAILABLE
      return {
        available: false,
        reason: `${name} did not return a list of models.`,
        hint: 'Test the endpoint, or enter the names of its models.',
        envVar: null,
      }
    },
    ...(connection.vendorSearch && vendorSearchOf(connection.protocol)),
    ...protocolOf(connection, hostname, timeoutMs),
  }
}

/** Returns the vendor's own search; Azure and Amazon offer none in these protocols. */
function vendorSearchOf(protocol: EndpointConnection['protocol']): Pick<LlmProvider, 'vendorSearch'> {
  switch (protocol) {
    case 'openai':
      return { vendorSearch: OPENAI_SEARCH }
    case 'anthropic':
      return { vendorSearch: ANTHROPIC_SEARCH }
    case 'gemini':
      return { vendorSearch: GEMINI_SEARCH }
    case 'azure':
    case 'bedrock':
      return {}
  }
}

/** Returns how requests are sent, and the options that the protocol does not have. */
function protocolOf(
  connection: EndpointConnection,
  hostname: string,
  timeoutMs: number,
): Pick<LlmProvider, 'stream' | 'unsupported'> {
  const { id, name, baseUrl, apiKey, headers, dispatcher } = connection
  const server = { provider: { id, name }, baseUrl, apiKey, headers, timeoutMs, dispatcher }
  switch (connection.protocol) {
    case 'anthropic':
      return {
        unsupported: MESSAGES_UNSUPPORTED,
        stream: (request, signal, emit) => streamMessages(server, request, signal, emit),
      }
    case 'gemini': {
      const signatures = createThoughtSignatures()
      return {
        unsupported: GEMINI_UNSUPPORTED,
        stream: (request, signal, emit) =>
          streamGenerateContent({ ...server, signatures }, request, signal, emit),
      }
    }
    case 'bedrock':
      return {
        unsupported: CONVERSE_UNSUPPORTED,
        stream: (request, signal, emit) => streamConverse(server, request, signal, emit),
      }
    case 'azure':
      return {
        stream: (request, signal, emit) =>
          streamChatCompletion(
            {
              ...server,
              ...azureAddress(baseUrl, request.model),
              lengthField: 'max_completion_tokens',
              keyHeader: 'api-key',
            },
            withShortReasoning(request),
            signal,
            emit,
          ),
      }
    case 'openai': {
      const isOpenAi = hostname === OPENAI_HOST
      const isMistral = hostname === MISTRAL_HOST
      return {
        ...(isMistral && { unsupported: MISTRAL_UNSUPPORTED }),
        stream: (request, signal, emit) =>
          streamOpenAi(
            {
              ...server,
              lengthField: isOpenAi ? 'max_completion_tokens' : 'max_tokens',
              dialect: isMistral ? 'mistral' : 'openai',
            },
            isOpenAi ? withShortReasoning(request) : request,
            signal,
            emit,
          ),
      }
    }
  }
}

/**
 * Returns the request for an endpoint's list of models; undefined at Azure and Amazon Bedrock, which list all models
 * instead of those that an account may use.
 */
export function modelListOf(connection: EndpointConnection, timeoutMs: number): ModelListSource | undefined {
  const { protocol, baseUrl, apiKey, headers, dispatcher } = connection
  switch (protocol) {
    case 'anthropic':
      return {
        url: `${baseUrl.replace(/\/v1$/, '')}/v1/models?limit=1000`,
        headers: {
          ...headers,
          'anthropic-version': '2023-06-01',
          ...(apiKey !== undefined && { 'x-api-key': apiKey }),
        },
        read: chatModelsIn,
        timeoutMs,
        dispatcher,
      }
    case 'gemini': {
      const source = geminiModelList(connection, timeoutMs)
      return { ...source, dispatcher, read: (body) => withValidNames(source.read(body)) }
    }
    case 'azure':
    case 'bedrock':
      return undefined
    case 'openai':
      return {
        url: `${baseUrl}/models`,
        headers: { ...headers, ...bearer(apiKey) },
        read: chatModelsIn,
        describe: reportedModels,
        timeoutMs,
        dispatcher,
      }
  }
}

/** Reads the list of OpenAI's and Anthropic's protocols. */
function chatModelsIn(body: unknown): readonly string[] | undefined {
  const ids = idsOf(body)
  return withValidNames(ids && chatModelsOf(ids))
}

const withValidNames = (ids: readonly string[] | undefined) =>
  ids?.filter((id) => modelName.safeParse(id).success).slice(0, MAX_ENDPOINT_MODELS)
