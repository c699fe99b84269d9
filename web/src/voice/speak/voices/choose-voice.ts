import type { Voice, VoiceWish } from '@vee/contract/entities/voice'

/** The tag of a voice that speaks any language. */
const EVERY_LANGUAGE = 'mul'

/**
 * The voice for a language when none was chosen, in the specification's order (R4.78): the default voice that matches
 * the language, any default voice, any voice that matches, then en-US, then English, then the first.
 */
export function chooseVoice(voices: readonly Voice[], language: string): Voice | undefined {
  const choices: ((voice: Voice) => boolean)[] = [
    (voice) => voice.isDefault && speaks(voice, language),
    (voice) => voice.isDefault,
    (voice) => speaks(voice, language),
    (voice) => normalised(voice.lang) === 'en-us',
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
 * The voice that says a reply: the selected one, else the one chosen for the language. Where that voice does not speak
 * the reply's language and another does, that one: a German reply is not read by an English voice. Where none was selected,
 * another voice of the same provider and quality takes its place if it fits `wish` better.
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
  const speaking = voices.filter((voice) => speaks(voice, language))
  const fitting = speaks(preferred, language) ? preferred : (chooseVoice(speaking, language) ?? preferred)
  return selected || !wish ? fitting : bestFor(wish, fitting, speaking)
}

/** The voice that fits the wish best, of those like `chosen`; `chosen` when none fits better. */
function bestFor(wish: VoiceWish, chosen: Voice, voices: readonly Voice[]): Voice {
  let best = chosen
  for (const voice of voices) {
    const isLike = voice.provider === chosen.provider && voice.quality === chosen.quality
    if (isLike && fitOf(voice, wish) > fitOf(best, wish)) best = voice
  }
  return best
}

const GENDERS = { low: 'male', middle: 'neutral', high: 'female' } as const

/** 0..7: the height counts most, then the tone, then the regional form of the language. */
function fitOf({ gender, description, lang }: Voice, { pitch, tone, language }: VoiceWish): number {
  const fitsLanguage = language !== undefined && normalised(lang) === normalised(language)
  return (
    (gender === GENDERS[pitch] ? 4 : 0) +
    (description.toLowerCase().includes(tone) ? 2 : 0) +
    (fitsLanguage ? 1 : 0)
  )
}

/** A region told by both decides among voices of one language only through their order. */
function speaks(voice: Voice, language: string): boolean {
  return voice.lang === EVERY_LANGUAGE || primaryOf(voice.lang) === primaryOf(language)
}

function primaryOf(tag: string): string {
  return normalised(tag).split('-')[0] ?? ''
}

/** `en_US` and `en-us` are the same tag. */
function normalised(tag: string): string {
  return tag.replaceAll('_', '-').toLowerCase()
}
