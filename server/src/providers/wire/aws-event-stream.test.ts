import { EventStreamCodec } from '@smithy/core/event-streams'
import { expect, it } from 'vitest'
import { AWS_EVENT_STREAM } from './aws-event-stream.ts'

const codec = new EventStreamCodec(
  (bytes) => Buffer.from(bytes).toString('utf8'),
  (text) => Buffer.from(text, 'utf8'),
)
const encode = (headers: Parameters<typeof codec.encode>[0]['headers'], body = '{"text":"Grüße"}') =>
  Buffer.from(codec.encode({ headers, body: Buffer.from(body) }))
const EVENT = encode({
  ':message-type': { type: 'string', value: 'event' },
  ':event-type': { type: 'string', value: 'contentBlockDelta' },
  flag: { type: 'boolean', value: true },
  count: { type: 'integer', value: 7 },
  at: { type: 'timestamp', value: new Date(0) },
  raw: { type: 'binary', value: new Uint8Array([1, 2, 3]) },
})

function read(...packets: readonly Buffer[]) {
  const events: object[] = []
  const parser = AWS_EVENT_STREAM.open((event) => events.push(event))
  for (const packet of packets) parser.feed(packet)
  return events
}
const READ = { id: undefined, event: 'contentBlockDelta', data: '{"text":"Grüße"}' }

it('reads messages however they are split', () => {
  expect(read(EVENT)).toEqual([READ])
  expect(read(Buffer.concat([EVENT, EVENT]))).toEqual([READ, READ])
  expect(read(...Array.from(EVENT, (byte) => Buffer.from([byte])))).toEqual([READ])
})

it.each([
  [
    'an exception',
    { ':message-type': 'exception', ':exception-type': 'throttlingException' },
    'throttlingException',
  ],
  ['an error', { ':message-type': 'error', ':error-code': 'InternalError' }, 'InternalError'],
])('marks %s', (_, headers, name) => {
  const message = encode(
    Object.fromEntries(Object.entries(headers).map(([key, value]) => [key, { type: 'string', value }])),
  )
  expect(read(message)).toMatchObject([{ event: `error ${name}` }])
})

it.each([
  ['a damaged payload', EVENT.length - 6],
  ['a damaged length of the headers', 7],
  ['a damaged checksum', 9],
] as const)('refuses %s', (_, index) => {
  const damaged = Buffer.from(EVENT)
  damaged.writeUInt8(damaged.readUInt8(index) ^ 1, index)
  expect(() => read(damaged)).toThrow('damaged')
})

it('refuses a length that no message has, at once', () => {
  expect(() => read(Buffer.alloc(12, 0xff))).toThrow('impossible length')
  expect(() => read(Buffer.alloc(12))).toThrow('impossible length')
})
