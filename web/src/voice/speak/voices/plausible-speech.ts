import { SPEECH_SAMPLE_RATE } from '../playback/pcm-decoder.ts'

/** The shortest word lasts longer, in bytes: 100 ms of 16-bit mono. */
export const MIN_SPEECH_BYTES = (SPEECH_SAMPLE_RATE / 10) * 2

/** First bytes of what is no PCM: HTML, JSON, WAV, Ogg, FLAC, WebM and MP3 files. */
const OTHER_FORMATS: readonly (readonly number[])[] = [
  ...['<!', '<h', '{"', 'RIFF', 'OggS', 'fLaC', 'ID3'].map((start) => [...new TextEncoder().encode(start)]),
  [0x1a, 0x45, 0xdf, 0xa3],
  [0xff, 0xfb],
  [0xff, 0xf3],
]

/** Speech this loud for 100 ms does not occur; random bytes have 0.58. */
const NOISE_LEVEL = 0.3
/** Ratio of the difference between neighbouring samples to their level: √2 for white noise, below 1 for loud speech. */
const NOISE_RATIO = 1.15

/**
 * Returns whether the start of a stream can be speech: 16-bit little-endian mono at SPEECH_SAMPLE_RATE that is
 * neither too short, nor another format, nor random bytes.
 */
export function isPlausibleSpeech(start: Uint8Array): boolean {
  if (start.length < MIN_SPEECH_BYTES) return false
  if (OTHER_FORMATS.some((magic) => magic.every((byte, index) => start[index] === byte))) return false
  return !isNoise(start)
}

function isNoise(bytes: Uint8Array): boolean {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.length - (bytes.length % 2))
  let [squares, differences, before] = [0, 0, 0]
  for (let index = 0; index < view.byteLength; index += 2) {
    const sample = view.getInt16(index, true) / 0x8000
    squares += sample * sample
    differences += (sample - before) ** 2
    before = sample
  }
  const level = Math.sqrt(squares / (view.byteLength / 2))
  return level > NOISE_LEVEL && Math.sqrt(differences / squares) > NOISE_RATIO
}
