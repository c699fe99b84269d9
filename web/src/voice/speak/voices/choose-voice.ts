import type { Voice, VoiceWish } from '@vee/contract/entities/voice'

/** The tag of a voice that speaks any language. */
const EVERY_LANGUAGE = 'mul'

/**
 * Returns the voice for a language if none was chosen: the default voice that matches the language, any
 * default voice, any voice that matches, then en-US, then English, then the first.
 */
export function chooseVoice(voices: readonly Voice[], language: string): Voice | undefined {
  const choices: ((voice: Voice) => boolean)[] = [
    (voice) => voice.isDefault && voiceSpeaks(voice, language),
    (voice) => voice.isDefault,
    (voice) => voiceSpeaks(voice, language),
    (voice) => normaliseTag(voice.lang) === 'en-us',
    (voice) => primaryOf(voice.lang) === 'en',
    () => true,
  ]
  for (const isRight of choices) {
    const voice = voices.find(isRight)
    if (voice) return voice
  }
  return undefined
}

const GENDERS = { low: 'male', middle: 'neutral', high: 'female' } as const

/** Returns 0..7: pitch counts most, then tone, then the regional variant. */
export function fitOf({ gender, description, lang }: Voice, { pitch, tone, language }: VoiceWish): number {
  const fitsLanguage = language !== undefined && normaliseTag(lang) === normaliseTag(language)
  return (
    (gender === GENDERS[pitch] ? 4 : 0) +
    (description.toLowerCase().includes(tone) ? 2 : 0) +
    (fitsLanguage ? 1 : 0)
  )
}

/** Returns whether a voice speaks the language of a tag, in any region. */
export function voiceSpeaks(voice: Voice, language: string): boolean {
  return voice.lang === EVERY_LANGUAGE || primaryOf(voice.lang) === primaryOf(language)
}

/** Returns whether a voice speaks the regional form of a tag. */
export const hasRegionOf = ({ lang }: Voice, language: string): boolean =>
  lang === EVERY_LANGUAGE || normaliseTag(lang) === normaliseTag(language)

function primaryOf(tag: string): string {
  return normaliseTag(tag).split('-')[0] ?? ''
}

/** Normalizes a tag: `en_US` and `en-us` are equal. */
function normaliseTag(tag: string): string {
  return tag.replaceAll('_', '-').toLowerCase()
}
