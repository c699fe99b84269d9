/** Maximum length of the words and names that go along with audio (`prompt`), in UTF-16 code units. */
export const MAX_EXPECTED_TERMS_LENGTH = 1_000
/** Longer terms are sentences, which transcribers do not expect as one. */
const MAX_TERM_LENGTH = 100

const SEPARATORS = /[,;，；、\r\n]+/

/**
 * Returns the text with these terms added as a list, the most important first. Terms that are in it, and those that no longer
 * fit, are omitted.
 */
export function withExpectedTerms(text: string, terms: readonly string[]): string {
  let joined = text.trim().slice(0, MAX_EXPECTED_TERMS_LENGTH)
  const knownKeys = new Set(joined.split(SEPARATORS).map(keyOf))
  for (const term of terms) {
    // A separator would split it into several.
    const cleaned = term.split(SEPARATORS).join(' ').replace(/\s+/g, ' ').trim()
    if (cleaned === '' || cleaned.length > MAX_TERM_LENGTH || knownKeys.has(keyOf(cleaned))) continue
    const longer = joined === '' ? cleaned : `${joined}, ${cleaned}`
    if (longer.length > MAX_EXPECTED_TERMS_LENGTH) continue
    knownKeys.add(keyOf(cleaned))
    joined = longer
  }
  return joined
}

const keyOf = (term: string) => term.trim().toLowerCase()
