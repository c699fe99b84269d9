import type { Behaviour } from './behaviour.ts'
import type { Body } from './deliver.ts'
import type { Reply } from './reply.ts'
import { type ScriptedSearch, searchFor } from './vendor-search.ts'

type Data = Readonly<Record<string, unknown>> & { readonly type: string }

const event = (data: Data) => Buffer.from(`event: ${data.type}\ndata: ${JSON.stringify(data)}\n\n`)

interface SearchResult {
  readonly type?: string
  readonly source?: string
  readonly title?: string
  readonly content?: readonly { readonly text: string }[]
}

interface MessagesRequest {
  readonly messages?: readonly { readonly role: string; readonly content?: string | readonly Block[] }[]
}

interface Block extends SearchResult {
  readonly content?: never
}

/** Returns the `search_result` blocks of a request, in order. */
function resultsIn({ messages = [] }: MessagesRequest): readonly SearchResult[] {
  return messages.flatMap(({ content }) =>
    typeof content === 'string'
      ? []
      : (content ?? []).flatMap((block) => {
          const inner = (block as { readonly content?: unknown }).content
          const all = [block, ...(Array.isArray(inner) ? (inner as SearchResult[]) : [])]
          return all.filter(({ type }) => type === 'search_result')
        }),
  )
}

/** Returns whether the turn goes on after a pause: its search comes back. */
function goesOn({ messages = [] }: MessagesRequest): boolean {
  const { role, content = [] } = messages.at(-1) ?? {}
  return role === 'assistant' && JSON.stringify(content).includes('"encrypted_content":"ZW5jcnlwdGVk"')
}

/**
 * Returns a reply that has searched, or cites passages of a tool's result, in Anthropic's stream format; undefined for others.
 */
export function anthropicSearchEvents(
  request: unknown,
  reply: Reply,
  behaviour: Behaviour,
): Body | undefined {
  const search = searchFor(behaviour, request)
  if (!search || reply.toolCalls.length > 0) return undefined
  const isContinued = goesOn(request as MessagesRequest)
  const usesSearch = search.query !== '' && !isContinued
  const isPaused = usesSearch && search.pauses === true
  const blocks = [
    ...(usesSearch ? searchBlocks(search) : []),
    ...(isPaused ? [] : statementBlocks(search, resultsIn(request as MessagesRequest))),
  ]
  const usage = {
    input_tokens: reply.usage?.promptTokens ?? 0,
    cache_read_input_tokens: 0,
    cache_creation_input_tokens: 0,
  }
  return {
    contentType: 'text/event-stream; charset=utf-8',
    opening: [
      event({
        type: 'message_start',
        message: {
          id: 'msg_1',
          type: 'message',
          role: 'assistant',
          model: reply.model,
          content: [],
          stop_reason: null,
          stop_sequence: null,
          usage: { ...usage, output_tokens: 1 },
        },
      }),
    ],
    pieces: blocks.flatMap(({ start, deltas }, index) => [
      event({ type: 'content_block_start', index, content_block: start }),
      ...deltas.map((delta) => event({ type: 'content_block_delta', index, delta })),
      event({ type: 'content_block_stop', index }),
    ]),
    closing: [
      event({
        type: 'message_delta',
        delta: { stop_reason: isPaused ? 'pause_turn' : 'end_turn', stop_sequence: null },
        usage: {
          output_tokens: reply.usage?.completionTokens ?? 1,
          server_tool_use: { web_search_requests: usesSearch ? 1 : 0, web_fetch_requests: 0 },
        },
      }),
      event({ type: 'message_stop' }),
    ],
    errorEvent: event({ type: 'error', error: { type: 'overloaded_error', message: 'Overloaded' } }),
    garbage: Buffer.from('event: content_block_delta\ndata: {"type": "content_block_delta", "delta"\n\n'),
  }
}

interface StreamedBlock {
  readonly start: object
  readonly deltas: readonly object[]
}

const searchBlocks = ({ query, pages }: ScriptedSearch): readonly StreamedBlock[] => [
  {
    start: { type: 'server_tool_use', id: 'srvtoolu_1', name: 'web_search', input: {} },
    deltas: [{ type: 'input_json_delta', partial_json: JSON.stringify({ query }) }],
  },
  {
    start: {
      type: 'web_search_tool_result',
      tool_use_id: 'srvtoolu_1',
      content: pages.map(({ url, title }) => ({
        type: 'web_search_result',
        url,
        title,
        encrypted_content: 'ZW5jcnlwdGVk',
        page_age: null,
      })),
    },
    deltas: [],
  },
]

/** Each statement is a block of its own, with what it rests on. */
const statementBlocks = (
  { statements, pages }: ScriptedSearch,
  results: readonly SearchResult[],
): readonly StreamedBlock[] =>
  statements.map(({ text, pages: cited = [], quote = '', passage }) => {
    const result = passage && results[passage.index]
    const citations = [
      ...cited.map((page) => ({
        type: 'web_search_result_location',
        url: pages[page]?.url,
        title: pages[page]?.title,
        encrypted_index: 'ZW5jcnlwdGVk',
        cited_text: quote,
      })),
      ...(passage && result
        ? [
            {
              type: 'search_result_location',
              source: result.source,
              title: result.title,
              search_result_index: passage.index,
              start_block_index: passage.from,
              end_block_index: passage.to,
              cited_text: (result.content ?? [])
                .slice(passage.from, passage.to)
                .map((block) => block.text)
                .join(''),
            },
          ]
        : []),
    ]
    return {
      start: { type: 'text', text: '', ...(citations.length > 0 && { citations: [] }) },
      deltas: [
        ...citations.map((citation) => ({ type: 'citations_delta', citation })),
        { type: 'text_delta', text },
      ],
    }
  })
