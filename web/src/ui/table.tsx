import type { ReactNode } from 'react'
import styles from './table.module.css'
import { VisuallyHidden } from './visually-hidden.tsx'

export interface TableProps {
  /** what the table shows; also the name of its scrollable area */
  readonly caption: string
  readonly isCaptionHidden?: boolean
  /** `<thead>`, `<tbody>`, `<tfoot>`; `data-align="end"` on a cell puts figures at the end */
  readonly children: ReactNode
}

/** Ruled lines, figures of one width. A table that is too wide scrolls by itself, not the page. */
export function Table({ caption, isCaptionHidden = false, children }: TableProps) {
  return (
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- a scrollable area has to be reachable by key
    <section className={styles['scroll']} aria-label={caption} tabIndex={0}>
      <table className={styles['table']}>
        <caption className={styles['caption']}>
          {isCaptionHidden ? <VisuallyHidden>{caption}</VisuallyHidden> : caption}
        </caption>
        {children}
      </table>
    </section>
  )
}
