import { SPEECH_PCM_SAMPLE_RATE } from '@vee/contract/http/speech'
import { awaitFirstChunk } from '../../sound/await-first-chunk.ts'
import { wavStreamHeader } from '../../sound/wav.ts'
import type { TtsProvider, TtsRequest } from '../tts.ts'
import { AVAILABLE } from '../../wire/availability.ts'
import { jsonText } from '../../wire/event-stream.ts'
import { failureOfConnection } from '../../wire/failures.ts'
import { audioBody } from '../../wire/post.ts'
import { AURA_VOICES } from './aura-voices.ts'
import { DEEPGRAM, postDeepgram } from './api.ts'
import type { SpeechVendorOptions } from '../speech-vendor-options.ts'
import { splitText } from '../split-text.ts'

/** Maximum length of the text of a request, in characters. The API of this server allows twice as much. */
const MAX_TEXT_LENGTH = 2_000
const MIN_SPEED = 0.7
const MAX_SPEED = 1.5
/** Languages whose voices support a speed; the others speak at their own. */
const LANGUAGES_WITH_SPEED = /-(?:en|es)$/

const RAW = { encoding: 'linear16', container: 'none', sample_rate: String(SPEECH_PCM_SAMPLE_RATE) }
/**
 * The audio of several requests is sent one after the other, which MP3 and Ogg allow. WAV does not, so its
 * header is written here.
 */
const OUTPUT_PARAMETERS = {
  mp3: { encoding: 'mp3' },
  opus: { encoding: 'opus', container: 'ogg' },
  wav: RAW,
  pcm: RAW,
} as const satisfies Record<TtsRequest['format'], Readonly<Record<string, string>>>

/** Synthesizes speech with the Aura voices (https://developers.deepgram.com/reference/text-to-speech/speak-request). */
export function createDeepgramTts(options: SpeechVendorOptions): TtsProvider {
  return {
    id: DEEPGRAM.id,
    name: options.name,
    model: 'aura-2',
    location: options.location,
    formats: ['mp3', 'opus', 'wav', 'pcm'],
    availability: () => Promise.resolve(AVAILABLE),
    voices: () => Promise.resolve(AURA_VOICES),
    synthesize: (request, signal) =>
      awaitFirstChunk(speak(options, request, signal), DEEPGRAM, (error) =>
        failureOfConnection(DEEPGRAM, error, 'after-headers'),
      ),
  }
}

async function* speak(
  options: SpeechVendorOptions,
  request: TtsRequest,
  signal: AbortSignal,
): AsyncGenerator<Uint8Array, void, undefined> {
  let needsHeader = request.format === 'wav'
  for (const text of splitText(request.text, request.language, MAX_TEXT_LENGTH)) {
    const content = { type: 'application/json', bytes: jsonText({ text }) }
    const exchange = await postDeepgram(options, '/v1/speak', parametersOf(request), content, signal)
    for await (const chunk of await audioBody(exchange, DEEPGRAM)) {
      if (needsHeader) yield wavStreamHeader(SPEECH_PCM_SAMPLE_RATE)
      needsHeader = false
      yield chunk
    }
  }
}

function parametersOf({ providerVoiceId, speed, format }: TtsRequest): URLSearchParams {
  const parameters = new URLSearchParams({ model: providerVoiceId, ...OUTPUT_PARAMETERS[format] })
  if (speed !== 1 && LANGUAGES_WITH_SPEED.test(providerVoiceId)) {
    parameters.set('speed', String(Math.min(MAX_SPEED, Math.max(MIN_SPEED, speed))))
  }
  return parameters
}
