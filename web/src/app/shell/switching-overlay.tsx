import { useState } from 'react'
import styles from './switching-overlay.module.css'

/** Says what is going on, in the words it began with: the page below changes its language meanwhile. */
export function SwitchingOverlay({ text }: { readonly text: string }) {
  const [said] = useState(text)
  return (
    <div className={styles['overlay']} role="status">
      <p>{said}</p>
    </div>
  )
}
