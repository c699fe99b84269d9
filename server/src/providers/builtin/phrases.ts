const UNSPACED = /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Hangul}]/u

/**
 * Returns the text in lower case and normal width, without accents and with straight apostrophes. Phrases and
 * messages are compared in this form.
 */
export function foldPhrase(text: string): string {
  return text
    .normalize('NFD')
    .replaceAll(/[\u0300-\u036f]/g, '')
    .normalize('NFKC')
    .toLowerCase()
    .replaceAll(/[’‘`´]/g, "'")
}

/**
 * Returns a pattern that matches any of the phrases, the longest first: as whole words in scripts with spaces
 * between words, anywhere in other scripts (Korean uses spaces, but appends particles to its words).
 */
export function matcherOf(phrases: readonly string[]): RegExp {
  const matcher = matchers.get(phrases) ?? compiled(phrases)
  matchers.set(phrases, matcher)
  return matcher
}

/** Caches patterns, because compiling takes longer than matching and the lists are constant. */
const matchers = new WeakMap<readonly string[], RegExp>()

function compiled(phrases: readonly string[]): RegExp {
  const longestFirst = phrases.map(foldPhrase).toSorted((a, b) => b.length - a.length)
  // Adjacent phrases with the same boundaries share one boundary pattern, because its character classes are
  // large.
  const groups: { readonly edges: string; readonly escaped: string[] }[] = []
  for (const phrase of longestFirst) {
    const edges = `${isWordEdge(phrase.at(0))} ${isWordEdge(phrase.at(-1))}`
    const last = groups.at(-1)
    if (last?.edges === edges) last.escaped.push(escapedOf(phrase))
    else groups.push({ edges, escaped: [escapedOf(phrase)] })
  }
  const alternatives = groups.map(({ edges, escaped }) => {
    const before = edges.startsWith('true') ? String.raw`(?<!\p{L})` : ''
    const after = edges.endsWith('true') ? String.raw`(?![\p{L}\p{N}])` : ''
    return `${before}(?:${escaped.join('|')})${after}`
  })
  return new RegExp(alternatives.length === 0 ? '(?!)' : alternatives.join('|'), 'gu')
}

const escapedOf = (phrase: string) =>
  phrase.replaceAll(/[\\^$.*+?()[\]{}|/]/g, String.raw`\$&`).replaceAll(' ', String.raw`\s+`)

const isWordEdge = (character = '') => /[\p{L}\p{N}]/u.test(character) && !UNSPACED.test(character)

/** Values by the phrases that denote them. */
export interface PhraseTable<T> {
  readonly matcher: RegExp
  /** returns the value for a match of the matcher */
  valueOf(match: string): T | undefined
}

export function phraseTable<T>(entries: Iterable<readonly [string, T]>): PhraseTable<T> {
  const values = new Map([...entries].map(([phrase, value]) => [foldPhrase(phrase), value]))
  return {
    matcher: matcherOf([...values.keys()]),
    valueOf: (match) => values.get(match.replaceAll(/\s+/g, ' ')),
  }
}

/**
 * Returns the number of words in a text without numbers, to detect whether it contains more than a phrase;
 * four characters without spaces count as one.
 */
export function wordCount(text: string): number {
  const words = text.match(/\p{L}+/gu) ?? []
  return words.reduce((sum, word) => sum + (UNSPACED.test(word) ? Math.ceil(word.length / 4) : 1), 0)
}
