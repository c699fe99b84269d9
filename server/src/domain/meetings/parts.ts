/**
 * Length of a part for a model, in UTF-16 code units: about 8,000 tokens of English, which every model
 * accepts.
 */
const PART_LENGTH = 24_000

/**
 * Splits a text into parts of at most `length` UTF-16 code units: between lines, else between sentences, else
 * anywhere.
 */
export function transcriptPartsOf(text: string, length = PART_LENGTH): readonly string[] {
  const parts: string[] = []
  let rest = text.trim()
  while (rest.length > length) {
    const cut = lastEnd(rest.slice(0, length))
    parts.push(rest.slice(0, cut).trim())
    rest = rest.slice(cut).trim()
  }
  if (rest !== '') parts.push(rest)
  return parts
}

/** Returns where to split: after the last line, sentence or word that ends in the second half of the text. */
function lastEnd(text: string): number {
  for (const isEnd of [isLineBreak, isSentenceMark, isSpace]) {
    const at = lastIndexWhere(text, isEnd)
    if (at !== -1) return at + 1
  }
  return text.length - (/[\uD800-\uDBFF]$/.test(text) ? 1 : 0)
}

const isLineBreak = (character: string) => character === '\n'
const isSentenceMark = (character: string) => '.!?。！？'.includes(character)
const isSpace = (character: string) => /\s/.test(character)

/** Searches from the end to the middle: each character is read once. */
function lastIndexWhere(text: string, is: (character: string) => boolean): number {
  for (let at = text.length - 1; at > text.length / 2; at -= 1) if (is(text.charAt(at))) return at
  return -1
}
