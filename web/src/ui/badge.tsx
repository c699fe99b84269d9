import type { LucideIcon } from 'lucide-react'
import type { ComponentProps, ReactNode } from 'react'
import styles from './badge.module.css'
import { classNames } from './class-names.ts'
import { Icon } from './icon.tsx'

export interface BadgeProps {
  /** `accent` for the one that counts; a status is always told by its word too */
  readonly tone?: 'neutral' | 'accent' | 'success' | 'warning' | 'error' | 'info'
  readonly icon?: LucideIcon
  readonly children: ReactNode
}

/** A word about the thing beside it. It is no control. */
export function Badge({ tone = 'neutral', icon, children }: BadgeProps) {
  return (
    <span className={classNames(styles['badge'], styles[tone])}>
      {icon && <Icon of={icon} size="s" />}
      {children}
    </span>
  )
}

export interface ChipProps extends ComponentProps<'button'> {
  readonly icon?: LucideIcon
  /** a filter that is on; leave it out for a chip that is no toggle */
  readonly isPressed?: boolean
}

/** A small choice: a filter, a suggestion. */
export function Chip({ icon, isPressed, className, children, type = 'button', ...rest }: ChipProps) {
  return (
    <button {...rest} type={type} className={classNames(styles['chip'], className)} aria-pressed={isPressed}>
      {icon && <Icon of={icon} size="s" />}
      {children}
    </button>
  )
}
