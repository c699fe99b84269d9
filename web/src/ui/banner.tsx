import type { ReactNode } from 'react'
import styles from './banner.module.css'
import { classNames } from './class-names.ts'
import { Icon } from './icon.tsx'
import toneStyles from './tone.module.css'
import { TONE_ICONS, type Tone } from './tone.ts'

export interface BannerProps {
  readonly tone: Tone
  /** what happened */
  readonly title: string
  /** what is kept, and what to do */
  readonly children?: ReactNode
  readonly actions?: ReactNode
  /** said to assistive technology when it appears; off for one that was there from the start */
  readonly isAnnounced?: boolean
}

/** A notice that belongs to the place where it stands. */
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
