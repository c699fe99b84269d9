import { awaitFirstChunk } from '../await-first-chunk.ts'
import type { TtsProvider } from '../tts.ts'
import { AVAILABLE } from '../wire/availability.ts'
import { jsonText } from '../wire/event-stream.ts'
import { brokenProtocol, failureOfConnection } from '../wire/failures.ts'
import { postSpeech, SPEECH_SERVICE, type OpenAiSpeechOptions } from './exchange.ts'
import { openAiVoices } from './openai-voices.ts'

/** Synthesizes speech by the OpenAI protocol, at OpenAI or any compatible server. */
export function createOpenAiTts(options: OpenAiSpeechOptions): TtsProvider {
  const voices = openAiVoices(options.model)
  return {
    id: SPEECH_SERVICE.id,
    name: options.name,
    model: options.model,
    location: options.location,
    formats: ['mp3', 'opus', 'wav', 'pcm'],
    availability: () => Promise.resolve(AVAILABLE),
    voices: () => Promise.resolve(voices),
    async synthesize({ text, providerVoiceId, speed, format }, signal) {
      const call = {
        model: options.model,
        input: text,
        voice: providerVoiceId,
        response_format: format,
        speed,
      }
      const content = { type: 'application/json', bytes: jsonText(call) }
      const { mediaType, body } = await postSpeech(options, '/audio/speech', content, signal)
      if (/^(text\/|application\/json)/.test(mediaType)) {
        await body.dump()
        throw brokenProtocol(SPEECH_SERVICE, 'the answer is text and no audio')
      }
      return awaitFirstChunk(body, SPEECH_SERVICE, (error) =>
        failureOfConnection(SPEECH_SERVICE, error, 'after-headers'),
      )
    },
  }
}
