import { useCallback, useEffect, useLayoutEffect, useRef, useState, type RefObject } from 'react'
import type { SpokenRange } from '#voice/speak/spoken-range.ts'

/** Distance to the end below which the view counts as following, in px. */
const NEAR_PX = 48
/** Margin between the sentence being spoken and the edge of the view, in px. */
const MARGIN_PX = 64
/** A change of the view's height up to this many px is a line of the dock, and moves no text. */
const DOCK_LINE_PX = 64
/** A scroll event within this time after a wheel, a key or a touch is the user's; in ms. */
const INPUT_MS = 300

interface Follow {
  readonly scroller: RefObject<HTMLElement | null>
  readonly content: RefObject<HTMLDivElement | null>
  /** false while the user reads earlier text */
  readonly isFollowing: boolean
  readonly backToNow: () => void
  /** stays at the text in view, as after the user's own scrolling */
  readonly stopFollowing: () => void
  /** lets the conversation end with another question without going there, until the returned function is called */
  readonly keepView: () => () => void
}

const isAtEnd = (view: HTMLElement | null): boolean =>
  view === null || view.scrollHeight - view.clientHeight - view.scrollTop < NEAR_PX

/** Returns the scroll position at which the new text, or the sentence being spoken, is in view. */
function scrollPositionNow(scroller: HTMLElement, content: HTMLElement): number {
  const mark = content.querySelector('mark')
  if (!mark) return scroller.scrollHeight - scroller.clientHeight
  const view = scroller.getBoundingClientRect()
  const { top, bottom } = mark.getBoundingClientRect()
  if (top < view.top + MARGIN_PX) return scroller.scrollTop + top - view.top - MARGIN_PX
  if (bottom > view.bottom - MARGIN_PX) return scroller.scrollTop + bottom - view.bottom + MARGIN_PX
  return scroller.scrollTop
}

/**
 * Returns whether the user is scrolling now: by wheel, key, touch, the scrollbar or a dragged selection.
 * Browsers also scroll by themselves: WebKit clamps the position while the content is shorter for a moment.
 */
function watchInput(view: HTMLElement, signal: AbortSignal): () => boolean {
  let isHeld = false
  let lastAt = Number.NEGATIVE_INFINITY
  function note(): void {
    lastAt = performance.now()
  }
  function hold(): void {
    isHeld = true
  }
  function release(): void {
    if (isHeld) note()
    isHeld = false
  }
  const options = { passive: true, signal }
  for (const type of ['wheel', 'touchmove', 'keydown', 'focusin']) view.addEventListener(type, note, options)
  view.addEventListener('pointerdown', hold, options)
  for (const type of ['pointerup', 'pointercancel', 'touchend', 'touchcancel']) {
    globalThis.addEventListener(type, release, options)
  }
  return () => isHeld || performance.now() - lastAt < INPUT_MS
}

/**
 * Keeps the end of a growing text in view, or the sentence being spoken. The user's own scrolling stops that,
 * until they reach the end again, ask to return, or send a question. Nothing scrolls while the voice seeks,
 * because the end is not where the voice will continue. When the voice ends or is stopped, the text stays where it is;
 * if its end is out of view, following ends until the voice speaks again.
 * @param questionId the last question's id; another one makes the conversation follow again
 */
export function useFollow(spoken: SpokenRange | null, questionId: string | undefined): Follow {
  const scroller = useRef<HTMLElement>(null)
  const content = useRef<HTMLDivElement>(null)
  const following = useRef(true)
  const isComing = useRef(false)
  /** following ended with the voice, not by the user */
  const restsAfterSpeech = useRef(false)
  const wasSpoken = useRef(false)
  /** a message was sought: the end is followed again when the user goes there */
  const isElsewhere = useRef(false)
  /** another path is being shown, whose beginning is in view */
  const keepsView = useRef(false)
  const [isFollowing, setIsFollowing] = useState(true)

  const follow = useCallback(() => {
    if (!following.current || isComing.current || !scroller.current || !content.current) return
    scroller.current.scrollTop = scrollPositionNow(scroller.current, content.current)
  }, [])

  const setFollows = useCallback((follows: boolean) => {
    following.current = follows
    setIsFollowing(follows)
    restsAfterSpeech.current = false
  }, [])

  const backToNow = useCallback(() => {
    setFollows(true)
    follow()
  }, [follow, setFollows])

  const stopFollowing = useCallback(() => {
    isElsewhere.current = true
    setFollows(false)
  }, [setFollows])

  useLayoutEffect(() => {
    isComing.current = spoken !== null && spoken.start === spoken.end
    const hasEnded = wasSpoken.current && spoken === null
    wasSpoken.current = spoken !== null
    if (hasEnded && following.current) {
      setFollows(isAtEnd(scroller.current))
      restsAfterSpeech.current = !following.current
      return
    }
    if (spoken !== null && restsAfterSpeech.current) setFollows(true)
    follow()
  }, [follow, setFollows, spoken])

  const [lastQuestionId, setLastAsked] = useState(questionId)
  if (lastQuestionId !== questionId) {
    setLastAsked(questionId)
    setIsFollowing(true)
  }
  useLayoutEffect(() => {
    if (keepsView.current) return stopFollowing()
    if (lastQuestionId !== undefined) following.current = true
    isElsewhere.current = false
    follow()
  }, [follow, stopFollowing, lastQuestionId])

  const keepView = useCallback(() => {
    keepsView.current = true
    stopFollowing()
    return () => {
      // After the other path was rendered.
      setTimeout(() => {
        keepsView.current = false
      })
    }
  }, [stopFollowing])

  useEffect(() => {
    const view = scroller.current
    const text = content.current
    if (!view || !text) return undefined
    let height = view.clientHeight
    const sizes = new ResizeObserver((entries) => {
      const change = Math.abs(view.clientHeight - height)
      height = view.clientHeight
      const isText = entries.some(({ target }) => target === text)
      if (isText || change > DOCK_LINE_PX) follow()
    })
    sizes.observe(view)
    sizes.observe(text)
    const listening = new AbortController()
    const { signal } = listening
    const isPersons = watchInput(view, signal)
    function onScroll(): void {
      if (!view) return
      const isEnd = isAtEnd(view)
      if (isPersons()) isElsewhere.current = false
      else if (!isEnd || isElsewhere.current) return
      if (isEnd === following.current) return
      setFollows(isEnd)
    }
    view.addEventListener('scroll', onScroll, { passive: true, signal })
    return () => {
      sizes.disconnect()
      listening.abort()
    }
  }, [follow, setFollows])

  return { scroller, content, isFollowing, backToNow, stopFollowing, keepView }
}
