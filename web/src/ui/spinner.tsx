import { classNames } from './class-names.ts'
import styles from './spinner.module.css'

export interface SpinnerProps {
  /** said to assistive technology; without it the spinner is a picture beside a word */
  readonly label?: string
  readonly size?: 's' | 'm' | 'l'
}

/** Something goes on, and nobody knows how long. With reduced motion it is three dots that stand still. */
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
