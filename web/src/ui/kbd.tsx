import type { ReactNode } from 'react'
import styles from './kbd.module.css'

/** A key to press. */
export function Kbd({ children }: { readonly children: ReactNode }) {
  return <kbd className={styles['key']}>{children}</kbd>
}
