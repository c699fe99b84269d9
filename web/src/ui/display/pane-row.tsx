import type { ComponentPropsWithRef, ReactNode } from 'react'
import { classNames } from '../class-names.ts'
import styles from './pane-row.module.css'

interface PaneRowProps extends Pick<
  ComponentPropsWithRef<'button'>,
  'ref' | 'onKeyDown' | 'aria-keyshortcuts'
> {
  readonly title: string
  /** details on a second line */
  readonly meta: string
  readonly isCurrent?: boolean
  /** in front of the title */
  readonly badge?: ReactNode
  /** below the details, up to two lines */
  readonly excerpt?: ReactNode
  /** whether it is selected, where several can be; undefined elsewhere */
  readonly isSelected?: boolean | undefined
  readonly onOpen: () => void
  /** what happens when it is dragged, or something is dragged onto it */
  readonly drag?:
    | Pick<ComponentPropsWithRef<'li'>, 'draggable' | 'onDragStart' | 'onDragOver' | 'onDragLeave' | 'onDrop'>
    | undefined
  /** whether what is dragged over it would be dropped on it */
  readonly isDropTarget?: boolean
  /** further actions, next to it */
  readonly actions?: ReactNode
}

/** An entry of a list next to the page, opened with a press. */
export function PaneRow({
  title,
  meta,
  isCurrent = false,
  badge,
  excerpt,
  isSelected,
  drag,
  isDropTarget = false,
  onOpen,
  actions,
  ...opener
}: PaneRowProps) {
  return (
    <li
      {...drag}
      className={classNames(
        styles['row'],
        isCurrent && styles['current'],
        isSelected && styles['selected'],
        isDropTarget && styles['dropTarget'],
      )}
    >
      <button
        {...opener}
        type="button"
        className={styles['opener']}
        data-pane-row
        aria-current={isCurrent || undefined}
        aria-pressed={isSelected}
        onClick={onOpen}
      >
        <span className={styles['title']} dir="auto">
          {badge}
          {title}
        </span>
        <span className={styles['meta']}>{meta}</span>
        {excerpt !== undefined && (
          <span className={styles['excerpt']} dir="auto">
            {excerpt}
          </span>
        )}
      </button>
      {actions}
    </li>
  )
}

interface PaneRowsProps {
  /** not needed if a heading contains it */
  readonly label?: string
  readonly children: ReactNode
}

/** A list of such entries. */
export function PaneRows({ label, children }: PaneRowsProps) {
  return (
    <ul className={styles['rows']} aria-label={label}>
      {children}
    </ul>
  )
}
