interface KeyTermLimits {
  /** of all terms together, in UTF-16 code units */
  readonly maxLength?: number
  readonly maxTerms?: number
  /** longer terms are omitted */
  readonly maxTermLength?: number
}

/** Splits the words and names that a person expects; those beyond the limits are omitted. */
export function keyTerms(
  prompt: string | undefined,
  { maxLength = Infinity, maxTerms = Infinity, maxTermLength = Infinity }: KeyTermLimits,
): readonly string[] {
  const terms = (prompt ?? '').split(/[,;，；、\r\n]+/).map((term) => term.trim())
  let length = 0
  return [...new Set(terms)]
    .filter((term) => {
      if (term === '' || term.length > maxTermLength) return false
      length += term.length
      return length <= maxLength
    })
    .slice(0, maxTerms)
}
