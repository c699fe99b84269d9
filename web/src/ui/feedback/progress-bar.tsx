import { classNames } from '../class-names.ts'
import styles from './progress-bar.module.css'

export interface ProgressBarProps {
  readonly label: string
  /** 0..1; undefined if indeterminate */
  readonly value: number | undefined
  /** the value as text: "3 of 12 MB" */
  readonly valueText?: string
  /** a higher value is worse; the adjacent text has the same meaning */
  readonly tone?: 'accent' | 'warning' | 'error'
}

export function ProgressBar({ label, value, valueText, tone = 'accent' }: ProgressBarProps) {
  return (
    <progress
      className={classNames(styles['bar'], styles[tone])}
      aria-label={label}
      aria-valuetext={valueText}
      max={1}
      value={value}
    />
  )
}
