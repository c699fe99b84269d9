import { parseWav } from '@vee/contract/audio/parse-wav'
import { wavHeader } from '@vee/contract/audio/wav-header'
import type { Body } from './deliver.ts'

/** Sample rate of the speech endpoint's PCM: 16-bit little-endian mono. */
const SAMPLE_RATE = 24_000
const BYTES_PER_SECOND = SAMPLE_RATE * 2
/** 100 ms */
const PIECE_BYTES = BYTES_PER_SECOND / 10
/** The pace of a calm speaker. */
const SECONDS_PER_CHARACTER = 0.06
const MIN_SECONDS = 0.3

/** One second that repeats seamlessly: a low voice of four harmonics, four syllables per second. */
const SECOND_OF_VOICE = voicedSecond()

function voicedSecond(): Buffer {
  const samples = new Int16Array(SAMPLE_RATE)
  for (let index = 0; index < SAMPLE_RATE; index++) {
    const angle = (2 * Math.PI * index) / SAMPLE_RATE
    const voice = [1, 2, 3, 4].reduce((sum, harmonic) => sum + Math.sin(140 * harmonic * angle) / harmonic, 0)
    const syllable = 0.55 - 0.45 * Math.cos(4 * angle)
    samples[index] = Math.round(voice * syllable * 0.2 * 32_767)
  }
  return Buffer.from(samples.buffer)
}

const CONTENT_TYPES = { pcm: 'audio/pcm', wav: 'audio/wav', mp3: 'audio/mpeg', opus: 'audio/ogg' } as const

/**
 * Returns speech whose length depends on the text. `mp3` and `opus` contain the bytes of a WAV file, because
 * there is no encoder here: players detect the format from the bytes and not from the name.
 */
export function speechBody(request: unknown): Body {
  const { input, speed, response_format } = (request ?? {}) as Record<
    'input' | 'speed' | 'response_format',
    unknown
  >
  const format = Object.keys(CONTENT_TYPES).find((name) => name === response_format) ?? 'mp3'
  const pcm = voiceOf(typeof input === 'string' ? input : '', typeof speed === 'number' ? speed : 1)
  const bytes =
    format === 'pcm' ? pcm : Buffer.concat([new Uint8Array(wavHeader(pcm.length, SAMPLE_RATE)), pcm])
  return {
    contentType: CONTENT_TYPES[format as keyof typeof CONTENT_TYPES],
    opening: [],
    pieces: Array.from({ length: Math.ceil(bytes.length / PIECE_BYTES) }, (_, index) =>
      bytes.subarray(index * PIECE_BYTES, (index + 1) * PIECE_BYTES),
    ),
    closing: [],
    errorEvent: Buffer.alloc(0),
    garbage: Buffer.alloc(0),
  }
}

function voiceOf(text: string, speed: number): Buffer {
  const seconds = Math.max(MIN_SECONDS, (text.length * SECONDS_PER_CHARACTER) / speed)
  const pcm = Buffer.alloc(Math.round(seconds * SAMPLE_RATE) * 2)
  return pcm.fill(SECOND_OF_VOICE)
}

/** Returns the duration of a WAV file in seconds; undefined for anything else. */
export const wavSeconds = (audio: Uint8Array): number | undefined => parseWav(audio)?.durationSeconds
