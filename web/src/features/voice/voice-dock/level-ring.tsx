import { useEffect, useRef } from 'react'
import styles from './voice-dock.module.css'

/** Shows the microphone's level without rendering again. */
export function LevelRing({ level }: { readonly level: () => number }) {
  const ring = useRef<HTMLSpanElement>(null)

  useEffect(() => {
    let frame = requestAnimationFrame(function draw() {
      ring.current?.style.setProperty('--level', level().toFixed(2))
      frame = requestAnimationFrame(draw)
    })
    return () => cancelAnimationFrame(frame)
  }, [level])

  return <span ref={ring} className={styles['ring']} aria-hidden="true" />
}
