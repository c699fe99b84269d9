import type { ReactNode } from 'react'
import styles from './visually-hidden.module.css'

interface VisuallyHiddenProps {
  readonly as?: 'span' | 'h1' | 'h2' | 'h3'
  readonly children: ReactNode
}

/** Text for assistive technology only. */
export function VisuallyHidden({ as: Tag = 'span', children }: VisuallyHiddenProps) {
  return <Tag className={styles['hidden']}>{children}</Tag>
}
