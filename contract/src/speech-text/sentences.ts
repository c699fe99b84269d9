import { trimEndOf } from '../text/trim.ts'
import { isAbbreviated } from './abbreviations.ts'

/**
 * The text to split. Split points are exclusive offsets after the punctuation and its closing marks, in
 * order.
 */
export interface CutQuery {
  readonly text: string
  /** BCP 47 */
  readonly language: string
  /** minimum length of a segment, in UTF-16 code units */
  readonly minLength: number
}

const segmenters = new Map<string, Intl.Segmenter>()

/** Returns the segmenter of sentences of a language (BCP 47); the runtime's default for an unknown one. */
export function sentenceSegmenter(language: string): Intl.Segmenter {
  const cached = segmenters.get(language)
  if (cached) return cached
  const [supported] = supportedLocale(language)
  const segmenter = new Intl.Segmenter(supported, { granularity: 'sentence' })
  segmenters.set(language, segmenter)
  return segmenter
}

function supportedLocale(language: string): string[] {
  try {
    return Intl.Segmenter.supportedLocalesOf(language)
  } catch {
    return []
  }
}

/**
 * Returns the segment without a quote that opens right after its sentence, as in "行こう！「はい。」": Unicode counts
 * any bracket or quote there as closing the sentence (its class Close). “ opens only next to full-width
 * marks; after „ it closes.
 */
function withoutOpened(segment: string): string {
  const text = trimEndOf(segment, /\p{Ps}/u)
  if (!/[“‘]$/.test(text)) return text
  const before = text.slice(0, -1)
  return /[。！？]$/.test(trimEndOf(before, /[\p{Pe}\p{Pf}]/u)) ? before : text
}

/**
 * Yields the ends of complete sentences, without the last one of `text`, because following input may still
 * belong to it. A sentence is complete only when a letter follows, because that decides whether its
 * punctuation ended it (Unicode's rule SB8).
 */
export function* sentenceEnds({ text, language, minLength }: CutQuery): Generator<number> {
  for (const { index, segment } of sentenceSegmenter(language).segment(text)) {
    const next = index + segment.length
    const end = index + withoutOpened(segment.trimEnd()).length
    const after = text.slice(next)
    if (!/\p{L}/u.test(after)) return
    if (end >= minLength && !isAbbreviated(text.slice(0, end), after, language)) yield end
  }
}

const CLAUSE_MARK = /[,;:][\p{Pe}\p{Pf}"']*(?=\s)|[、，；：][\p{Pe}\p{Pf}]*/gu

/** Yields the ends of clauses that are followed by text; the point or colon of a number is excluded. */
export function* clauseEnds({ text, minLength }: CutQuery): Generator<number> {
  for (const mark of text.matchAll(CLAUSE_MARK)) {
    const end = mark.index + mark[0].length
    if (end >= minLength && /[\p{L}\p{N}]/u.test(text.slice(end))) yield end
  }
}

/** Returns the longest split of at most `maxLength`: after a clause, else before a word, else anywhere. */
export function forcedEnd(query: CutQuery, maxLength: number): number {
  const clauses = [...clauseEnds(query)].filter((end) => end <= maxLength)
  const clause = clauses.at(-1)
  if (clause !== undefined) return clause
  const space = query.text.lastIndexOf(' ', maxLength)
  return space >= query.minLength ? space : maxLength
}
