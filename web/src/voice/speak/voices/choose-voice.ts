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

/**
 * Returns the voice for a reply: the selected one, else the one for the language. If it does not speak the
 * reply's language and another does, returns that one: a German reply is not read by an English voice. If
 * none was selected, another voice of the same provider and quality is preferred if it fits `wish` better.
 */
export function voiceForReply(
  voices: readonly Voice[],
  language: string,
  selectedVoiceId: string,
  wish?: VoiceWish,
): Voice | undefined {
  const selected = voices.find(({ id }) => id === selectedVoiceId)
  const preferred = selected ?? chooseVoice(voices, language)
  if (!preferred) return undefined
  const speaking = voices.filter((voice) => voiceSpeaks(voice, language))
  const fitting = voiceSpeaks(preferred, language)
    ? preferred
    : (chooseVoice(speaking, language) ?? preferred)
  return selected || !wish ? fitting : bestFor(wish, fitting, speaking)
}

/** Returns the voice that fits the wish best, among those like `chosen`; `chosen` if none fits better. */
function bestFor(wish: VoiceWish, chosen: Voice, voices: readonly Voice[]): Voice {
  let best = chosen
  for (const voice of voices) {
    const isLike = voice.provider === chosen.provider && voice.quality === chosen.quality
    if (isLike && fitOf(voice, wish) > fitOf(best, wish)) best = voice
  }
  return best
}

const GENDERS = { low: 'male', middle: 'neutral', high: 'female' } as const

/** Returns 0..7: pitch counts most, then tone, then the regional variant. */
function fitOf({ gender, description, lang }: Voice, { pitch, tone, language }: VoiceWish): number {
  const fitsLanguage = language !== undefined && normaliseTag(lang) === normaliseTag(language)
  return (
    (gender === GENDERS[pitch] ? 4 : 0) +
    (description.toLowerCase().includes(tone) ? 2 : 0) +
    (fitsLanguage ? 1 : 0)
  )
}

/** If both have a region, it only affects the order among voices of a language. */
function voiceSpeaks(voice: Voice, language: string): boolean {
  return voice.lang === EVERY_LANGUAGE || primaryOf(voice.lang) === primaryOf(language)
}

function primaryOf(tag: string): string {
  return normaliseTag(tag).split('-')[0] ?? ''
}

/** Normalizes a tag: `en_US` and `en-us` are equal. */
function normaliseTag(tag: string): string {
  return tag.replaceAll('_', '-').toLowerCase()
}
