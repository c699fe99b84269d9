import { useEffect, type RefObject } from 'react'

/** User actions that end the automatic scrolling. */
const OWN_MOVES = ['pointerdown', 'wheel', 'touchstart', 'keydown'] as const

/**
 * Scrolls to the section in the address. The browser tried that before this page was rendered, and content
 * loading above moves it, so it is kept in view until the user scrolls.
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
