import type { Voice } from '@vee/contract/entities/voice'

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
 * the reply's language and another does, that one: a German reply is not read by an English voice.
 */
export function voiceForReply(
  voices: readonly Voice[],
  language: string,
  selectedVoiceId: string,
): Voice | undefined {
  const preferred = voices.find(({ id }) => id === selectedVoiceId) ?? chooseVoice(voices, language)
  if (!preferred || speaks(preferred, language)) return preferred
  const speaking = voices.filter((voice) => speaks(voice, language))
  return chooseVoice(speaking, language) ?? preferred
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
