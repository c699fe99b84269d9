import { useEffect, type RefObject } from 'react'

/** What people do when they want to be somewhere else than where the address leads. */
const OWN_MOVES = ['pointerdown', 'wheel', 'touchstart', 'keydown'] as const

/**
 * Shows the part that the address names. The browser looked for it before this page was there, and what is loaded above it
 * pushes it down again, so it is kept in view until the person moves.
 */
export function useSectionOfAddress(content: RefObject<HTMLElement | null>): void {
  useEffect(() => {
    const part = document.getElementById(globalThis.location.hash.slice(1))
    if (!content.current || !part || !content.current.contains(part)) return
    const moves = new AbortController()
    const observer = new ResizeObserver(() => part.scrollIntoView({ behavior: 'instant' }))
    observer.observe(content.current)
    moves.signal.addEventListener('abort', () => observer.disconnect())
    for (const move of OWN_MOVES) {
      globalThis.addEventListener(move, () => moves.abort(), { signal: moves.signal, passive: true })
    }
    return () => moves.abort()
  }, [content])
}
