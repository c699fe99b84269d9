import { foldForSearch } from '@vee/contract/text/search-fold'

/** Length of an excerpt, in UTF-16 code units. */
const EXCERPT_LENGTH = 200
/** Text before the first match. */
const LENGTH_BEFORE_MATCH = 60

/** The words around a match; each mark is the start and the end of a match in them, in UTF-16 code units. */
export interface Excerpt {
  readonly excerpt: string
  readonly marks: [number, number][]
}

/** Returns the words of a text around the first terms that occur in it, on one line. */
export function excerptOf(text: string, terms: readonly string[]): Excerpt {
  const line = text.replaceAll(/\s+/gu, ' ').trim()
  const matches = matchesIn(line, terms)
  const first = matches[0]?.[0] ?? 0
  const start = first <= LENGTH_BEFORE_MATCH ? 0 : wordStart(line, first - LENGTH_BEFORE_MATCH)
  const end = line.length <= start + EXCERPT_LENGTH ? line.length : wordEnd(line, start + EXCERPT_LENGTH)
  const [before, after] = [start > 0 ? '…' : '', end < line.length ? '…' : '']
  const shift = before.length - start
  return {
    excerpt: `${before}${line.slice(start, end)}${after}`,
    marks: matches
      .filter(([from, to]) => from >= start && to <= end)
      .map(([from, to]) => [from + shift, to + shift]),
  }
}

/** Returns where terms occur, without overlaps, as searches compare texts. */
function matchesIn(line: string, terms: readonly string[]): [number, number][] {
  const { folded, starts } = foldedWithStarts(line)
  const matches: [number, number][] = []
  for (const term of terms) {
    const wanted = foldForSearch(term)
    if (wanted === '') continue
    for (
      let index = folded.indexOf(wanted);
      index !== -1;
      index = folded.indexOf(wanted, index + wanted.length)
    )
      matches.push([starts[index] ?? 0, starts[index + wanted.length] ?? line.length])
  }
  return matches
    .toSorted(([left], [right]) => left - right)
    .reduce<[number, number][]>((kept, [from, to]) => {
      const last = kept.at(-1)
      if (last && from < last[1]) last[1] = Math.max(last[1], to)
      else kept.push([from, to])
      return kept
    }, [])
}

/** Folds a text grapheme by grapheme, so that each folded character is known by where it was. */
function foldedWithStarts(line: string): { readonly folded: string; readonly starts: readonly number[] } {
  let folded = ''
  const starts: number[] = []
  for (const { segment, index } of new Intl.Segmenter().segment(line)) {
    const part = foldForSearch(segment)
    for (let offset = 0; offset < part.length; offset += 1) starts.push(index)
    folded += part
  }
  return { folded, starts }
}

/** Returns the start of the word at an offset, or the offset where there are no spaces. */
function wordStart(line: string, offset: number): number {
  const space = line.indexOf(' ', offset)
  return space === -1 || space > offset + LENGTH_BEFORE_MATCH / 2 ? offset : space + 1
}

function wordEnd(line: string, offset: number): number {
  const space = line.lastIndexOf(' ', offset)
  return space < offset - LENGTH_BEFORE_MATCH / 2 ? offset : space
}
