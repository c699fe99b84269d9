import type { ComponentProps } from 'react'
import styles from './card.module.css'
import { classNames } from '../class-names.ts'

export interface CardProps extends ComponentProps<'section'> {
  /** selected among its siblings: indicated by an edge, and by the control inside */
  readonly isSelected?: boolean
}

/** Only for separate content; lists and tables use ruled lines. */
export function Card({ isSelected = false, className, ...rest }: CardProps) {
  return (
    <section {...rest} className={classNames(styles['card'], isSelected && styles['selected'], className)} />
  )
}
