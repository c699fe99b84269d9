import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { AGENT_IDS } from '../entities/agent-ids.ts'
import { ERROR_STATUS, type ErrorCode } from '../errors.ts'
import { encodeEvent, PING } from './encode.ts'
import { parseReplyStream, type BrokenLine, type ParsedEvent } from './parse.ts'
import { finishReason, replyEvent, type ReplyEvent } from './reply-event.ts'

async function* inPieces(pieces: readonly string[]): AsyncGenerator<string> {
  yield* pieces
}

async function parse(...pieces: string[]) {
  const broken: BrokenLine[] = []
  const events: ParsedEvent[] = []
  for await (const event of parseReplyStream(inPieces(pieces), {
    onBroken: (brokenLine) => broken.push(brokenLine),
  })) {
    events.push(event)
  }
  return { events, broken }
}

const text = fc.string({ unit: 'binary' })
const count = fc.nat({ max: 1_000_000 })
const toolCall = fc.record({ id: text, name: text, arguments: text })
const start = {
  replyId: text,
  agentId: fc.constantFrom(...AGENT_IDS),
  conversationId: text,
  model: text,
  provider: text,
}

const anyEvent: fc.Arbitrary<ReplyEvent> = fc.oneof(
  fc.record({ type: fc.constant('start' as const), ...start }),
  fc.record({ type: fc.constant('chunk' as const), content: text }),
  fc.record(
    {
      type: fc.constant('tool_call_delta' as const),
      index: count,
      id: text,
      name: text,
      argumentsDelta: text,
    },
    { requiredKeys: ['type', 'index'] },
  ),
  fc.record({
    type: fc.constant('error' as const),
    error: fc.constantFrom(...(Object.keys(ERROR_STATUS) as ErrorCode[])),
    message: text,
    retryable: fc.boolean(),
  }),
  fc.record(
    {
      type: fc.constant('final_response_metadata' as const),
      ...start,
      usage: fc.record({ promptTokens: count, completionTokens: count, totalTokens: count }),
      costUsd: fc.double({ min: 0.000_001, max: 100, noNaN: true }),
      persona: fc.option(text),
      finishReason: fc.constantFrom(...finishReason.options),
      tool_calls: fc.array(toolCall),
    },
    {
      requiredKeys: [
        'type',
        'replyId',
        'agentId',
        'conversationId',
        'model',
        'provider',
        'usage',
        'costUsd',
        'persona',
        'finishReason',
      ],
    },
  ),
)

/** Returns the same text, split at the given offsets. */
function cut(whole: string, offsets: readonly number[]): string[] {
  const edges = [
    0,
    ...offsets.map((offset) => offset % (whole.length + 1)).sort((a, b) => a - b),
    whole.length,
  ]
  return edges.slice(1).map((edge, index) => whole.slice(edges[index], edge))
}

describe('the encoder and the parser', () => {
  it('agree on every stream of events, for any split of its text', async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.array(anyEvent, { maxLength: 20 }),
        fc.array(fc.nat(), { maxLength: 30 }),
        fc.boolean(),
        async (sent, offsets, hasPings) => {
          const wire = sent.map((event, index) => encodeEvent(event, index + 1)).join(hasPings ? PING : '')
          const { events, broken } = await parse(...cut(wire, offsets))
          expect(events).toEqual(sent.map((event, index) => ({ id: index + 1, event })))
          expect(broken).toEqual([])
        },
      ),
    )
  })

  it('agree when the lines end with CRLF', async () => {
    await fc.assert(
      fc.asyncProperty(fc.array(anyEvent, { maxLength: 8 }), fc.array(fc.nat()), async (sent, offsets) => {
        const wire = sent.map((event) => encodeEvent(event).replaceAll('\n', '\r\n')).join('')
        expect((await parse(...cut(wire, offsets))).events).toEqual(sent.map((event) => ({ event })))
      }),
    )
  })

  it('are tested with events that the schema allows', () => {
    fc.assert(
      fc.property(anyEvent, (event) => {
        expect(replyEvent.parse(event)).toEqual(event)
      }),
    )
  })
})

describe('the parser', () => {
  it('parses a plain content field as a chunk', async () => {
    const { events, broken } = await parse('data: {"content":"Hello"}\n')
    expect(events).toEqual([{ event: { type: 'chunk', content: 'Hello' } }])
    expect(broken).toEqual([])
  })

  it('parses the remaining buffer when the stream ends', async () => {
    const { events } = await parse('id: 7\ndata: {"type":"chunk","con', 'tent":"end"}')
    expect(events).toEqual([{ id: 7, event: { type: 'chunk', content: 'end' } }])
  })

  it('emits an event as soon as its line is complete', async () => {
    const pieces = (async function* () {
      yield 'data: {"content":"now"}\n'
      throw new Error('the connection was lost')
    })()
    const events = parseReplyStream(pieces)
    expect((await events.next()).value).toEqual({ event: { type: 'chunk', content: 'now' } })
    await expect(events.next()).rejects.toThrow('the connection was lost')
  })

  it('ignores comments, other fields and event types of a newer server', async () => {
    const { events, broken } = await parse(
      `${PING}event: message\nretry: 10\n`,
      'data: {"type":"later","x":1}\n\ndata:{"content":"x"}\n',
    )
    expect(events).toEqual([{ event: { type: 'chunk', content: 'x' } }])
    expect(broken).toEqual([])
  })

  it.each([
    ['data: {"type":"chunk","content', 'json'],
    ['data: [DONE]', 'json'],
    ['data: [{"content":"x"}]', 'json'],
    ['data: null', 'json'],
    ['data: "text"', 'json'],
    ['data: {"type":"chunk"}', 'shape'],
    ['data: {"type":"chunk","content":5}', 'shape'],
    ['data: {"foo":1}', 'shape'],
    ['data: {"type":"error","message":"no code","retryable":true}', 'shape'],
  ] as const)('reports %s as broken (%s) and continues', async (line, reason) => {
    const { events, broken } = await parse(`${line}\n\n`, 'data: {"content":"after"}\n\n')
    expect(events).toEqual([{ event: { type: 'chunk', content: 'after' } }])
    expect(broken).toEqual([{ reason, length: line.length }])
  })

  it('forgets an id at the blank line that ends its event', async () => {
    const { events } = await parse(
      'id: 4\ndata: {"content":"a"}\n\ndata: {"content":"b"}\n\nid: x\ndata: {"content":"c"}',
    )
    expect(events.map(({ id }) => id)).toEqual([4, undefined, undefined])
  })

  it('is not affected by names of the object prototype', async () => {
    const { events, broken } = await parse(
      'data: {"type":"constructor"}\ndata: {"type":"__proto__","content":"x"}\n',
    )
    expect(events).toEqual([])
    expect(broken).toEqual([])
  })
})
