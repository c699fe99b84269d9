import { useLayoutEffect, useRef, useState } from 'react'
import styles from './switching-overlay.module.css'

/** Says what is going on, in the words it began with: the page below changes its language meanwhile. */
export function SwitchingOverlay({ text }: { readonly text: string }) {
  const [said] = useState(text)
  const overlay = useRef<HTMLDivElement>(null)
  useLayoutEffect(() => {
    // An attribute and no `:has()`: that would have every word of a reply ask for new styles of the whole page.
    const page = overlay.current?.parentElement
    page?.toggleAttribute('data-switching', true)
    return () => page?.removeAttribute('data-switching')
  }, [])
  return (
    <div ref={overlay} className={styles['overlay']} role="status">
      <p>{said}</p>
    </div>
  )
}
