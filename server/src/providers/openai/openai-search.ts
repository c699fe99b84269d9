import { plainModelName } from '../llm/prices.ts'
import type { EmitLlmEvent, LlmRequest, VendorSearch } from '../llm/llm.ts'
import { bearer, type ChatCompletionsServer, streamChatCompletion } from '../wire/chat/chat-completions.ts'
import { postForEvents } from '../wire/event-stream.ts'
import { normalizeStream } from '../wire/normalize-stream.ts'
import { LinkCitations } from './link-citations.ts'
import { responsesRequest } from './responses-request.ts'
import { createResponseReader } from './responses-stream.ts'

/** Models that search in each reply, in the chat completions protocol; they have no other tools. */
const SEARCH_MODEL = /-search-(?:preview|api)$/
/** Models with the tool `web_search` of the Responses protocol. */
const WITH_TOOL =
  /^(?:gpt-4o|gpt-4\.1|gpt-[5-9]|o[34])(?!.*(?:audio|realtime|transcribe|tts|image|chat|nano$))/

/** Prices of OpenAI's search (November 2026). */
export const OPENAI_SEARCH: VendorSearch = {
  priceUsd: (model) => (plainModelName(model).startsWith('gpt-4o') && isSearchModel(model) ? 0.025 : 0.01),
  abilityOf(model) {
    if (isSearchModel(model)) return 'without-tools'
    return WITH_TOOL.test(plainModelName(model)) ? 'with-tools' : 'none'
  },
}

const isSearchModel = (model: string) => SEARCH_MODEL.test(plainModelName(model))

/** Options that the Responses protocol does not have: a request with one of them is sent without the search. */
const WITHOUT_SEARCH = ['seed', 'presencePenalty', 'frequencyPenalty', 'logitBias', 'stop'] as const

/**
 * Streams a reply of OpenAI, or of a server with its protocols: by the Responses protocol where the model searches, otherwise by chat
 * completions.
 */
export function streamOpenAi(
  server: ChatCompletionsServer,
  request: LlmRequest,
  signal: AbortSignal,
  emit: EmitLlmEvent,
): Promise<void> {
  const { search, model, options = {} } = request
  if (search && isSearchModel(model)) return streamSearchModel(server, request, signal, emit)
  const isLost = WITHOUT_SEARCH.some((option) => options[option] !== undefined)
  if (!search || isLost) return streamChatCompletion(server, request, signal, emit)
  const call = {
    provider: server.provider,
    url: `${server.baseUrl}/responses`,
    headers: { ...server.headers, ...bearer(server.apiKey) },
    body: responsesRequest(request),
    timeoutMs: server.timeoutMs,
    dispatcher: server.dispatcher,
  }
  return normalizeStream(
    server.provider,
    (forward) => postForEvents(call, createResponseReader(server.provider, forward), signal),
    signal,
    emit,
  )
}

/** Streams a reply of a model that searches by itself: its citations follow the text. */
function streamSearchModel(
  server: ChatCompletionsServer,
  { search, ...request }: LlmRequest,
  signal: AbortSignal,
  emit: EmitLlmEvent,
): Promise<void> {
  const location = search?.timeZone === undefined ? {} : { timezone: search.timeZone }
  const pages = new Map<string, string>()
  const text = new LinkCitations(emit, false)
  const onAnnotations = (annotations: readonly unknown[]) => {
    for (const annotation of annotations) {
      const cited = (annotation as { readonly url_citation?: { url?: unknown; title?: unknown } } | null)
        ?.url_citation
      text.cite({ type: 'url_citation', ...cited })
      if (typeof cited?.url === 'string')
        pages.set(cited.url, typeof cited.title === 'string' ? cited.title : '')
    }
  }
  return streamChatCompletion(
    { ...server, onAnnotations },
    { ...request, tools: [] },
    signal,
    (event) => {
      if (event.type === 'text') return text.addText(event.text)
      if (event.type === 'retract' && event.kind === 'text') text.retract(event.length)
      if (event.type !== 'finish') return emit(event)
      if (pages.size > 0) {
        const foundPages = [...pages].map(([url, title]) => ({ url, title }))
        emit({ type: 'web-search', id: 'search', query: '', pages: foundPages })
      }
      text.end()
      // A search model searches for each reply, and each is charged.
      emit({ ...event, searches: 1 })
    },
    { web_search_options: { user_location: { type: 'approximate', approximate: location } } },
  )
}
