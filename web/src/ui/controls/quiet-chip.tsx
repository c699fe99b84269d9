import type { LucideIcon } from 'lucide-react'
import { ChevronDown } from 'lucide-react'
import type { ComponentProps } from 'react'
import { classNames } from '../class-names.ts'
import { Icon } from '../display/icon.tsx'
import styles from './quiet-chip.module.css'

interface QuietChipProps extends Omit<ComponentProps<'button'>, 'children' | 'aria-label'> {
  /** accessible name; contains the shown text */
  readonly label: string
  /** the current choice */
  readonly text: string
  readonly icon?: LucideIcon
}

/**
 * A button that shows the current choice and opens the others. It is as large as a target, its face as low as a line of
 * text, so that it fits into one.
 */
export function QuietChip({ label, text, icon, className, ...rest }: QuietChipProps) {
  return (
    <button {...rest} type="button" className={classNames(styles['chip'], className)} aria-label={label}>
      <span className={styles['face']}>
        {icon && <Icon of={icon} size="s" />}
        <span className={styles['text']}>{text}</span>
        <Icon of={ChevronDown} size="s" />
      </span>
    </button>
  )
}
