import type { ComponentProps } from 'react'
import styles from './card.module.css'
import { classNames } from './class-names.ts'

export interface CardProps extends ComponentProps<'section'> {
  /** chosen among its neighbours: told by an edge, and by the control inside */
  readonly isSelected?: boolean
}

/** Only for what is really separate; lists and tables are ruled lines. */
export function Card({ isSelected = false, className, ...rest }: CardProps) {
  return (
    <section {...rest} className={classNames(styles['card'], isSelected && styles['selected'], className)} />
  )
}
