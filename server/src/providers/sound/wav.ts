import { UNKNOWN_WAV_LENGTH, wavHeader } from '@vee/contract/audio/wav-header'

/** 16-bit little-endian, as `pcm` and WAV have it. */
export function encodeSamples(samples: Int16Array): Uint8Array {
  const bytes = Buffer.alloc(samples.length * 2)
  samples.forEach((sample, i) => bytes.writeInt16LE(sample, i * 2))
  return bytes
}

/** Returns the header of a WAV file that is streamed. */
export const wavStreamHeader = (sampleRate: number): Uint8Array =>
  new Uint8Array(wavHeader(UNKNOWN_WAV_LENGTH, sampleRate))
