import type { Behaviour } from './behaviour.ts'
import type { Body } from './deliver.ts'
import type { Reply } from './reply.ts'
import { type ScriptedSearch, searchFor } from './vendor-search.ts'

/** Numbers the events, as the protocol does. */
function eventsOf(data: readonly Readonly<Record<string, unknown>>[]): readonly Buffer[] {
  return data.map((fields, index) =>
    Buffer.from(
      `event: ${String(fields['type'])}\ndata: ${JSON.stringify({ ...fields, sequence_number: index })}\n\n`,
    ),
  )
}

/** A link as OpenAI's models write it: the range of its annotation is that of the link. */
const linkTo = (url: string) => `([${new URL(url).hostname}](${trackedUrl(url)}))`
const trackedUrl = (url: string) => `${url}${url.includes('?') ? '&' : '?'}utm_source=openai`

interface Annotation {
  readonly type: 'url_citation'
  /** in characters, as the vendor counts */
  readonly start_index: number
  readonly end_index: number
  readonly url: string
  readonly title: string
}

/** Returns the pieces of a text with a link after each statement, and the annotation that follows a piece. */
export function linkedText({ statements, pages }: ScriptedSearch) {
  const pieces: { readonly text: string; readonly annotation?: Annotation }[] = []
  let length = 0
  const add = (text: string, annotation?: Annotation) => {
    pieces.push({ text, ...(annotation && { annotation }) })
    length += Array.from(text).length
  }
  for (const { text, pages: cited = [] } of statements) {
    add(text)
    for (const page of cited) {
      const { url, title } = pages[page] ?? { url: '', title: '' }
      add(' ')
      const link = linkTo(url)
      add(link, {
        type: 'url_citation',
        start_index: length,
        end_index: length + Array.from(link).length,
        url: trackedUrl(url),
        title,
      })
    }
  }
  return pieces
}

/** Returns a reply in the format of `POST /v1/responses` with `stream: true`. */
export function responseEvents(request: unknown, reply: Reply, behaviour: Behaviour): Body {
  const search = searchFor(behaviour, request)
  const searchItems = search ? searchEvents(search, request) : []
  const messageIndex = search ? 1 : 0
  const pieces = search ? linkedText(search) : reply.tokens.map((text) => ({ text, annotation: undefined }))
  const hasText = pieces.length > 0
  const common = { item_id: 'msg_1', output_index: messageIndex, content_index: 0 }
  const message = { id: 'msg_1', type: 'message', role: 'assistant', status: 'in_progress', content: [] }
  const data = [
    { type: 'response.created', response: responseOf(reply, 'in_progress') },
    ...searchItems,
    ...(hasText
      ? [
          { type: 'response.output_item.added', output_index: messageIndex, item: message },
          {
            type: 'response.content_part.added',
            ...common,
            part: { type: 'output_text', text: '', annotations: [], logprobs: [] },
          },
          ...pieces.flatMap(({ text, annotation }, index) => [
            { type: 'response.output_text.delta', ...common, delta: text, logprobs: [] },
            ...(annotation
              ? [
                  {
                    type: 'response.output_text.annotation.added',
                    ...common,
                    annotation_index: index,
                    annotation,
                  },
                ]
              : []),
          ]),
        ]
      : []),
    ...reply.toolCalls.flatMap((call, index) => {
      const outputIndex = messageIndex + (hasText ? 1 : 0) + index
      const item = { id: `fc_${index}`, type: 'function_call', call_id: call.id, name: call.name }
      return [
        { type: 'response.output_item.added', output_index: outputIndex, item: { ...item, arguments: '' } },
        {
          type: 'response.function_call_arguments.delta',
          item_id: item.id,
          output_index: outputIndex,
          delta: call.arguments,
        },
        {
          type: 'response.output_item.done',
          output_index: outputIndex,
          item: { ...item, arguments: call.arguments },
        },
      ]
    }),
    reply.finishReason === 'length'
      ? {
          type: 'response.incomplete',
          response: {
            ...responseOf(reply, 'incomplete'),
            incomplete_details: { reason: 'max_output_tokens' },
          },
        }
      : { type: 'response.completed', response: responseOf(reply, 'completed') },
  ]
  const events = eventsOf(data)
  return {
    contentType: 'text/event-stream; charset=utf-8',
    opening: events.slice(0, 1),
    pieces: events.slice(1, -1),
    closing: events.slice(-1),
    errorEvent: Buffer.from(
      'event: error\ndata: {"type":"error","code":"server_error","message":"The server had an error.","param":null,"sequence_number":9}\n\n',
    ),
    garbage: Buffer.from('data: {"type": "response.outp\n\n'),
  }
}

function searchEvents({ query, pages }: ScriptedSearch, request: unknown) {
  const { include = [] } = request as { readonly include?: readonly string[] }
  const hasSources = include.includes('web_search_call.action.sources')
  const item = { id: 'ws_1', type: 'web_search_call' }
  const sources = pages.map(({ url }) => ({ type: 'url', url }))
  return [
    { type: 'response.output_item.added', output_index: 0, item: { ...item, status: 'in_progress' } },
    { type: 'response.web_search_call.searching', output_index: 0, item_id: item.id },
    { type: 'response.web_search_call.completed', output_index: 0, item_id: item.id },
    {
      type: 'response.output_item.done',
      output_index: 0,
      item: {
        ...item,
        status: 'completed',
        action: { type: 'search', query, queries: [query], ...(hasSources && { sources }) },
      },
    },
  ]
}

const responseOf = ({ model, usage }: Reply, status: string) => ({
  id: 'resp_1',
  object: 'response',
  created_at: 0,
  model,
  status,
  error: null,
  output: [],
  usage: usage && {
    input_tokens: usage.promptTokens,
    input_tokens_details: { cached_tokens: usage.cachedTokens ?? 0 },
    output_tokens: usage.completionTokens,
    output_tokens_details: { reasoning_tokens: usage.reasoningTokens ?? 0 },
    total_tokens: usage.promptTokens + usage.completionTokens,
  },
})
