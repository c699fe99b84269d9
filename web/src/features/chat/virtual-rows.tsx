import type { ReactElement, RefObject } from 'react'
import { Virtualizer } from 'virtua'

interface VirtualRowsProps {
  readonly scroller: RefObject<HTMLElement | null>
  readonly children: ReactElement[]
}

/** Typical height of a row before it was measured; in px. */
const ROW_PX = 160

/** Keeps only the rows near the view in the document. */
export function VirtualRows({ scroller, children }: VirtualRowsProps) {
  return (
    <Virtualizer scrollRef={scroller} itemSize={ROW_PX} bufferSize={400}>
      {children}
    </Virtualizer>
  )
}
