import { foldForSearch } from '@vee/contract/text/search-fold'
import { setImmediate as immediate } from 'node:timers/promises'

/**
 * Maximum length of a message that is read, in UTF-16 code units: its subject is near the beginning, and a
 * request may contain megabytes.
 */
const READ_LENGTH = 2_000
/** Number of texts that are ranked in one turn of the event loop: a millisecond or two. */
const TEXTS_PER_TURN = 16

const UNSPACED = String.raw`\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Hangul}`
const TERM = new RegExp(String.raw`[${UNSPACED}]+|[^\P{L}${UNSPACED}][^\P{L}${UNSPACED}]+|\p{N}+`, 'gv')
const STARTS_UNSPACED = new RegExp(`^[${UNSPACED}]`, 'v')

/**
 * Returns the relevance of each text to the question, 0..1: the fraction of the question's words that occur in
 * it. A word weighs more the longer it is and the fewer texts contain it, because function words are short
 * and frequent in every language. BM25 scores have no upper bound, so that no threshold could be set for
 * them.
 */
export function relevanceTo(question: string, texts: readonly string[]): readonly number[] {
  const terms = termsOf(question)
  return scoresOf(
    terms,
    texts.map((text) => sharedTerms(terms, text)),
  )
}

/** Returns the same as `relevanceTo` for thousands of texts, and lets other events run in between. */
export async function relevanceToMany(
  question: string,
  texts: readonly string[],
): Promise<readonly number[]> {
  const terms = termsOf(question)
  const sharedByText: (readonly string[])[] = []
  for (const [index, text] of texts.entries()) {
    if (index % TEXTS_PER_TURN === 0) await immediate()
    sharedByText.push(sharedTerms(terms, text))
  }
  return scoresOf(terms, sharedByText)
}

/** Returns the words of the question that the text contains. */
function sharedTerms(terms: ReadonlySet<string>, text: string): readonly string[] {
  if (terms.size === 0) return []
  const contained = termsOf(text)
  return [...terms].filter((term) => contained.has(term))
}

function scoresOf(terms: ReadonlySet<string>, sharedByText: readonly (readonly string[])[]) {
  const holders = new Map<string, number>()
  for (const shared of sharedByText)
    for (const term of shared) holders.set(term, (holders.get(term) ?? 0) + 1)
  const weightOf = (term: string) =>
    term.length * Math.log(1 + sharedByText.length / Math.max(1, holders.get(term) ?? 0))
  const weights = new Map([...terms].map((term) => [term, weightOf(term)]))
  const totalWeight = sum(weights.values())
  return sharedByText.map((shared) => {
    const weight = sum(shared.map((term) => weights.get(term) ?? 0))
    return totalWeight === 0 ? 0 : Math.min(1, weight / totalWeight)
  })
}

/**
 * Returns the words of a text without case and accents; in scripts without spaces, every two adjacent
 * characters.
 */
function termsOf(text: string): ReadonlySet<string> {
  // One character of a compatibility form can stand for eighteen.
  const folded = foldForSearch(text.slice(0, READ_LENGTH)).slice(0, READ_LENGTH)
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
