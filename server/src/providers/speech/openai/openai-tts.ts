import type { TtsProvider } from '../tts.ts'
import { AVAILABLE } from '../../wire/availability.ts'
import { jsonText } from '../../wire/event-stream.ts'
import { answeredAudio } from './answered-audio.ts'
import { postSpeech, SPEECH_SERVICE, type OpenAiSpeechOptions } from './api.ts'
import { cachedVoices } from '../cached-voices.ts'
import { listServerVoices } from './server-voices.ts'
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

/** Time limit for a server's list of voices, in ms: the first reply waits for it once. */
const VOICES_TIMEOUT_MS = 2_000

/** Returns the voices of a server that is not OpenAI; none if it lists none. */
async function listedVoices({ baseUrl, apiKey, name }: OpenAiSpeechOptions): Promise<readonly Voice[]> {
  const server = { baseUrl, apiKey, timeoutMs: VOICES_TIMEOUT_MS }
  const presentation = { provider: SPEECH_SERVICE.id, description: `Voice of ${name}` }
  return (await listServerVoices(server, presentation)) ?? []
}

/** Synthesizes speech by the OpenAI protocol, at OpenAI or any compatible server. */
export function createOpenAiTts(options: OpenAiSpeechOptions): TtsProvider {
  const ofOpenAi = openAiVoices(options.model)
  const listed = options.listsVoices === true ? cachedVoices(() => listedVoices(options)) : undefined
  return {
    id: SPEECH_SERVICE.id,
    name: options.name,
    model: options.model,
    location: options.location,
    formats: ['mp3', 'opus', 'wav', 'pcm'],
    availability: () => Promise.resolve(AVAILABLE),
    voices: async () => {
      const voices = (await listed?.()) ?? []
      return voices.length > 0 ? voices : ofOpenAi
    },
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
      return answeredAudio(exchange, format)
    },
  }
}
