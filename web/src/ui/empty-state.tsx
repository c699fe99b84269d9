import type { LucideIcon } from 'lucide-react'
import type { ReactNode } from 'react'
import styles from './empty-state.module.css'
import { Icon } from './icon.tsx'

export interface EmptyStateProps {
  readonly icon: LucideIcon
  readonly title: string
  /** what would stand here, and how it comes about */
  readonly children?: ReactNode
  readonly action?: ReactNode
}

export function EmptyState({ icon, title, children, action }: EmptyStateProps) {
  return (
    <div className={styles['empty']}>
      <Icon of={icon} size="l" className={styles['icon']} />
      <h2 className={styles['title']}>{title}</h2>
      {children && <p className={styles['text']}>{children}</p>}
      {action}
    </div>
  )
}
