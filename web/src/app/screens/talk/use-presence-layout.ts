import { useLayoutEffect, useRef, useState, type RefObject } from 'react'

/** Maximum rise of the membrane as a share of the band, so that it never reaches the text above. */
const ROOM = 0.3

interface Band {
  readonly band: RefObject<HTMLDivElement | null>
  /** CSS pixels from the top of the band to the water */
  readonly waterLine: number
  /** maximum rise of the membrane, CSS pixels */
  readonly room: number
}

/** Measures the band between conversation and dock; `line` is the share of it above the water. */
export function usePresenceLayout(line: number): Band {
  const band = useRef<HTMLDivElement>(null)
  const [height, setHeight] = useState(0)
  useLayoutEffect(() => {
    const element = band.current
    if (!element) return
    const observer = new ResizeObserver(() => setHeight(element.offsetHeight))
    observer.observe(element)
    return () => observer.disconnect()
  }, [])
  return { band, waterLine: height * line, room: height * ROOM }
}
