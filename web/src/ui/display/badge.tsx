import type { LucideIcon } from 'lucide-react'
import type { ComponentProps, ReactNode } from 'react'
import styles from './badge.module.css'
import { classNames } from '../class-names.ts'
import { Icon } from './icon.tsx'

export interface BadgeProps {
  /** `accent` for the important one; a status is always expressed in text too */
  readonly tone?: 'neutral' | 'accent' | 'success' | 'warning' | 'error' | 'info'
  readonly icon?: LucideIcon
  readonly children: ReactNode
}

/** A label for the adjacent element. It is not a control. */
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
  /** an active filter; omit it for a chip that is not a toggle */
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
