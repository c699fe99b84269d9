import { ProviderFailure } from '../failure.ts'

const HEADER_BYTES = 44
/** The length in a header written before the end is known: as long as it comes. */
const UNKNOWN_LENGTH = 0xffffffff

/** 16-bit mono sound as a program writes it. */
export interface SampleStream {
  readonly sampleRate: number
  readonly samples: AsyncIterable<Int16Array>
}

/** Reads the WAV that espeak-ng writes to its output: a header of 44 bytes, then 16-bit little-endian mono. */
export async function readWavStream(source: AsyncIterable<Uint8Array>): Promise<SampleStream | undefined> {
  const chunks = source[Symbol.asyncIterator]()
  let head = Buffer.alloc(0)
  while (head.length < HEADER_BYTES) {
    const chunk = await chunks.next()
    if (chunk.done) break
    head = Buffer.concat([head, chunk.value])
  }
  if (head.length === 0) return undefined
  if (
    head.length < HEADER_BYTES ||
    head.toString('latin1', 0, 4) !== 'RIFF' ||
    head.readUInt16LE(34) !== 16
  ) {
    throw new ProviderFailure({
      kind: 'broken',
      provider: 'espeak',
      message: 'espeak-ng wrote something else than 16-bit WAV.',
    })
  }
  return { sampleRate: head.readUInt32LE(24), samples: samplesOf(head.subarray(HEADER_BYTES), chunks) }
}

/** A pipe cuts where it likes: half a sample waits for its other half. */
async function* samplesOf(
  first: Buffer,
  rest: AsyncIterator<Uint8Array>,
): AsyncGenerator<Int16Array, void, undefined> {
  let bytes = first
  for (;;) {
    const even = bytes.length - (bytes.length % 2)
    if (even > 0) yield Int16Array.from({ length: even / 2 }, (_, i) => bytes.readInt16LE(i * 2))
    const chunk = await rest.next()
    if (chunk.done) return
    bytes = Buffer.concat([bytes.subarray(even), chunk.value])
  }
}

export function encodeSamples(samples: Int16Array): Uint8Array {
  const bytes = Buffer.alloc(samples.length * 2)
  samples.forEach((sample, i) => bytes.writeInt16LE(sample, i * 2))
  return bytes
}

/** The header of a WAV file that is written while it is made. */
export function wavHeader(sampleRate: number): Uint8Array {
  const header = Buffer.alloc(HEADER_BYTES)
  header.write('RIFF', 0, 'latin1')
  header.writeUInt32LE(UNKNOWN_LENGTH, 4)
  header.write('WAVEfmt ', 8, 'latin1')
  header.writeUInt32LE(16, 16)
  header.writeUInt16LE(1, 20)
  header.writeUInt16LE(1, 22)
  header.writeUInt32LE(sampleRate, 24)
  header.writeUInt32LE(sampleRate * 2, 28)
  header.writeUInt16LE(2, 32)
  header.writeUInt16LE(16, 34)
  header.write('data', 36, 'latin1')
  header.writeUInt32LE(UNKNOWN_LENGTH, 40)
  return header
}
