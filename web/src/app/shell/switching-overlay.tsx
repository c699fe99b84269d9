import { useLayoutEffect, useRef, useState } from 'react'
import styles from './switching-overlay.module.css'

/** Shows the progress in the previous language, because the page below changes its language meanwhile. */
export function SwitchingOverlay({ text }: { readonly text: string }) {
  const [announcement] = useState(text)
  const overlay = useRef<HTMLDivElement>(null)
  useLayoutEffect(() => {
    // An attribute instead of `:has()`, which would recalculate styles of the whole page with every word of a
    // reply.
    const page = overlay.current?.parentElement
    page?.toggleAttribute('data-switching', true)
    return () => page?.removeAttribute('data-switching')
  }, [])
  return (
    <div ref={overlay} className={styles['overlay']} role="status">
      <p>{announcement}</p>
    </div>
  )
}
