import { crc32 } from 'node:zlib'
import type { EventSourceMessage } from 'eventsource-parser'
import type { EventFraming } from './event-stream.ts'

/** Total length, length of the headers, and the checksum of both, 4 bytes each. */
const PRELUDE_BYTES = 12
const CHECKSUM_BYTES = 4
/** Largest message of the encoding, in bytes. */
const MAX_MESSAGE_BYTES = 24 * 1024 * 1024
/** Types of header values with a fixed size in bytes: true, false, byte, short, integer, long, timestamp, UUID. */
const FIXED_BYTES: Readonly<Record<number, number>> = { 0: 0, 1: 0, 2: 1, 3: 2, 4: 4, 5: 8, 8: 8, 9: 16 }
const STRING_TYPE = 7
const BYTES_TYPE = 6

/**
 * Amazon's event stream encoding: binary messages of headers and a payload, each with two CRC-32 checksums. An event is
 * named by `:event-type`, an error by `:exception-type` or `:error-code`.
 *
 * https://docs.aws.amazon.com/lexv2/latest/dg/event-stream-encoding.html
 */
export const AWS_EVENT_STREAM: EventFraming = {
  mediaType: 'application/vnd.amazon.eventstream',
  open: (onEvent) => {
    let kept: Buffer = Buffer.alloc(0)
    return {
      feed(packet) {
        kept = kept.length === 0 ? packet : Buffer.concat([kept, packet])
        while (kept.length >= PRELUDE_BYTES) {
          const length = kept.readUInt32BE(0)
          if (length < PRELUDE_BYTES + CHECKSUM_BYTES || length > MAX_MESSAGE_BYTES)
            throw new Error('a message has an impossible length')
          if (kept.length < length) return
          onEvent(eventOf(kept.subarray(0, length)))
          kept = kept.subarray(length)
        }
      },
    }
  },
}

/** Throws for a message whose checksums or headers are wrong. */
function eventOf(message: Buffer): EventSourceMessage {
  const headersEnd = PRELUDE_BYTES + message.readUInt32BE(4)
  const payloadEnd = message.length - CHECKSUM_BYTES
  const isIntact =
    headersEnd <= payloadEnd &&
    crc32(message.subarray(0, PRELUDE_BYTES - CHECKSUM_BYTES)) ===
      message.readUInt32BE(PRELUDE_BYTES - CHECKSUM_BYTES) &&
    crc32(message.subarray(0, payloadEnd)) === message.readUInt32BE(payloadEnd)
  if (!isIntact) throw new Error('a message is damaged')
  const headers = headersOf(message.subarray(PRELUDE_BYTES, headersEnd))
  const name = headers.get(':event-type') ?? headers.get(':exception-type') ?? headers.get(':error-code')
  return {
    id: undefined,
    event: headers.get(':message-type') === 'event' ? name : `error ${name}`,
    data: message.toString('utf8', headersEnd, payloadEnd),
  }
}

/** Returns the headers with text values. */
function headersOf(bytes: Buffer): ReadonlyMap<string, string> {
  const headers = new Map<string, string>()
  let offset = 0
  while (offset < bytes.length) {
    const nameEnd = offset + 1 + bytes.readUInt8(offset)
    const name = bytes.toString('utf8', offset + 1, nameEnd)
    const type = bytes.readUInt8(nameEnd)
    const isLong = type === STRING_TYPE || type === BYTES_TYPE
    const start = nameEnd + (isLong ? 3 : 1)
    const size = isLong ? bytes.readUInt16BE(nameEnd + 1) : FIXED_BYTES[type]
    if (size === undefined) throw new Error('a header has an unknown type')
    if (type === STRING_TYPE) headers.set(name, bytes.toString('utf8', start, start + size))
    offset = start + size
  }
  return headers
}
