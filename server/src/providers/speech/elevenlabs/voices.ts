import type { Voice } from '@vee/contract/entities/voice'
import { z } from 'zod'
import { cachedVoices } from '../cached-voices.ts'
import { parseJson } from '../../wire/event-stream.ts'
import { sendWithoutBody } from '../../wire/post.ts'
import { ELEVENLABS, type ElevenLabsOptions, elevenLabsTarget } from './api.ts'

const MAX_VOICES = 100

const list = z.object({
  voices: z.array(
    z.object({
      voice_id: z.string().regex(/^[\w-]{1,80}$/),
      name: z.string(),
      labels: z.record(z.string(), z.string()).nullish(),
      description: z.string().nullish(),
    }),
  ),
})
type ListedVoice = z.infer<typeof list>['voices'][number]

/** Returns a function that returns the voices of the account. */
export const elevenLabsVoices = (options: ElevenLabsOptions): (() => Promise<readonly Voice[]>) =>
  cachedVoices(async () => {
    const path = `/v2/voices?page_size=${MAX_VOICES}`
    const signal = AbortSignal.timeout(options.timeoutMs)
    const { body } = await sendWithoutBody(elevenLabsTarget(options), 'GET', path, signal)
    return list.parse(parseJson(await body.text())).voices.map(voiceOf)
  })

const GENDERS: ReadonlySet<string> = new Set(['female', 'male', 'neutral'])

function voiceOf({ voice_id: id, name, labels, description }: ListedVoice, index: number): Voice {
  const gender = labels?.['gender'] ?? ''
  const notes = [description, labels?.['descriptive'], labels?.['accent']].filter((note) => note)
  return {
    id: `${ELEVENLABS.id}_${id}`,
    providerVoiceId: id,
    name,
    // The models speak their languages with every voice.
    lang: 'mul',
    provider: ELEVENLABS.id,
    quality: 'natural',
    isDefault: index === 0,
    gender: GENDERS.has(gender) ? (gender as NonNullable<Voice['gender']>) : null,
    description: notes.join(', '),
    hasWordTimes: true,
  }
}
