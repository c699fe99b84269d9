import { useCallback, useLayoutEffect, useRef, useState } from 'react'

/** Rendering a growing text may take this share of the time: after 4 ms of it, the next one comes 12 ms later. */
const SHARE = 1 / 4
/** Text is never held back longer, in ms. */
const LONGEST_WAIT_MS = 120

/**
 * A growing text, handed on as often as its rendering can be afforded: a cheap one passes through before the next
 * paint. Tell what each rendering cost, in ms.
 */
export function usePaced(text: string, isGrowing: boolean): [shown: string, tellCost: (ms: number) => void] {
  const [shown, setShown] = useState(text)
  const nextAt = useRef(0)

  const tellCost = useCallback((ms: number) => {
    nextAt.current = performance.now() + Math.min(LONGEST_WAIT_MS, ms / SHARE - ms)
  }, [])

  useLayoutEffect(() => {
    const wait = isGrowing ? nextAt.current - performance.now() : 0
    if (wait <= 0) {
      setShown(text)
      return undefined
    }
    const timer = setTimeout(() => setShown(text), wait)
    return () => clearTimeout(timer)
  }, [text, isGrowing])

  return [shown, tellCost]
}
