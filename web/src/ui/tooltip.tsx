import type { ReactNode } from 'react'
import { classNames } from './class-names.ts'
import styles from './tooltip.module.css'

export interface TooltipProps {
  /** what the control inside already says to assistive technology; the tooltip shows it and is not read again */
  readonly text: string
  readonly side?: 'above' | 'below'
  readonly children: ReactNode
}

/** Shows a control's name on hover and keyboard focus. Stylesheet only: no script, no portal, nothing to load. */
export function Tooltip({ text, side = 'above', children }: TooltipProps) {
  return (
    <span className={classNames(styles['tooltip'], styles[side])} data-text={text}>
      {children}
    </span>
  )
}
