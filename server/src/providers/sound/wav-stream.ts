import { ProviderFailure } from '../failure.ts'
import type { ProviderName } from '../wire/failures.ts'

const HEADER_BYTES = 44

/** 16-bit mono audio as a program writes it. */
export interface SampleStream {
  readonly sampleRate: number
  readonly samples: AsyncIterable<Int16Array>
}

/** Reads the WAV that a program writes to its output: a header of 44 bytes, then 16-bit little-endian mono. */
export async function readWavStream(
  source: AsyncIterable<Uint8Array>,
  { id, name }: ProviderName,
): Promise<SampleStream | undefined> {
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
      provider: id,
      message: `${name} wrote something else than 16-bit WAV.`,
    })
  }
  return { sampleRate: head.readUInt32LE(24), samples: samplesOf(head.subarray(HEADER_BYTES), chunks) }
}

/** Reads 16-bit little-endian mono as a program writes it. */
export const readRawSamples = (source: AsyncIterable<Uint8Array>): AsyncIterable<Int16Array> =>
  samplesOf(Buffer.alloc(0), source[Symbol.asyncIterator]())

/** A pipe cuts where it likes: half a sample waits for its other half. */
async function* samplesOf(
  first: Buffer,
  rest: AsyncIterator<Uint8Array>,
): AsyncGenerator<Int16Array, void, undefined> {
  let bytes = first
  try {
    for (;;) {
      const even = bytes.length - (bytes.length % 2)
      if (even > 0) yield Int16Array.from({ length: even / 2 }, (_, i) => bytes.readInt16LE(i * 2))
      const chunk = await rest.next()
      if (chunk.done) return
      bytes = Buffer.concat([bytes.subarray(even), chunk.value])
    }
  } finally {
    // A consumer that stops reading ends the program.
    await rest.return?.()
  }
}
