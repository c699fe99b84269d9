import type { Availability } from '../failure.ts'
import type { LlmProvider, LlmRequest } from '../llm/llm.ts'
import { AVAILABLE, withoutKey } from '../wire/availability.ts'
import { bearer, streamChatCompletion, type ChatCompletionsServer } from '../wire/chat/chat-completions.ts'
import { OPENAI_SEARCH, streamOpenAi } from './openai-search.ts'
import { isLoopbackHost } from '#lib/localhost.ts'
import { chatModelsOf, createProviderModelList } from '../wire/model-list.ts'
import { idsOf } from '../wire/list-entries.ts'

export interface OpenAiOptions {
  readonly apiKey: string | undefined
  /** with its `/v1` */
  readonly baseUrl: string
  /** false if the base URL is another server with OpenAI's protocol */
  readonly isVendor: boolean
  readonly modelPrimary: string
  readonly timeoutMs: number
  /** the model searches by OpenAI's own search */
  readonly searchesByVendor?: boolean
}

const ID = 'openai'
const DEFAULT_MODEL = 'gpt-4o'

/** Returns a provider for OpenAI itself, or any server with its protocol at another base URL. */
export function createOpenAi(options: OpenAiOptions): LlmProvider {
  return options.isVendor ? theVendor(options) : aCompatibleServer(options)
}

function theVendor({
  apiKey,
  baseUrl,
  modelPrimary,
  timeoutMs,
  searchesByVendor = false,
}: OpenAiOptions): LlmProvider {
  const provider = { id: ID, name: 'OpenAI' }
  const server: ChatCompletionsServer = {
    provider,
    baseUrl,
    apiKey,
    timeoutMs,
    lengthField: 'max_completion_tokens',
  }
  const defaultModel = () => (isOpenAiModel(modelPrimary) ? modelPrimary : DEFAULT_MODEL)
  const models = createProviderModelList(
    {
      url: `${baseUrl}/models`,
      headers: bearer(apiKey),
      read: (body) => chatModelsOf(idsOf(body) ?? []),
      timeoutMs: LIST_TIMEOUT_MS,
    },
    { maxAgeMs: MAX_VENDOR_LIST_AGE_MS },
  )
  return {
    ...provider,
    location: 'vendor',
    async models() {
      const listed = (await models.check())?.filter(isOpenAiModel) ?? []
      return [defaultModel(), ...listed.filter((model) => model !== defaultModel())]
    },
    defaultModel,
    serves: isOpenAiModel,
    availability: async () =>
      apiKey === undefined ? withoutKey(provider.name, 'OPENAI_API_KEY') : AVAILABLE,
    stream: (request, signal, emit) => streamOpenAi(server, withShortReasoning(request), signal, emit),
    ...(searchesByVendor && { vendorSearch: OPENAI_SEARCH }),
  }
}

const isOpenAiModel = (model: string) => /^(?:gpt-|chatgpt-|o\d|ft:)/.test(model)

/** Models with `reasoning_effort`. */
const REASONS = /^(?:gpt-[5-9](?!.*-chat)|o\d)/
/** Models that reason by default and support disabling it. */
const CAN_LEAVE_REASONING_OUT =
  /^gpt-(?:5\.[1-9]|6(?:\.\d)?)(?:-(?:sol|terra|luna|mini|nano))?(?:-\d{4}-\d\d-\d\d)?$/

/**
 * Disables reasoning unless the caller requests it, because users wait for the first word, and the newest
 * models support tools in this API only without it. Other models reject the value.
 */
export function withShortReasoning(request: LlmRequest): LlmRequest {
  const { model, reasoningEffort = 'none' } = request
  const isSupported = reasoningEffort === 'none' ? CAN_LEAVE_REASONING_OUT.test(model) : REASONS.test(model)
  return { ...request, reasoningEffort: isSupported ? reasoningEffort : undefined }
}

/** A vendor's list of models changes rarely. */
const MAX_VENDOR_LIST_AGE_MS = 600_000

/** Time limit for listing the models of a server on this network, in ms. */
const LIST_TIMEOUT_MS = 2_000

/**
 * Returns a provider for a self-hosted server: the key is optional, and it may have models in addition to the
 * one in the settings.
 */
function aCompatibleServer({ apiKey, baseUrl, modelPrimary, timeoutMs }: OpenAiOptions): LlmProvider {
  const provider = { id: ID, name: 'OpenAI-compatible server' }
  const server: ChatCompletionsServer = { provider, baseUrl, apiKey, timeoutMs, lengthField: 'max_tokens' }
  const models = createProviderModelList({
    url: `${baseUrl}/models`,
    headers: bearer(apiKey),
    read: (body) => idsOf(body),
    timeoutMs: LIST_TIMEOUT_MS,
  })
  const chatModels = () => chatModelsOf(models.listedIds())
  const defaultModel = () => {
    // An OpenAI model name is most likely the default of the setting, and was not chosen for this server.
    const isChosen = !isOpenAiModel(modelPrimary) || chatModels().includes(modelPrimary)
    return isChosen ? modelPrimary : (chatModels()[0] ?? modelPrimary)
  }
  const availability = async (): Promise<Availability> => {
    // Not every such server has a list, so a missing list is not an error.
    await models.check()
    return AVAILABLE
  }
  return {
    ...provider,
    location: isLoopbackHost(new URL(baseUrl).hostname) ? 'server' : 'vendor',
    async models() {
      await models.check()
      return [defaultModel(), ...chatModels().filter((model) => model !== defaultModel())]
    },
    defaultModel,
    serves: (model) => model === defaultModel() || chatModels().includes(model),
    availability,
    stream: (request, signal, emit) => streamChatCompletion(server, request, signal, emit),
  }
}
