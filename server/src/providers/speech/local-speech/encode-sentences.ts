import { SPEECH_PCM_SAMPLE_RATE, type SpeechFormat } from '@vee/contract/http/speech'
import { createPcmResampler } from '../../sound/resample.ts'
import { encodeSamples, wavStreamHeader } from '../../sound/wav.ts'
import type { SpokenSamples } from './jobs.ts'

/**
 * Synthesizes one sentence after the other with `synthesize` and yields their audio as 16-bit mono at 24 kHz,
 * so that the first sentence plays while the next is synthesized. `wav` starts with a header.
 */
export async function* encodeSentences(
  sentences: readonly string[],
  format: SpeechFormat,
  synthesize: (sentence: string) => Promise<SpokenSamples>,
): AsyncGenerator<Uint8Array, void, undefined> {
  let needsHeader = format === 'wav'
  for (const sentence of sentences) {
    const { samples, sampleRate } = await synthesize(sentence)
    if (needsHeader) yield wavStreamHeader(SPEECH_PCM_SAMPLE_RATE)
    needsHeader = false
    const resampler = createPcmResampler(sampleRate, SPEECH_PCM_SAMPLE_RATE)
    yield encodeSamples(resampler.push(samples))
    yield encodeSamples(resampler.end())
  }
}
