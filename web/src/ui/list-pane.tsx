import { X } from 'lucide-react'
import type { ReactNode } from 'react'
import { IconButton } from './icon-button.tsx'
import styles from './list-pane.module.css'

export interface ListPaneProps {
  readonly title: string
  readonly closeLabel: string
  readonly onClose: () => void
  /** chooses between this list and others that take its place */
  readonly kinds?: ReactNode
  /** what can be done with the list, beside its title */
  readonly actions?: ReactNode
  /** stays in place while the list moves */
  readonly search?: ReactNode
  /** the list */
  readonly children: ReactNode
}

/** The frame of a list beside the page: title, actions, search, and what is found below. */
export function ListPane({ title, closeLabel, onClose, kinds, actions, search, children }: ListPaneProps) {
  return (
    <section className={styles['pane']} aria-label={title}>
      <header className={styles['head']}>
        <h2 className={styles['title']}>{title}</h2>
        {actions}
        <IconButton icon={X} label={closeLabel} tooltipSide="below" onClick={onClose} />
      </header>
      {kinds}
      {search && <div className={styles['search']}>{search}</div>}
      <div className={styles['list']}>{children}</div>
    </section>
  )
}
