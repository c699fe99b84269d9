import { Fragment } from 'react'

interface TextRange {
  readonly start: number
  readonly end: number
}

interface MarkedQuotesProps {
  readonly text: string
  readonly quotes: readonly TextRange[]
  /** called with the element of the first quote */
  readonly onFirst?: (element: HTMLElement | null) => void
}

/** Renders a text with its quotes marked; quotes that overlap are one. */
export function MarkedQuotes({ text, quotes, onFirst }: MarkedQuotesProps) {
  const parts = partsOf(text, quotes)
  const first = parts.findIndex(({ isQuote }) => isQuote)
  return parts.map((piece, index) =>
    piece.isQuote ? (
      <mark key={piece.start} ref={index === first ? onFirst : undefined}>
        {piece.text}
      </mark>
    ) : (
      <Fragment key={piece.start}>{piece.text}</Fragment>
    ),
  )
}

/** Returns the text in parts, alternately outside of quotes and within one. */
function partsOf(text: string, quotes: readonly TextRange[]) {
  const parts: { readonly start: number; readonly text: string; readonly isQuote: boolean }[] = []
  let offset = 0
  const add = (end: number, isQuote: boolean) => {
    if (end <= offset) return
    parts.push({ start: offset, text: text.slice(offset, end), isQuote })
    offset = end
  }
  for (const { start, end } of quotes.toSorted((a, b) => a.start - b.start)) {
    add(start, false)
    add(end, true)
  }
  add(text.length, false)
  return parts
}

/** Returns where quotes are in a text; those that are not in it are left out. */
export const rangesOf = (text: string, quotes: readonly string[]): readonly TextRange[] =>
  quotes.flatMap((quote) => {
    const start = quote === '' ? -1 : text.indexOf(quote)
    return start === -1 ? [] : [{ start, end: start + quote.length }]
  })
