import type { ReactNode } from 'react'
import styles from './banner.module.css'
import { classNames } from '../class-names.ts'
import { Icon } from '../display/icon.tsx'
import toneStyles from '../display/tone.module.css'
import { TONE_ICONS, type Tone } from '../tone.ts'

export interface BannerProps {
  readonly tone: Tone
  /** the event */
  readonly title: string
  /** what is preserved, and what to do */
  readonly children?: ReactNode
  readonly actions?: ReactNode
  /** announced to assistive technology when it appears; false for one that exists from the start */
  readonly isAnnounced?: boolean
}

/** A notice within the content it refers to. */
export function Banner({ tone, title, children, actions, isAnnounced = true }: BannerProps) {
  const role = tone === 'error' ? 'alert' : 'status'
  return (
    <div className={classNames(styles['banner'], toneStyles[tone])} role={isAnnounced ? role : undefined}>
      <Icon of={TONE_ICONS[tone]} />
      <div className={styles['text']}>
        <p className={styles['title']}>{title}</p>
        {children && <div className={styles['detail']}>{children}</div>}
        {actions && <div className={styles['actions']}>{actions}</div>}
      </div>
    </div>
  )
}
