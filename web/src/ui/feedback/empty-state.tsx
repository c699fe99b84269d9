import type { LucideIcon } from 'lucide-react'
import type { ReactNode } from 'react'
import styles from './empty-state.module.css'
import { Icon } from '../display/icon.tsx'

export interface EmptyStateProps {
  readonly icon: LucideIcon
  readonly title: string
  /** level of the heading: 3 inside a section with its own heading */
  readonly level?: 2 | 3
  /** what would be here, and how it is created */
  readonly children?: ReactNode
  readonly action?: ReactNode
}

export function EmptyState({ icon, title, level = 2, children, action }: EmptyStateProps) {
  const Heading = level === 2 ? 'h2' : 'h3'
  return (
    <div className={styles['empty']}>
      <Icon of={icon} size="l" className={styles['icon']} />
      <Heading className={styles['title']}>{title}</Heading>
      {children && <p className={styles['text']}>{children}</p>}
      {action}
    </div>
  )
}
