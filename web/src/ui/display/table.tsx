import type { ReactNode } from 'react'
import { classNames } from '../class-names.ts'
import styles from './table.module.css'
import { VisuallyHidden } from './visually-hidden.tsx'

export interface TableProps {
  /** the table's content; also the name of its scrollable area */
  readonly caption: string
  readonly isCaptionHidden?: boolean
  /**
   * whether each row becomes a block on a phone; every cell then shows its `data-label` as its column's name
   */
  readonly isStackedWhenNarrow?: boolean
  /** `<thead>`, `<tbody>`, `<tfoot>`; `data-align="end"` aligns a cell's figures at the end */
  readonly children: ReactNode
}

/** A table with ruled lines and tabular figures. A wide one scrolls by itself instead of the page. */
export function Table({
  caption,
  isCaptionHidden = false,
  isStackedWhenNarrow = false,
  children,
}: TableProps) {
  return (
    <section
      className={classNames(styles['scroll'], isStackedWhenNarrow && styles['stacked'])}
      aria-label={caption}
      // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- a scrollable area has to be reachable by key
      tabIndex={0}
    >
      <table className={styles['table']}>
        <caption className={styles['caption']}>
          {isCaptionHidden ? <VisuallyHidden>{caption}</VisuallyHidden> : caption}
        </caption>
        {children}
      </table>
    </section>
  )
}
