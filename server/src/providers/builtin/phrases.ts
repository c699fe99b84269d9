const UNSPACED = /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Hangul}]/u

/** Small letters, plain width, no accents, straight apostrophes: how phrases and messages are compared. */
export function fold(text: string): string {
  return text
    .normalize('NFD')
    .replaceAll(/[\u0300-\u036f]/g, '')
    .normalize('NFKC')
    .toLowerCase()
    .replaceAll(/[’‘`´]/g, "'")
}

/**
 * Finds any of the phrases, the longest first: as whole words where words are parted by spaces, anywhere in scripts that
 * do not part them (Korean does, but hangs particles on its words).
 */
export function matcherOf(phrases: readonly string[]): RegExp {
  const known = matchers.get(phrases) ?? compiled(phrases)
  matchers.set(phrases, known)
  return known
}

/** Compiling takes longer than matching, and the lists stay the same. */
const matchers = new WeakMap<readonly string[], RegExp>()

function compiled(phrases: readonly string[]): RegExp {
  const longestFirst = phrases.map(fold).toSorted((a, b) => b.length - a.length)
  // What may stand around a phrase is asked once for all neighbours that ask the same: the classes are large.
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

/** Values by the phrases that stand for them. */
export interface PhraseTable<T> {
  readonly matcher: RegExp
  /** of what the matcher found */
  valueOf(found: string): T | undefined
}

export function phraseTable<T>(entries: Iterable<readonly [string, T]>): PhraseTable<T> {
  const values = new Map([...entries].map(([phrase, value]) => [fold(phrase), value]))
  return {
    matcher: matcherOf([...values.keys()]),
    valueOf: (found) => values.get(found.replaceAll(/\s+/g, ' ')),
  }
}

/** How many words, not numbers, a text has, to tell whether it says more than a phrase; four unspaced signs make one. */
export function wordCount(text: string): number {
  const words = text.match(/\p{L}+/gu) ?? []
  return words.reduce((sum, word) => sum + (UNSPACED.test(word) ? Math.ceil(word.length / 4) : 1), 0)
}
