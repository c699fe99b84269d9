import { fold } from '@vee/contract/spoken/fold'

/** Share of the letters that may differ. */
const MAX_DIFFERENT_SHARE = 0.5
const LATIN = /\p{sc=Latin}/u

/**
 * Returns whether a transcriber may have written the name as these words: at most half of the letters differ ("Tudor" for
 * "Tutor"). Words of another script cannot be compared, and count as similar.
 */
export function areSimilar(words: string, name: string): boolean {
  const [spoken, named] = [fold(words).replaceAll(' ', ''), fold(name).replaceAll(' ', '')]
  if (LATIN.test(spoken) !== LATIN.test(named)) return true
  return editDistance(spoken, named) <= MAX_DIFFERENT_SHARE * Math.max(spoken.length, named.length)
}

/** Levenshtein's distance. */
function editDistance(left: string, right: string): number {
  let row = Array.from({ length: right.length + 1 }, (_, index) => index)
  for (const [at, letter] of Array.from(left).entries()) {
    const next = [at + 1]
    for (const [index, wanted] of Array.from(right).entries()) {
      const replaced = (row[index] ?? 0) + (letter === wanted ? 0 : 1)
      next.push(Math.min(replaced, (row[index + 1] ?? 0) + 1, (next[index] ?? 0) + 1))
    }
    row = next
  }
  return row.at(-1) ?? 0
}
