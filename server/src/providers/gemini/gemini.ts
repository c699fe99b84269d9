import type { Dispatcher } from 'undici'
import type { EmitLlmEvent, LlmProvider, LlmRequest, VendorSearch } from '../llm/llm.ts'
import { AVAILABLE, withoutKey } from '../wire/availability.ts'
import { type EventCall, postForEvents } from '../wire/event-stream.ts'
import type { ProviderName } from '../wire/failures.ts'
import { createProviderModelList, type ModelListSource } from '../wire/model-list.ts'
import { normalizeStream } from '../wire/normalize-stream.ts'
import { combinesTools, generateContentRequest } from './generate-content-request.ts'
import { createContentReader } from './generate-content-stream.ts'
import { capabilitiesIn, modelsIn, nextPageIn } from './gemini-models.ts'
import { createThoughtSignatures, type ThoughtSignatures } from './thought-signatures.ts'

export interface GeminiOptions {
  readonly apiKey: string | undefined
  /** with or without its version, `/v1beta` or `/v1` */
  readonly baseUrl: string
  /** used if it is a model of Google */
  readonly modelPrimary: string
  readonly timeoutMs: number
  /** the model searches by Google's own search */
  readonly searchesByVendor?: boolean
}

const PROVIDER = { id: 'gemini', name: 'Google Gemini' } as const
/** The current model with the best balance of quality, speed and price (November 2026). */
const DEFAULT_MODEL = 'gemini-3.8-flash'
const LIST_TIMEOUT_MS = 3_000
/** A vendor's list of models changes rarely. */
const MAX_LIST_AGE_MS = 600_000

/** Options that the Gemini API does not have. */
export const GEMINI_UNSUPPORTED = ['logitBias', 'allowsParallelToolCalls'] as const

/** Prices of grounding (November 2026): since Gemini 3 for each query, before for each grounded reply. */
export const GEMINI_SEARCH: VendorSearch = {
  priceUsd: (model) => (combinesTools(model) ? 0.014 : 0.035),
  abilityOf: (model) =>
    combinesTools(model) ? 'with-tools' : /gemini-2\./.test(model) ? 'without-tools' : 'none',
}

const serves = (model: string) => /^gemini-[\w.-]+$/.test(model)

/** Creates the provider for Google's Gemini API. */
export function createGemini({
  apiKey,
  baseUrl,
  modelPrimary,
  timeoutMs,
  searchesByVendor = false,
}: GeminiOptions): LlmProvider {
  const server: GeminiServer = {
    provider: PROVIDER,
    baseUrl,
    apiKey,
    timeoutMs,
    signatures: createThoughtSignatures(),
  }
  const models = createProviderModelList(geminiModelList({ baseUrl, apiKey }, LIST_TIMEOUT_MS), {
    maxAgeMs: MAX_LIST_AGE_MS,
  })
  const defaultModel = () => (serves(modelPrimary) ? modelPrimary : DEFAULT_MODEL)
  return {
    ...PROVIDER,
    location: 'vendor',
    defaultModel,
    serves,
    async models() {
      const listed = (await models.check())?.filter(serves) ?? []
      return [defaultModel(), ...listed.filter((model) => model !== defaultModel())]
    },
    describe: (model) => models.describe(model),
    ...(searchesByVendor && { vendorSearch: GEMINI_SEARCH }),
    unsupported: GEMINI_UNSUPPORTED,
    availability: async () =>
      apiKey === undefined ? withoutKey(PROVIDER.name, 'GEMINI_API_KEY') : AVAILABLE,
    stream: (request, signal, emit) => streamGenerateContent(server, request, signal, emit),
  }
}

/** A server that speaks the protocol of the Gemini API. */
interface GeminiServer extends Pick<GeminiOptions, 'apiKey' | 'baseUrl' | 'timeoutMs'> {
  readonly provider: ProviderName
  readonly headers?: Readonly<Record<string, string>>
  readonly signatures: ThoughtSignatures
  /** default: connections to any address */
  readonly dispatcher?: Dispatcher | undefined
}

export function streamGenerateContent(
  { provider, baseUrl, apiKey, timeoutMs, headers, signatures, dispatcher }: GeminiServer,
  request: LlmRequest,
  signal: AbortSignal,
  emit: EmitLlmEvent,
): Promise<void> {
  const call: EventCall = {
    provider,
    url: `${versioned(baseUrl)}/${resourceOf(request.model)}:streamGenerateContent?alt=sse`,
    headers: { ...headers, ...keyHeader(apiKey) },
    body: generateContentRequest(request, signatures),
    timeoutMs,
    dispatcher,
  }
  return normalizeStream(
    provider,
    (emitNormalized) =>
      postForEvents(call, createContentReader(provider, request.model, signatures, emitNormalized), signal),
    signal,
    emit,
  )
}

interface GeminiConnection extends Pick<GeminiOptions, 'apiKey' | 'baseUrl'> {
  readonly headers?: Readonly<Record<string, string>>
}

/** Returns the request for the list of models that can generate replies. */
export function geminiModelList(
  { baseUrl, apiKey, headers }: GeminiConnection,
  timeoutMs: number,
): ModelListSource {
  const url = `${versioned(baseUrl)}/models?pageSize=1000`
  return {
    url,
    headers: { ...headers, ...keyHeader(apiKey) },
    read: modelsIn,
    describe: capabilitiesIn,
    nextPage: (body) => {
      const token = nextPageIn(body)
      return token === undefined ? undefined : `${url}&pageToken=${encodeURIComponent(token)}`
    },
    timeoutMs,
  }
}

const keyHeader = (apiKey: string | undefined): Readonly<Record<string, string>> =>
  apiKey === undefined ? {} : { 'x-goog-api-key': apiKey }

/**
 * Returns the address with its version: Google's published client uses `/v1`, its documentation `/v1beta`, which also
 * has the newest fields. The address of Google's door with OpenAI's protocol is accepted too.
 */
function versioned(baseUrl: string): string {
  const address = baseUrl.replace(/\/openai$/, '')
  return /\/v1(?:beta)?$/.test(address) ? address : `${address}/v1beta`
}

/** Returns the path of a model; the names of tuned models contain their collection. */
const resourceOf = (model: string) =>
  (model.includes('/') ? model : `models/${model}`).split('/').map(encodeURIComponent).join('/')
