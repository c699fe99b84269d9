import type { ReactNode } from 'react'

/** Returns a text with its marked ranges as elements. The ranges are in order and do not overlap, in UTF-16 code units. */
export function markedText(text: string, marks: readonly (readonly [number, number])[]): ReactNode[] {
  const parts: ReactNode[] = []
  let from = 0
  for (const [start, end] of marks) {
    parts.push(text.slice(from, start), <mark key={start}>{text.slice(start, end)}</mark>)
    from = end
  }
  parts.push(text.slice(from))
  return parts
}
