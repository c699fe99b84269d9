import { useCallback, useEffect, useLayoutEffect, useRef, useState, type RefObject } from 'react'
import type { SpokenRange } from '#voice/speak/spoken-range.ts'

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
 * reached again or one asks to go back. While a voice is on its way to another place, nothing moves: the end is not where
 * it will be heard.
 */
export function useFollow(spoken: SpokenRange | null): Follow {
  const scroller = useRef<HTMLElement>(null)
  const content = useRef<HTMLDivElement>(null)
  const following = useRef(true)
  const isComing = useRef(false)
  /** where we put the scroller last: a scroll event at that place is our own */
  const ownTop = useRef(-1)
  const [isFollowing, setIsFollowing] = useState(true)

  const follow = useCallback(() => {
    if (!following.current || isComing.current || !scroller.current || !content.current) return
    scroller.current.scrollTop = placeOfNow(scroller.current, content.current)
    ownTop.current = scroller.current.scrollTop
  }, [])

  const backToNow = useCallback(() => {
    following.current = true
    setIsFollowing(true)
    follow()
  }, [follow])

  useLayoutEffect(() => {
    isComing.current = spoken !== null && spoken.start === spoken.end
    follow()
  }, [follow, spoken])

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
