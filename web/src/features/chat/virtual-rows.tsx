import type { ReactElement, RefObject } from 'react'
import { Virtualizer } from 'virtua'
import type { Message } from './message.ts'

interface VirtualRowsProps {
  readonly scroller: RefObject<HTMLElement | null>
  readonly messages: readonly Message[]
  /** asked for the rows near the view only */
  readonly children: (message: Message) => ReactElement
}

/** Typical height of a row before it was measured, by whose error the list then corrects its place; in px. */
const ROW_PX = 160

/** Keeps only the rows near the view in the document. */
export function VirtualRows({ scroller, messages, children }: VirtualRowsProps) {
  return (
    <Virtualizer scrollRef={scroller} itemSize={ROW_PX} bufferSize={400} data={messages}>
      {children}
    </Virtualizer>
  )
}
