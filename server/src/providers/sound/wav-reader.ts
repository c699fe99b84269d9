import { parseWav, type WavAudio, wavSampleReader } from '@vee/contract/audio/parse-wav'
import { ProviderFailure } from '../failure.ts'
import type { ProviderName } from '../wire/failures.ts'

/** 16-bit mono audio while it arrives. */
export interface SampleStream {
  readonly sampleRate: number
  readonly samples: AsyncIterable<Int16Array>
}

/** Chunks that precede the audio, such as LIST, are skipped up to this length, in bytes. */
const MAX_HEADER_BYTES = 1024 * 1024
/** Lengths of the audio from here on, and 0, are of headers that were written before the length was known. */
const UNKNOWN_LENGTH = 0x7ff00000
const RATES = { least: 4_000, most: 384_000 }

/**
 * Reads a WAV stream of any integer or float format, rate and number of channels as 16-bit mono, while it arrives.
 * Returns undefined if it is no WAV of PCM.
 */
export async function readAnyWav(source: AsyncIterable<Uint8Array>): Promise<SampleStream | undefined> {
  const chunks = source[Symbol.asyncIterator]()
  let head = Buffer.alloc(0)
  let wav: WavAudio | undefined
  while (!wav && head.length < MAX_HEADER_BYTES) {
    const chunk = await chunks.next()
    if (chunk.done) break
    head = Buffer.concat([head, chunk.value])
    wav = parseWav(head)
  }
  if (!wav || wav.sampleRate < RATES.least || wav.sampleRate > RATES.most) {
    await chunks.return?.()
    return undefined
  }
  const start = wav.data.byteOffset - head.byteOffset
  const stated = head.readUInt32LE(start - 4)
  const length = stated === 0 || stated >= UNKNOWN_LENGTH ? Infinity : stated
  return { sampleRate: wav.sampleRate, samples: monoOf(wav, head.subarray(start), chunks, length) }
}

/** Reads the WAV that a program writes to its output; undefined if it writes nothing. Throws ProviderFailure for anything else. */
export async function readProgramWav(
  source: AsyncIterable<Uint8Array>,
  { id, name }: ProviderName,
): Promise<SampleStream | undefined> {
  let isEmpty = true
  async function* observed() {
    for await (const chunk of source) {
      if (chunk.length > 0) isEmpty = false
      yield chunk
    }
  }
  const stream = await readAnyWav(observed())
  if (stream || isEmpty) return stream
  throw new ProviderFailure({
    kind: 'broken',
    provider: id,
    message: `${name} wrote something else than WAV.`,
  })
}

/** Yields whole frames, averaged over the channels. What follows the audio is left out. */
async function* monoOf(
  wavAudio: WavAudio,
  first: Buffer,
  rest: AsyncIterator<Uint8Array>,
  length: number,
): AsyncGenerator<Int16Array, void, undefined> {
  const { channels, bitsPerSample } = wavAudio
  const frameBytes = (channels * bitsPerSample) / 8
  let left = length
  let bytes = first
  try {
    for (;;) {
      const usable = Math.min(bytes.length, left)
      const frames = Math.floor(usable / frameBytes)
      if (frames > 0)
        yield mixed(
          wavSampleReader({ ...wavAudio, data: bytes.subarray(0, frames * frameBytes) }),
          frames,
          channels,
        )
      left -= frames * frameBytes
      if (left < frameBytes) return
      const chunk = await rest.next()
      if (chunk.done) return
      bytes = Buffer.concat([bytes.subarray(frames * frameBytes), chunk.value])
    }
  } finally {
    await rest.return?.()
  }
}

function mixed(read: (index: number) => number, frames: number, channels: number): Int16Array {
  const mono = new Int16Array(frames)
  for (let frame = 0; frame < frames; frame++) {
    let sum = 0
    for (let channel = 0; channel < channels; channel++) sum += read(frame * channels + channel)
    mono[frame] = Math.max(-32_768, Math.min(32_767, Math.round((sum / channels) * 32_768)))
  }
  return mono
}
