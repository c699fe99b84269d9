import type { Body } from './deliver.ts'
import type { Reply } from './reply.ts'

const STOP_REASON = {
  stop: 'end_turn',
  length: 'max_tokens',
  tool_calls: 'tool_use',
  content_filter: 'refusal',
} as const

const event = (data: { readonly type: string; readonly [field: string]: unknown }) =>
  Buffer.from(`event: ${data.type}\ndata: ${JSON.stringify(data)}\n\n`)

const textStart = (index: number) =>
  event({ type: 'content_block_start', index, content_block: { type: 'text', text: '' } })

/** Returns a reply in Anthropic's stream format (`POST /v1/messages` with `stream: true`). */
export function anthropicEvents(reply: Reply): Body {
  const hasText = reply.tokens.length > 0
  const thoughts = reply.reasoning.length > 0 ? 1 : 0
  const firstTool = thoughts + (hasText ? 1 : 0)
  const stop = (index: number) => event({ type: 'content_block_stop', index })

  return {
    contentType: 'text/event-stream; charset=utf-8',
    opening: [
      event({
        type: 'message_start',
        message: { ...messageOf(reply), content: [], usage: { ...inputUsage(reply), output_tokens: 1 } },
      }),
      ...(hasText && thoughts === 0 ? [textStart(0)] : []),
      event({ type: 'ping' }),
    ],
    pieces: [
      ...(thoughts === 1
        ? [
            event({
              type: 'content_block_start',
              index: 0,
              content_block: { type: 'thinking', thinking: '', signature: '' },
            }),
            ...reply.reasoning.map((thinking) =>
              event({ type: 'content_block_delta', index: 0, delta: { type: 'thinking_delta', thinking } }),
            ),
            event({
              type: 'content_block_delta',
              index: 0,
              delta: { type: 'signature_delta', signature: 'c2ln' },
            }),
            stop(0),
            ...(hasText ? [textStart(1)] : []),
          ]
        : []),
      ...reply.tokens.map((text) =>
        event({ type: 'content_block_delta', index: thoughts, delta: { type: 'text_delta', text } }),
      ),
      ...reply.toolCalls.flatMap(({ id, name, arguments: json }, position) => {
        const index = firstTool + position
        const inputDelta = (partial_json: string) =>
          event({ type: 'content_block_delta', index, delta: { type: 'input_json_delta', partial_json } })
        const middle = Math.ceil(json.length / 2)
        return [
          event({
            type: 'content_block_start',
            index,
            content_block: { type: 'tool_use', id, name, input: {} },
          }),
          inputDelta(json.slice(0, middle)),
          inputDelta(json.slice(middle)),
          stop(index),
        ]
      }),
    ],
    closing: [
      ...(hasText ? [stop(thoughts)] : []),
      event({
        type: 'message_delta',
        delta: { stop_reason: STOP_REASON[reply.finishReason], stop_sequence: null },
        ...(reply.usage && { usage: { output_tokens: reply.usage.completionTokens } }),
      }),
      event({ type: 'message_stop' }),
    ],
    errorEvent: event({ type: 'error', error: { type: 'overloaded_error', message: 'Overloaded' } }),
    garbage: Buffer.from('event: content_block_delta\ndata: {"type": "content_block_delta", "delta"\n\n'),
  }
}

/** Returns the same reply unstreamed. */
export function anthropicMessage(reply: Reply): unknown {
  return {
    ...messageOf(reply),
    stop_reason: STOP_REASON[reply.finishReason],
    content: [
      ...(reply.tokens.length > 0 ? [{ type: 'text', text: reply.tokens.join('') }] : []),
      ...reply.toolCalls.map(({ id, name, arguments: json }) => ({
        type: 'tool_use',
        id,
        name,
        input: JSON.parse(json) as unknown,
      })),
    ],
    usage: { ...inputUsage(reply), output_tokens: reply.usage?.completionTokens },
  }
}

function messageOf(reply: Reply) {
  return {
    id: 'msg_1',
    type: 'message',
    role: 'assistant',
    model: reply.model,
    content: [],
    stop_reason: null,
    stop_sequence: null,
  }
}

function inputUsage({ usage }: Reply): object {
  if (!usage) return {}
  const cached = usage.cachedTokens ?? 0
  return {
    input_tokens: usage.promptTokens - cached,
    cache_read_input_tokens: cached,
    cache_creation_input_tokens: 0,
  }
}
