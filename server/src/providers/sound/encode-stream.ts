import { SPEECH_PCM_SAMPLE_RATE, type SpeechFormat } from '@vee/contract/http/speech'
import { createResampler } from './resample.ts'
import { encodeSamples, wavHeader } from './wav.ts'
import type { SampleStream } from './wav-stream.ts'

/**
 * Yields mono sound of any rate as the 24 kHz of `pcm`, for other formats behind the header of a WAV file. Nothing is
 * yielded before there is sound, so that a source which fails or is empty does not begin a response.
 */
export async function* encodeStream(
  { sampleRate, samples }: SampleStream,
  format: SpeechFormat,
): AsyncGenerator<Uint8Array, void, undefined> {
  const resampler = createResampler(sampleRate, SPEECH_PCM_SAMPLE_RATE)
  let needsHeader = format !== 'pcm'
  for await (const chunk of samples) {
    if (needsHeader) yield wavHeader(SPEECH_PCM_SAMPLE_RATE)
    needsHeader = false
    yield encodeSamples(resampler.push(chunk))
  }
  yield encodeSamples(resampler.end())
}
