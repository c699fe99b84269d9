import type { Locale } from '@vee/contract/entities/locale'
import type { ReactNode } from 'react'
import { useTexts } from '#i18n/index.ts'
import { Header } from './header.tsx'
import styles from './page-frame.module.css'

interface PageFrameProps {
  readonly locale: Locale
  /** beside the logo: what this screen is about */
  readonly lead?: ReactNode
  /** at the header's end */
  readonly tools?: ReactNode
  readonly children: ReactNode
}

/** What every screen stands in: the skip link, the header, the main part. */
export function PageFrame({ locale, lead, tools, children }: PageFrameProps) {
  const t = useTexts('shell')
  return (
    <div className={styles['frame']}>
      <a className={styles['skip']} href="#content">
        {t('skip')}
      </a>
      <Header locale={locale} lead={lead} tools={tools} />
      <main id="content" className={styles['main']} tabIndex={-1}>
        {children}
      </main>
    </div>
  )
}
