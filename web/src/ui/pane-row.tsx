import type { ReactNode } from 'react'
import { classNames } from './class-names.ts'
import styles from './pane-row.module.css'

interface PaneRowProps {
  readonly title: string
  /** what is told of it besides, in a line of its own */
  readonly meta: string
  readonly isCurrent?: boolean
  readonly onOpen: () => void
}

/** One thing of a list beside the page, which opens with a press. */
export function PaneRow({ title, meta, isCurrent = false, onOpen }: PaneRowProps) {
  return (
    <li>
      <button
        type="button"
        className={classNames(styles['row'], isCurrent && styles['current'])}
        aria-current={isCurrent || undefined}
        onClick={onOpen}
      >
        <span className={styles['title']} dir="auto">
          {title}
        </span>
        <span className={styles['meta']}>{meta}</span>
      </button>
    </li>
  )
}

/** A list of such rows. */
export function PaneRows({ label, children }: { readonly label: string; readonly children: ReactNode }) {
  return (
    <ul className={styles['rows']} aria-label={label}>
      {children}
    </ul>
  )
}
