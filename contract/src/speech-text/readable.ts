/** The tag of a voice that speaks any language. */
const EVERY_LANGUAGE = 'mul'

/** Scripts of languages that are written in several; the names of ISO 15924 that Unicode has no property for. */
const COMBINED: Readonly<Record<string, readonly string[]>> = {
  Jpan: ['Hani', 'Hira', 'Kana'],
  Kore: ['Hang', 'Hani'],
  Hans: ['Hani'],
  Hant: ['Hani'],
}

/** Voices of every language read Latin letters. */
const LATIN = 'Latn'

const patterns = new Map<string, RegExp>()

/** Returns whether a text has anything that voices pronounce: a letter, a number or a sign with a spoken name. */
export const isPronounceable = (text: string): boolean => /[\p{L}\p{N}\p{Sc}\p{Sm}%&@#°§]/u.test(text)

/**
 * Returns whether a voice of a language (BCP 47, or `mul`) knows the script of a text: that of at least half of its
 * letters. A quoted word of another script does not count against it.
 */
export function knowsScript(voiceLanguage: string, text: string): boolean {
  if (voiceLanguage.toLowerCase() === EVERY_LANGUAGE) return true
  const letters = text.match(/\p{L}/gu)?.length ?? 0
  if (letters === 0) return true
  const readable = text.match(lettersOf(voiceLanguage))?.length ?? 0
  return readable * 2 >= letters
}

function lettersOf(language: string): RegExp {
  const cached = patterns.get(language)
  if (cached) return cached
  const scripts = [LATIN, ...scriptsOf(language)]
  const pattern = patternOf(scripts) ?? /\p{L}/gu
  patterns.set(language, pattern)
  return pattern
}

function scriptsOf(language: string): readonly string[] {
  try {
    const { script = LATIN } = new Intl.Locale(language.replaceAll('_', '-')).maximize()
    return COMBINED[script] ?? [script]
  } catch {
    return []
  }
}

/** Returns undefined if the runtime does not know one of the scripts. */
function patternOf(scripts: readonly string[]): RegExp | undefined {
  try {
    return new RegExp(
      String.raw`(?=\p{L})[${scripts.map((script) => String.raw`\p{scx=${script}}`).join('')}]`,
      'gu',
    )
  } catch {
    return undefined
  }
}
