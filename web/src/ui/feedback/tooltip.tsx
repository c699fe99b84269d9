import type { ReactNode } from 'react'
import { classNames } from '../class-names.ts'
import styles from './tooltip.module.css'

export interface TooltipProps {
  /** the accessible name of the control inside; the tooltip is hidden from assistive technology */
  readonly text: string
  readonly side?: 'above' | 'below'
  readonly children: ReactNode
}

/** Shows a control's name on hover and keyboard focus, with CSS only: no script and no portal. */
export function Tooltip({ text, side = 'above', children }: TooltipProps) {
  return (
    <span className={classNames(styles['tooltip'], styles[side])} data-text={text}>
      {children}
    </span>
  )
}
