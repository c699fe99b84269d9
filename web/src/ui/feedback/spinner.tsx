import { classNames } from '../class-names.ts'
import styles from './spinner.module.css'

export interface SpinnerProps {
  /** for assistive technology; without it the spinner is decorative */
  readonly label?: string
  readonly size?: 's' | 'm' | 'l'
}

/** Indicates activity of unknown duration. With reduced motion it shows three static dots. */
export function Spinner({ label, size = 'm' }: SpinnerProps) {
  return (
    <span
      className={classNames(styles['spinner'], styles[size])}
      {...(label ? { role: 'status', 'aria-label': label } : { 'aria-hidden': true })}
    >
      <i />
      <i />
      <i />
    </span>
  )
}
