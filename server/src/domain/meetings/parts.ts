/** What a model reads at once, in UTF-16 code units: about 8,000 tokens of English, which every model takes. */
const PART_LENGTH = 24_000

/** A text in parts of at most `length` UTF-16 code units, cut between lines, else between sentences, else anywhere. */
export function partsOf(text: string, length = PART_LENGTH): readonly string[] {
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

function lastEnd(text: string): number {
  for (const pattern of [/\n(?!.*\n)/s, /[.!?。！？]\s*(?!.*[.!?。！？])/s, /\s(?!.*\s)/s]) {
    const found = pattern.exec(text)
    if (found && found.index > text.length / 2) return found.index + found[0].length
  }
  return text.length - (/[\uD800-\uDBFF]$/.test(text) ? 1 : 0)
}
