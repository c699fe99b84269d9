import type { Voice } from '@vee/contract/entities/voice'
import { z } from 'zod'
import { cachedVoices } from '../cached-voices.ts'
import { parseJson } from '../../wire/event-stream.ts'
import { sendWithoutBody } from '../../wire/post.ts'
import { CARTESIA, type CartesiaOptions, cartesiaTarget } from './api.ts'

const MAX_VOICES = 100
const GENDERS: Readonly<Record<string, Voice['gender']>> = {
  feminine: 'female',
  masculine: 'male',
  gender_neutral: 'neutral',
}

const list = z.object({
  data: z.array(
    z.object({
      id: z.string().regex(/^[\w-]{1,80}$/),
      name: z.string(),
      tagline: z.string().nullish(),
      description: z.string().nullish(),
      language: z.string(),
      locales: z.array(z.object({ locale: z.string(), is_native: z.boolean() })).nullish(),
      gender: z.string().nullish(),
    }),
  ),
})
type ListedVoice = z.infer<typeof list>['data'][number]

/** Returns a function that returns the voices of the account and of the vendor's library. */
export const cartesiaVoices = (options: CartesiaOptions): (() => Promise<readonly Voice[]>) =>
  cachedVoices(async () => {
    const signal = AbortSignal.timeout(options.timeoutMs)
    const path = `/voices?limit=${MAX_VOICES}`
    const { body } = await sendWithoutBody(cartesiaTarget(options), 'GET', path, signal)
    return list.parse(parseJson(await body.text())).data.map(voiceOf)
  })

function voiceOf(
  { id, name, tagline, description, language, locales, gender }: ListedVoice,
  index: number,
): Voice {
  return {
    id: `${CARTESIA.id}_${id}`,
    providerVoiceId: id,
    name,
    lang: tagOf(locales?.find(({ is_native: isNative }) => isNative)?.locale) ?? tagOf(language) ?? 'mul',
    provider: CARTESIA.id,
    quality: 'natural',
    isDefault: index === 0,
    gender: GENDERS[gender ?? ''] ?? null,
    description: [tagline, description].filter((note) => note).join('. '),
    hasWordTimes: true,
  }
}

function tagOf(tag: string | undefined): string | undefined {
  try {
    return tag === undefined ? undefined : new Intl.Locale(tag).toString()
  } catch {
    return undefined
  }
}
