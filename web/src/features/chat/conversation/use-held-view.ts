import { useEffect, useLayoutEffect, useRef, type RefObject } from 'react'

/** Time in which the rows that came before the view are measured, in ms. */
const MEASURED_MS = 1_000
/** The same for the rows around a sought one, while older messages may still be loaded. */
const SOUGHT_MS = 4_000
/** Where a sought row is shown, as a fraction of the view's height. */
const SOUGHT_AT = 0.35

/** The uppermost row in view. */
interface Anchor {
  readonly messageId: string
  /** its distance from the top of the view, in px */
  readonly top: number
}

interface HeldView {
  /** Shows a row, as soon as it is in the document, until the reader moves the view. */
  readonly showRow: (messageId: string) => void
  /** whether a row is shown so now */
  readonly isShowing: (messageId: string) => boolean
}

/**
 * Keeps the text in view where it is while rows that came before it are measured: the list assumes then that each of
 * them is above the view, those in view included. A wheel, a key or a touch ends that.
 * @param firstId the first row, if rows came before the others; undefined: none did
 */
export function useHeldView(
  scroller: RefObject<HTMLElement | null>,
  rows: RefObject<HTMLElement | null>,
  firstId: string | undefined,
): HeldView {
  const anchor = useRef<Anchor>(undefined)
  /** until then the view is held, in ms of `performance.now` */
  const heldUntil = useRef(0)

  useEffect(() => {
    const view = scroller.current
    const list = rows.current
    if (!view || !list) return undefined
    function holdOrNote(): void {
      if (!view || !list) return
      if (performance.now() < heldUntil.current) restoreAnchor(view, list, anchor.current)
      else anchor.current = anchorIn(view, list)
    }
    const release = () => {
      heldUntil.current = 0
    }
    const listening = new AbortController()
    const options = { passive: true, signal: listening.signal }
    view.addEventListener('scroll', holdOrNote, options)
    for (const type of ['wheel', 'touchmove', 'keydown', 'pointerdown'])
      view.addEventListener(type, release, options)
    const sizes = new ResizeObserver(holdOrNote)
    sizes.observe(list)
    return () => {
      listening.abort()
      sizes.disconnect()
    }
  }, [scroller, rows])

  useLayoutEffect(() => {
    if (firstId !== undefined)
      heldUntil.current = Math.max(heldUntil.current, performance.now() + MEASURED_MS)
  }, [firstId])
  return {
    showRow(messageId) {
      const view = scroller.current
      if (!view) return
      anchor.current = { messageId, top: view.clientHeight * SOUGHT_AT }
      heldUntil.current = performance.now() + SOUGHT_MS
    },
    isShowing: (messageId) =>
      anchor.current?.messageId === messageId && performance.now() < heldUntil.current,
  }
}

function anchorIn(view: HTMLElement, list: HTMLElement): Anchor | undefined {
  const { top: viewTop } = view.getBoundingClientRect()
  for (const row of list.querySelectorAll<HTMLElement>('[data-message]')) {
    const { top, bottom } = row.getBoundingClientRect()
    const messageId = row.dataset['message']
    if (bottom > viewTop && messageId !== undefined) return { messageId, top: top - viewTop }
  }
  return undefined
}

function restoreAnchor(view: HTMLElement, list: HTMLElement, anchor: Anchor | undefined): void {
  const row = anchor && list.querySelector(`[data-message="${CSS.escape(anchor.messageId)}"]`)
  if (!row) return
  const moved = row.getBoundingClientRect().top - view.getBoundingClientRect().top - anchor.top
  if (Math.abs(moved) >= 1) view.scrollTop += moved
}
