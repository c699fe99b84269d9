import { useCallback, useEffect, useLayoutEffect, useRef, useState, type RefObject } from 'react'

/** Nearer to the end than this, one reads along; in px. */
const NEAR_PX = 48
/** Between the sentence being said and the edge of the view; in px. */
const MARGIN_PX = 64

interface Follow {
  readonly scroller: RefObject<HTMLElement | null>
  readonly content: RefObject<HTMLDivElement | null>
  /** false while someone reads further back */
  readonly isFollowing: boolean
  readonly backToNow: () => void
}

/** Where the scroller has to be so that what is new, or what is being said, is in view. */
function placeOfNow(scroller: HTMLElement, content: HTMLElement): number {
  const mark = content.querySelector('mark')
  if (!mark) return scroller.scrollHeight - scroller.clientHeight
  const view = scroller.getBoundingClientRect()
  const { top, bottom } = mark.getBoundingClientRect()
  if (top < view.top + MARGIN_PX) return scroller.scrollTop + top - view.top - MARGIN_PX
  if (bottom > view.bottom - MARGIN_PX) return scroller.scrollTop + bottom - view.bottom + MARGIN_PX
  return scroller.scrollTop
}

/**
 * Keeps the end of a growing text in view, or the sentence being said. Scrolling by hand stops that, until the end is
 * reached again or one asks to go back. `trigger` is what it follows besides the size: pass what is being said.
 */
export function useFollow(trigger: unknown): Follow {
  const scroller = useRef<HTMLElement>(null)
  const content = useRef<HTMLDivElement>(null)
  const following = useRef(true)
  /** where we put the scroller last: a scroll event at that place is our own */
  const ownTop = useRef(-1)
  const [isFollowing, setIsFollowing] = useState(true)

  const follow = useCallback(() => {
    if (!following.current || !scroller.current || !content.current) return
    scroller.current.scrollTop = placeOfNow(scroller.current, content.current)
    ownTop.current = scroller.current.scrollTop
  }, [])

  const backToNow = useCallback(() => {
    following.current = true
    setIsFollowing(true)
    follow()
  }, [follow])

  useLayoutEffect(follow, [follow, trigger])

  useEffect(() => {
    const view = scroller.current
    const text = content.current
    if (!view || !text) return undefined
    const sizes = new ResizeObserver(follow)
    sizes.observe(view)
    sizes.observe(text)
    function scrolled(): void {
      if (!view || Math.abs(view.scrollTop - ownTop.current) < 2) return
      following.current = view.scrollHeight - view.clientHeight - view.scrollTop < NEAR_PX
      setIsFollowing(following.current)
    }
    view.addEventListener('scroll', scrolled, { passive: true })
    return () => {
      sizes.disconnect()
      view.removeEventListener('scroll', scrolled)
    }
  }, [follow])

  return { scroller, content, isFollowing, backToNow }
}
