/**
 * Returns the start of the sentence before the one at `offset`; offsets are in UTF-16 code units of the
 * source.
 */
export function sentenceBefore(text: string, offset: number, language: string): number {
  const segments = [
    ...new Intl.Segmenter(language, { granularity: 'sentence' }).segment(text.slice(0, offset)),
  ]
  return segments.findLast(({ segment }) => /[\p{L}\p{N}]/u.test(segment))?.index ?? 0
}
