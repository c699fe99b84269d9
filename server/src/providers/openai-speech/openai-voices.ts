import type { Voice } from '@vee/contract/entities/voice'
import { SPEECH_SERVICE } from './exchange.ts'

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
export function openAiVoices(model: string): readonly Voice[] {
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
