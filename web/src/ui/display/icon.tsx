import type { LucideIcon } from 'lucide-react'
import { classNames } from '../class-names.ts'
import styles from './icon.module.css'

export interface IconProps {
  /** an icon of lucide-react, imported by name so that only this one is bundled */
  readonly of: LucideIcon
  /** 16 in rows, 20 in controls, 24 alone */
  readonly size?: 's' | 'm' | 'l'
  readonly className?: string | undefined
}

/** An icon next to a label; it is hidden from assistive technology. */
export function Icon({ of: Picture, size = 'm', className }: IconProps) {
  return (
    <Picture
      className={classNames(styles['icon'], styles[size], className)}
      strokeWidth={1.75}
      aria-hidden="true"
      focusable="false"
    />
  )
}
