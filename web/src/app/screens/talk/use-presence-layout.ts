import { type RefObject, useLayoutEffect, useRef, useState } from 'react'
import { useEyesOff } from '#lib/eyes-off.ts'

/** Maximum rise of the membrane as a fraction of the band, so that it never reaches the text above. */
const ROOM = { welcome: 0.3, talk: 0.5 }

/** Position of the water line in the band: lower with a conversation above it. */
const WATER_LINE = { welcome: 0.42, talk: 0.58 }

interface Band {
  readonly band: RefObject<HTMLDivElement | null>
  /** CSS pixels from the top of the band to the water */
  readonly waterLine: number
  /** maximum rise of the membrane, CSS pixels */
  readonly room: number
}

/** Measures the band between conversation and dock; without text it is the window. */
export function usePresenceLayout(screen: 'welcome' | 'talk'): Band {
  const kind = useEyesOff(({ isOn }) => isOn) ? 'welcome' : screen
  const band = useRef<HTMLDivElement>(null)
  const [height, setHeight] = useState(0)
  useLayoutEffect(() => {
    const element = band.current
    if (!element) return
    const observer = new ResizeObserver(() => setHeight(element.offsetHeight))
    observer.observe(element)
    return () => observer.disconnect()
  }, [])
  return { band, waterLine: height * WATER_LINE[kind], room: height * ROOM[kind] }
}
