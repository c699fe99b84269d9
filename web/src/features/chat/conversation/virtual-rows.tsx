import { useState, type ReactElement, type RefObject } from 'react'
import { Virtualizer } from 'virtua'
import type { Message } from '../store/message.ts'
import { rowIdOf } from '../versions/reply-versions.ts'

interface VirtualRowsProps {
  readonly scroller: RefObject<HTMLElement | null>
  readonly messages: readonly Message[]
  /** called only for the rows near the view */
  readonly children: (message: Message) => ReactElement
}

/** Typical height of a row before it is measured, in px; the list corrects its position by the error. */
const ROW_PX = 160

/** Keeps only the rows near the view in the document. */
export function VirtualRows({ scroller, messages, children }: VirtualRowsProps) {
  const shift = useIsPrepended(messages[0] && rowIdOf(messages[0]), messages.at(-1)?.id)
  return (
    <Virtualizer shift={shift} scrollRef={scroller} itemSize={ROW_PX} bufferSize={400} data={messages}>
      {children}
    </Virtualizer>
  )
}

/**
 * Returns true while the last change of the list added messages at its start, so that the view stays at its
 * position.
 */
function useIsPrepended(first: string | undefined, last: string | undefined): boolean {
  const [ends, setEnds] = useState({ first, last, isPrepended: false })
  if (ends.first === first && ends.last === last) return ends.isPrepended
  const isPrepended = ends.first !== first && ends.last === last
  setEnds({ first, last, isPrepended })
  return isPrepended
}
