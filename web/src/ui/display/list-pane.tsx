import { X } from 'lucide-react'
import type { ReactNode } from 'react'
import { IconButton } from '../controls/icon-button.tsx'
import styles from './list-pane.module.css'

export interface ListPaneProps {
  readonly title: string
  readonly closeLabel: string
  readonly onClose: () => void
  /** switches between this list and alternatives */
  readonly kinds?: ReactNode
  /** actions on the list, next to its title */
  readonly actions?: ReactNode
  /** does not scroll with the list */
  readonly search?: ReactNode
  /** the list */
  readonly children: ReactNode
}

/** The frame of a list next to the page: title, actions, search, and results. */
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
