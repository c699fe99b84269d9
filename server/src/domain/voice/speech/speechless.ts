import { wavHeader } from '@vee/contract/audio/wav-header'
import { SPEECH_PCM_SAMPLE_RATE, type SpeechFormat } from '@vee/contract/http/speech'
import { ProviderFailure } from '#providers/failure.ts'

/**
 * Silence as a whole file of each format, for text that no voice pronounces. PCM and WAV have no samples; the other two
 * formats need one frame, of at most 24 ms.
 */
const SPEECHLESS: Readonly<Record<SpeechFormat, Uint8Array>> = {
  pcm: new Uint8Array(),
  wav: new Uint8Array(wavHeader(0, SPEECH_PCM_SAMPLE_RATE)),
  // One frame of MPEG 2 layer III, 8 kbit/s mono at 24 kHz, without data.
  mp3: Buffer.from('//MUwAAAAAAAAAAAAAAAAAAAAAAAAAAA', 'base64'),
  // Ogg with the pages OpusHead and OpusTags, and one packet of 20 ms.
  opus: Buffer.from(
    'T2dnUwACAAAAAAAAAAAhZWVWAAAAAOZnQJsBE09wdXNIZWFkAQEAAMBdAAAAAABPZ2dTAAAAAAAAAAAAACFlZVYBAAAAt7aL4AETT3B1c1RhZ3MD' +
      'AAAAVmVlAAAAAE9nZ1MABMADAAAAAAAAIWVlVgIAAACiA1k+AQP4//4=',
    'base64',
  ),
}

/** Yields the silence of a format. */
export async function* speechless(format: SpeechFormat): AsyncGenerator<Uint8Array, void, undefined> {
  const bytes = SPEECHLESS[format]
  if (bytes.length > 0) yield bytes
}

/**
 * Returns whether a provider returned nothing because there was hardly anything to pronounce: single signs and rare letters
 * such as ȴ, which engines leave out. Nothing for a word is a failure.
 */
export const isSpeechlessAnswer = (error: unknown, text: string): boolean =>
  error instanceof ProviderFailure && error.kind === 'empty' && !/[\p{L}\p{N}]{2}/u.test(text)
