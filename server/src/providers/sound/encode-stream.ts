import { SPEECH_PCM_SAMPLE_RATE, type SpeechFormat } from '@vee/contract/http/speech'
import { createPcmResampler } from './resample.ts'
import { encodeSamples, wavStreamHeader } from './wav.ts'
import type { SampleStream } from './wav-stream.ts'

/**
 * Yields mono sound of any rate as the 24 kHz of `pcm`, for other formats behind the header of a WAV file. Nothing is
 * yielded before there is sound, so that a source which fails or is empty does not begin a response.
 */
export async function* encodeStream(
  { sampleRate, samples }: SampleStream,
  format: SpeechFormat,
): AsyncGenerator<Uint8Array, void, undefined> {
  const resampler = createPcmResampler(sampleRate, SPEECH_PCM_SAMPLE_RATE)
  let needsHeader = format !== 'pcm'
  for await (const chunk of samples) {
    if (needsHeader) yield wavStreamHeader(SPEECH_PCM_SAMPLE_RATE)
    needsHeader = false
    yield encodeSamples(resampler.push(chunk))
  }
  yield encodeSamples(resampler.end())
}
