import { createElement, Fragment, type ReactNode } from 'react'
import type { CodeToken } from './highlight.ts'

interface HighlightedLinesProps {
  readonly lines: readonly (readonly CodeToken[])[]
}

/** Renders the tokens as children without keys, because they never move. */
export function HighlightedLines({ lines }: HighlightedLinesProps) {
  const nodes = lines.flatMap((line, row): ReactNode[] => [
    row === 0 ? '' : '\n',
    ...line.map(({ content, color }) =>
      color === undefined ? content : createElement('span', { style: { color } }, content),
    ),
  ])
  return createElement(Fragment, {}, ...nodes)
}
