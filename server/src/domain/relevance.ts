/**
 * Maximum length of a message that is read, in UTF-16 code units: its subject is near the beginning, and a
 * request may contain megabytes.
 */
const READ_LENGTH = 2_000

const UNSPACED = String.raw`\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Hangul}`
const TERM = new RegExp(String.raw`[${UNSPACED}]+|[^\P{L}${UNSPACED}][^\P{L}${UNSPACED}]+|\p{N}+`, 'gv')
const STARTS_UNSPACED = new RegExp(`^[${UNSPACED}]`, 'v')

/**
 * Returns the relevance of each text to the question, 0..1: the share of the question's words that occur in
 * it. A word weighs more the longer it is and the fewer texts contain it, because function words are short
 * and frequent in every language. BM25 scores have no upper bound, so that no threshold could be set for
 * them.
 */
export function relevanceTo(question: string, texts: readonly string[]): readonly number[] {
  const terms = termsOf(question)
  const termsByText = texts.map(termsOf)
  const weights = new Map(
    [...terms].map((term) => {
      const holders = termsByText.filter((terms) => terms.has(term)).length
      return [term, term.length * Math.log(1 + texts.length / Math.max(1, holders))]
    }),
  )
  const whole = sum(weights.values())
  return termsByText.map((terms) => {
    const shared = [...weights].flatMap(([term, weight]) => (terms.has(term) ? weight : []))
    return whole === 0 ? 0 : Math.min(1, sum(shared) / whole)
  })
}

/**
 * Returns the words of a text without case and accents; in scripts without spaces, every two adjacent
 * characters.
 */
function termsOf(text: string): ReadonlySet<string> {
  const folded = text
    .slice(0, READ_LENGTH)
    .normalize('NFKD')
    .replaceAll(/[\u0300-\u036f]/g, '')
    .normalize('NFKC')
    .toLowerCase()
  const runs = folded.match(TERM) ?? []
  return new Set(runs.flatMap((run) => (STARTS_UNSPACED.test(run) ? pairsOf(run) : run)))
}

function pairsOf(run: string): readonly string[] {
  const signs = Array.from(run)
  return signs.length === 1 ? signs : signs.slice(1).map((sign, index) => `${signs[index] ?? ''}${sign}`)
}

function sum(numbers: Iterable<number>): number {
  let total = 0
  for (const number of numbers) total += number
  return total
}
