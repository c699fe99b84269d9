import type { Voice } from '@vee/contract/entities/voice'
import { foldForSearch } from '@vee/contract/text/search-fold'

/** Any language: such a voice speaks the language of the text. */
const ANY = 'mul'

const baseOf = (tag: string): string => tag.split('-')[0]?.toLowerCase() ?? ''

/**
 * Returns the parts of a voice's label: its name, and its language unless the name contains it or the list has one
 * language only.
 */
export function voiceLabel(
  { name, lang }: Pick<Voice, 'name' | 'lang'>,
  languageName: (tag: string) => string,
  isLanguageKnown = false,
): readonly string[] {
  if (lang === ANY || lang === '') return [name]
  const language = languageName(lang)
  // Some engines name a voice by the code of its language.
  const shown = foldForSearch(name) === foldForSearch(lang) ? language : name
  const isSaid = isLanguageKnown || foldForSearch(shown).includes(foldForSearch(language))
  return isSaid ? [shown] : [shown, language]
}

/** Returns whether a voice speaks a language. */
const speaksLanguage = ({ lang }: Pick<Voice, 'lang'>, language: string): boolean =>
  lang === ANY || baseOf(lang) === baseOf(language)

/** The most rows of the first list, with the automatic choice. */
const FIRST_ROWS = 15

interface VoiceLists {
  /** of the user's language: at most 14, the chosen one among them */
  readonly first: readonly Voice[]
  /** all others, by language */
  readonly others: readonly { readonly language: string; readonly voices: readonly Voice[] }[]
}

/** Divides voices into those of a language and region, natural ones first, and the others by language. */
export function divideVoices(voices: readonly Voice[], language: string, chosenId: string): VoiceLists {
  const rank = (voice: Voice) =>
    (voice.id === chosenId ? -8 : 0) +
    (voice.quality === 'natural' ? 0 : 4) +
    (voice.lang === language ? 0 : 2) +
    (voice.lang === ANY ? 1 : 0)
  const own = voices
    .filter((voice) => voice.id === chosenId || speaksLanguage(voice, language))
    .toSorted((a, b) => rank(a) - rank(b))
  const first = own.slice(0, FIRST_ROWS - 1)
  const shown = new Set(first)
  const others = Map.groupBy(
    voices.filter((voice) => !shown.has(voice)),
    ({ lang }) => baseOf(lang),
  )
  return {
    first,
    others: [...others].map(([base, voicesOfBase]) => ({ language: base, voices: voicesOfBase })),
  }
}
