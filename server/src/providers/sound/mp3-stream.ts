import type { MPEGDecoder } from 'mpg123-decoder'
import type { SampleStream } from './wav-reader.ts'

/**
 * Decodes MP3 to 16-bit mono while it arrives. The decoder is asked in pieces of a network packet: a sentence takes
 * some milliseconds in all.
 */
export async function decodeMp3Stream(source: AsyncIterable<Uint8Array>): Promise<SampleStream> {
  // Few servers send it, and the decoder is large.
  const { MPEGDecoder } = await import('mpg123-decoder')
  const decoder = new MPEGDecoder()
  await decoder.ready
  const pieces = decoded(decoder, source)
  const first = await pieces.next()
  async function* samples(): AsyncGenerator<Int16Array, void, undefined> {
    try {
      if (!first.done) yield first.value.samples
      for await (const piece of pieces) yield piece.samples
    } finally {
      await pieces.return()
    }
  }
  return { sampleRate: first.done ? 24_000 : first.value.sampleRate, samples: samples() }
}

async function* decoded(decoder: MPEGDecoder, source: AsyncIterable<Uint8Array>) {
  try {
    for await (const bytes of source) {
      const { channelData, samplesDecoded, sampleRate } = decoder.decode(bytes)
      if (samplesDecoded > 0) yield { sampleRate, samples: mixed(channelData, samplesDecoded) }
    }
  } finally {
    decoder.free()
  }
}

function mixed(channels: readonly Float32Array[], length: number): Int16Array {
  return Int16Array.from({ length }, (_, index) => {
    const sum = channels.reduce((total, samples) => total + (samples[index] ?? 0), 0)
    return Math.max(-32_768, Math.min(32_767, Math.round((sum / channels.length) * 32_768)))
  })
}
