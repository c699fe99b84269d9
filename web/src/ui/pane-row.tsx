import type { ComponentPropsWithRef, ReactNode } from 'react'
import { classNames } from './class-names.ts'
import styles from './pane-row.module.css'

interface PaneRowProps extends Pick<
  ComponentPropsWithRef<'button'>,
  'ref' | 'onKeyDown' | 'aria-keyshortcuts'
> {
  readonly title: string
  /** what is told of it besides, in a line of its own */
  readonly meta: string
  readonly isCurrent?: boolean
  readonly onOpen: () => void
  /** what else can be done with it, beside it */
  readonly actions?: ReactNode
}

/** One thing of a list beside the page, which opens with a press. */
export function PaneRow({ title, meta, isCurrent = false, onOpen, actions, ...opener }: PaneRowProps) {
  return (
    <li className={classNames(styles['row'], isCurrent && styles['current'])}>
      <button
        {...opener}
        type="button"
        className={styles['opener']}
        data-pane-row
        aria-current={isCurrent || undefined}
        onClick={onOpen}
      >
        <span className={styles['title']} dir="auto">
          {title}
        </span>
        <span className={styles['meta']}>{meta}</span>
      </button>
      {actions}
    </li>
  )
}

interface PaneRowsProps {
  /** needless where a heading around it says it */
  readonly label?: string
  readonly children: ReactNode
}

/** A list of such rows. */
export function PaneRows({ label, children }: PaneRowsProps) {
  return (
    <ul className={styles['rows']} aria-label={label}>
      {children}
    </ul>
  )
}
