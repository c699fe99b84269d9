import { useEffect, type RefObject } from 'react'
import { useAddress } from '../navigation.ts'

/** The scroll position of each page of this visit by address. */
const positions = new Map<string, number>()
let returns = false

// In the capture phase, because the router renders the page in its own listener.
window.addEventListener(
  'popstate',
  () => {
    returns = true
  },
  { capture: true },
)

/** Scrolls a new page smoothly to its top; going back restores the previous position. */
export function useScrollPosition(scroller: RefObject<HTMLElement | null>): void {
  const { pathname, search, hash } = useAddress()
  const page = `${pathname}${search}`

  useEffect(() => {
    const element = scroller.current
    if (!element) return
    const stay = new AbortController()
    const position = returns ? positions.get(page) : undefined
    returns = false
    if (position !== undefined) restore(element, position, stay.signal)
    else if (hash === '') element.scrollTo({ top: 0, behavior: 'smooth' })
    element.addEventListener('scroll', () => positions.set(page, element.scrollTop), {
      passive: true,
      signal: stay.signal,
    })
    return () => stay.abort()
  }, [page, hash, scroller])
}

/** Scrolls to the position as soon as the page, which may still be loading, is long enough. */
function restore(element: HTMLElement, top: number, signal: AbortSignal): void {
  const settle = () => {
    element.scrollTo({ top, behavior: 'instant' })
    if (Math.abs(element.scrollTop - top) < 2) observer.disconnect()
  }
  const observer = new MutationObserver(settle)
  observer.observe(element, { childList: true, subtree: true })
  signal.addEventListener('abort', () => observer.disconnect())
  settle()
}
