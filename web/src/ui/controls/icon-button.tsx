import type { LucideIcon } from 'lucide-react'
import type { ComponentProps } from 'react'
import { classNames } from '../class-names.ts'
import { Icon } from '../display/icon.tsx'
import styles from './icon-button.module.css'
import { Tooltip } from '../feedback/tooltip.tsx'

export interface IconButtonProps extends Omit<ComponentProps<'button'>, 'children' | 'aria-label'> {
  readonly icon: LucideIcon
  /** its action, as accessible name and as tooltip on hover and focus */
  readonly label: string
  /** `compact` only in dense rows with 8 px between the targets */
  readonly size?: 'medium' | 'compact'
  /** an active toggle; omit it for a button that is not a toggle */
  readonly isPressed?: boolean
  readonly tooltipSide?: 'above' | 'below'
}

export function IconButton({
  icon,
  label,
  size = 'medium',
  isPressed,
  tooltipSide = 'above',
  className,
  type = 'button',
  ...rest
}: IconButtonProps) {
  return (
    <Tooltip text={label} side={tooltipSide}>
      <button
        {...rest}
        type={type}
        className={classNames(styles['button'], size === 'compact' && styles['compact'], className)}
        aria-label={label}
        aria-pressed={isPressed}
      >
        <Icon of={icon} />
      </button>
    </Tooltip>
  )
}
