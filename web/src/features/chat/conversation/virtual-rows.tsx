import {
  useEffect,
  useEffectEvent,
  useLayoutEffect,
  useRef,
  useState,
  type ReactElement,
  type RefObject,
} from 'react'
import { Virtualizer, type VirtualizerHandle } from 'virtua'
import type { Message } from '../store/message.ts'
import { rowIdOf } from '../versions/branches.ts'
import { useHeldView } from './use-held-view.ts'

interface VirtualRowsProps {
  readonly scroller: RefObject<HTMLElement | null>
  readonly messages: readonly Message[]
  /** the message to scroll to */
  readonly soughtId: string | undefined
  /** called only for the rows near the view */
  readonly children: (message: Message) => ReactElement
}

/** Typical height of a row before it is measured, in px; the list corrects its position by the error. */
const ROW_PX = 160

/** Keeps only the rows near the view in the document. */
export function VirtualRows({ scroller, messages, soughtId, children }: VirtualRowsProps) {
  const first = messages[0] && rowIdOf(messages[0])
  const isPrepended = useIsPrepended(first, messages.at(-1)?.id)
  const rows = useRef<HTMLDivElement>(null)
  const list = useRef<VirtualizerHandle>(null)
  const heldView = useHeldView(scroller, rows, isPrepended ? first : undefined)
  const soughtIndex = soughtId === undefined ? -1 : messages.findIndex(({ id }) => id === soughtId)
  const shownId = useRef<string>(undefined)
  const goToSought = useEffectEvent((id: string, index: number) => {
    // When others come before it, the view stays where the reader has moved it.
    if (shownId.current === id && !heldView.isShowing(id)) return
    shownId.current = id
    heldView.showRow(id)
    list.current?.scrollToIndex(index, { align: 'center' })
  })
  useEffect(() => {
    if (soughtId !== undefined && soughtIndex !== -1) goToSought(soughtId, soughtIndex)
  }, [soughtId, soughtIndex])
  const startMargin = useOffsetIn(scroller, rows)
  return (
    <div ref={rows}>
      <Virtualizer
        ref={list}
        shift={isPrepended}
        scrollRef={scroller}
        startMargin={startMargin}
        itemSize={ROW_PX}
        bufferSize={400}
        data={messages}
      >
        {children}
      </Virtualizer>
    </div>
  )
}

/**
 * Returns the height of what stands before an element in its scroller, in px. The list needs it to know which rows
 * are above the view.
 */
function useOffsetIn(
  scroller: RefObject<HTMLElement | null>,
  element: RefObject<HTMLElement | null>,
): number {
  const [offset, setOffset] = useState(0)
  useLayoutEffect(() => {
    const view = scroller.current
    const measured = element.current
    const content = measured?.parentElement
    if (!view || !content) return undefined
    const sizes = new ResizeObserver(() => {
      const { top } = measured.getBoundingClientRect()
      setOffset(Math.round(top - view.getBoundingClientRect().top + view.scrollTop))
    })
    sizes.observe(content)
    return () => sizes.disconnect()
  }, [scroller, element])
  return offset
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
