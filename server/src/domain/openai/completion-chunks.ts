import type { ReplyEvent } from '@vee/contract/stream/reply-event'
import { finishReasonOf, usageOf } from './wording.ts'

interface ChunkOptions {
  /** seconds since 1970 */
  readonly created: number
  readonly includesUsage: boolean
}

const sseEvent = (value: object) => `data: ${JSON.stringify(value)}\n\n`

/**
 * Converts a reply's events to the chunks that OpenAI streams. An error ends the stream without its last
 * line, so that clients do not treat it as complete.
 */
export async function* completionChunks(
  events: AsyncIterable<{ readonly event: ReplyEvent }>,
  { created, includesUsage }: ChunkOptions,
): AsyncGenerator<string, void, undefined> {
  const shared = { id: '', object: 'chat.completion.chunk', created, model: '' }
  const chunk = (delta: object, finish_reason: string | null = null) =>
    sseEvent({ ...shared, choices: [{ index: 0, delta, finish_reason }] })
  for await (const { event } of events) {
    switch (event.type) {
      case 'start':
        shared.id = `chatcmpl-${event.replyId}`
        shared.model = event.agentId
        yield chunk({ role: 'assistant', content: '' })
        break
      case 'chunk':
        yield chunk({ content: event.content })
        break
      case 'tool_call_delta':
        yield chunk({ tool_calls: [callDelta(event)] })
        break
      case 'error':
        yield sseEvent({
          error: { message: event.message, type: 'server_error', param: null, code: event.error },
        })
        return
      case 'final_response_metadata':
        yield chunk({}, finishReasonOf(event))
        if (includesUsage) yield sseEvent({ ...shared, choices: [], usage: usageOf(event) })
        yield 'data: [DONE]\n\n'
        return
      // The agent's own tools and the model's reasoning are not emitted to the client.
      case 'tool_started':
      case 'tool_finished':
      case 'source':
      case 'result_delta':
      case 'speaker':
      case 'reasoning_delta':
      // The protocol cannot take back what was sent.
      case 'retracted':
      case 'marked':
    }
  }
}

type CallDelta = Extract<ReplyEvent, { type: 'tool_call_delta' }>

const callDelta = ({ index, id, name, argumentsDelta }: CallDelta) => ({
  index,
  ...(id !== undefined && { id, type: 'function' }),
  function: { ...(name !== undefined && { name }), arguments: argumentsDelta ?? '' },
})
