import { SPEECH_PCM_SAMPLE_RATE, type SpeechFormat } from '@vee/contract/http/speech'
import { createPcmResampler } from './resample.ts'
import { encodeSamples, wavStreamHeader } from './wav.ts'
import type { SampleStream } from './wav-reader.ts'

/**
 * Yields mono audio of any rate as the 24 kHz of `pcm`, for other formats after the header of a WAV file.
 * Yields nothing before there is audio, so that a source that fails or is empty does not start a response.
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
