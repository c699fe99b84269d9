import { awaitFirstChunk } from '../await-first-chunk.ts'
import type { TtsProvider } from '../speech/tts.ts'
import { AVAILABLE } from '../wire/availability.ts'
import { jsonText } from '../wire/event-stream.ts'
import { failureOfConnection } from '../wire/failures.ts'
import { audioBody } from '../wire/post.ts'
import { postSpeech, SPEECH_SERVICE, type OpenAiSpeechOptions } from './exchange.ts'
import type { Voice } from '@vee/contract/entities/voice'

interface VoiceNotes {
  readonly gender: NonNullable<Voice['gender']>
  readonly description: string
  /** absent from the older `tts-1` models */
  readonly isNew?: true
}

const DEFAULT_VOICE = 'alloy'

const VOICES: Readonly<Record<string, VoiceNotes>> = {
  alloy: { gender: 'neutral', description: 'Even and clear' },
  ash: { gender: 'male', description: 'Relaxed and warm' },
  ballad: { gender: 'male', description: 'Soft and lyrical', isNew: true },
  coral: { gender: 'female', description: 'Bright and friendly' },
  echo: { gender: 'male', description: 'Calm and level' },
  fable: { gender: 'neutral', description: 'Lively, made for stories' },
  nova: { gender: 'female', description: 'Fresh and energetic' },
  onyx: { gender: 'male', description: 'Deep and steady' },
  sage: { gender: 'female', description: 'Gentle and thoughtful' },
  shimmer: { gender: 'female', description: 'Light and warm' },
  verse: { gender: 'male', description: 'Expressive and versatile', isNew: true },
}

/** Returns the voices of a model; each speaks every language of the model. */
function openAiVoices(model: string): readonly Voice[] {
  const isOldModel = model.startsWith('tts-1')
  return Object.entries(VOICES)
    .filter(([, { isNew }]) => !(isOldModel && isNew))
    .map(([name, { gender, description }]) => ({
      id: `${SPEECH_SERVICE.id}_${name}`,
      providerVoiceId: name,
      name: name.charAt(0).toUpperCase() + name.slice(1),
      lang: 'mul',
      provider: SPEECH_SERVICE.id,
      quality: 'natural' as const,
      isDefault: name === DEFAULT_VOICE,
      gender,
      description,
    }))
}

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
      const exchange = await postSpeech(options, '/audio/speech', content, signal)
      const body = await audioBody(exchange, SPEECH_SERVICE)
      return awaitFirstChunk(body, SPEECH_SERVICE, (error) =>
        failureOfConnection(SPEECH_SERVICE, error, 'after-headers'),
      )
    },
  }
}
