import { EventStreamCodec } from '@smithy/core/event-streams'
import type { Behaviour } from '../upstream/behaviour.ts'
import type { Body } from '../upstream/deliver.ts'
import type { Reply } from '../upstream/reply.ts'

const STOP_REASON = {
  stop: 'end_turn',
  length: 'max_tokens',
  tool_calls: 'tool_use',
  content_filter: 'content_filtered',
} as const

// Amazon's own encoder.
const codec = new EventStreamCodec(
  (bytes) => Buffer.from(bytes).toString('utf8'),
  (text) => Buffer.from(text, 'utf8'),
)
const text = (value: string) => ({ type: 'string', value }) as const

const message = (type: 'event' | 'exception', name: string, content: object) =>
  Buffer.from(
    codec.encode({
      headers: {
        ':message-type': text(type),
        [type === 'event' ? ':event-type' : ':exception-type']: text(name),
        ':content-type': text('application/json'),
      },
      body: Buffer.from(JSON.stringify(content)),
    }),
  )
const event = (name: string, content: object) => message('event', name, content)

/** Returns a reply as the messages of ConverseStream. */
export function converseEvents(reply: Reply, behaviour: Behaviour): Body {
  const delta = (contentBlockIndex: number, content: object) =>
    event('contentBlockDelta', { contentBlockIndex, delta: content })
  const stop = (contentBlockIndex: number) => event('contentBlockStop', { contentBlockIndex })
  const tools = reply.toolCalls.flatMap(({ id, name, arguments: json }, index) => {
    const block = index + 2
    // A model streams the arguments in parts.
    const half = Math.ceil(json.length / 2)
    return [
      event('contentBlockStart', { contentBlockIndex: block, start: { toolUse: { toolUseId: id, name } } }),
      delta(block, { toolUse: { input: json.slice(0, half) } }),
      delta(block, { toolUse: { input: json.slice(half) } }),
      stop(block),
    ]
  })
  const damaged = event('contentBlockDelta', { contentBlockIndex: 1, delta: { text: 'damaged' } })
  damaged.writeUInt8(damaged.readUInt8(damaged.length - 1) ^ 0xff, damaged.length - 1)
  return {
    contentType: 'application/vnd.amazon.eventstream',
    opening: [event('messageStart', { role: 'assistant' })],
    pieces: [
      ...reply.reasoning.map((token) => delta(0, { reasoningContent: { text: token } })),
      ...reply.tokens.map((token) => delta(1, { text: token })),
      ...(reply.tokens.length > 0 ? [stop(1)] : []),
      ...tools,
    ],
    closing: [
      event('messageStop', { stopReason: behaviour.vendorReason ?? STOP_REASON[reply.finishReason] }),
      ...(reply.usage ? [event('metadata', { usage: usageOf(reply.usage), metrics: { latencyMs: 1 } })] : []),
    ],
    errorEvent: message('exception', 'modelStreamErrorException', { message: 'The model is overloaded.' }),
    garbage: damaged,
  }
}

/** Amazon counts the cached tokens apart from the others. */
function usageOf({ promptTokens, completionTokens, cachedTokens }: NonNullable<Reply['usage']>): object {
  return {
    inputTokens: promptTokens - (cachedTokens ?? 0),
    outputTokens: completionTokens,
    totalTokens: promptTokens + completionTokens,
    ...(cachedTokens !== undefined && { cacheReadInputTokens: cachedTokens, cacheWriteInputTokens: 0 }),
  }
}
