/** A part of a text: `[start, end)` in UTF-16 code units. */
export interface Span {
  readonly start: number
  readonly end: number
}

/** Longest sentence, in UTF-16 code units; a longer one is cut at a space, or at twice the length. */
const MAX_SENTENCE_LENGTH = 600

const ENDS = '.!?…'
const WIDE_ENDS = '。！？'
const CLOSERS = '"\'”’»)]）」』】*_'
const isSpace = (character: string) => /\s/u.test(character)

/** Abbreviations whose full stop ends no sentence, before a word that follows. */
const ABBREVIATION =
  /(?:^|[\s(])(?:\p{Lu}|Dr|Mr|Mrs|Ms|Prof|St|No|Nr|vs|ca|bzw|z\.\s?B|d\.\s?h|u\.\s?a|e\.g|i\.e|approx|p|pp|Sr|Sra|M|Mme)\.$/u

/** Returns the sentences of a text, in order; each line is at least one. Linear in the length of the text. */
export function sentenceSpans(text: string): readonly Span[] {
  const spans: Span[] = []
  let start = 0
  const close = (end: number) => {
    const span = trimmed(text, start, end)
    if (span.start < span.end) spans.push(span)
    start = end
  }
  for (let index = 0; index < text.length; index += 1) {
    const character = text.charAt(index)
    if (character === '\n') close(index)
    else if (endsSentence(text, index)) {
      while (index + 1 < text.length && CLOSERS.includes(text.charAt(index + 1))) index += 1
      close(index + 1)
    } else if (index - start >= (isSpace(character) ? 1 : 2) * MAX_SENTENCE_LENGTH) close(index)
  }
  close(text.length)
  return spans
}

function endsSentence(text: string, index: number): boolean {
  const character = text.charAt(index)
  if (WIDE_ENDS.includes(character)) return true
  if (!ENDS.includes(character)) return false
  let after = index + 1
  while (after < text.length && CLOSERS.includes(text.charAt(after))) after += 1
  if (after < text.length && !isSpace(text.charAt(after))) return false
  if (character !== '.') return true
  // `3. May`, `z. B. die`: a number or an abbreviation that a small letter or a word follows.
  const before = text.slice(Math.max(0, index - 12), index + 1)
  return !ABBREVIATION.test(before) && !(/(?:^|\s)\d{1,2}\.$/.test(before) && after < text.length)
}

function trimmed(text: string, from: number, to: number): Span {
  let [start, end] = [from, to]
  while (start < end && isSpace(text.charAt(start))) start += 1
  while (end > start && isSpace(text.charAt(end - 1))) end -= 1
  return { start, end }
}
