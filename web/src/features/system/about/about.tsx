import { Keyboard } from 'lucide-react'
import { useEffect, type ReactNode } from 'react'
import { useTexts } from '#i18n/index.ts'
import { Button } from '#ui/controls/button.tsx'
import styles from './about.module.css'

export interface AboutProps {
  /** undefined: no link to the source */
  readonly sourceUrl: string | undefined
  readonly onShowKeys: () => void
  /** the available plans; undefined where there are none with prices */
  readonly plans: ReactNode | undefined
}

const HELP = ['talk', 'interrupt', 'quiet'] as const

/** Explains what Vee is, how it is used, what it stores, and its terms. */
export function About({ sourceUrl, onShowKeys, plans }: AboutProps) {
  const t = useTexts('about')
  const plansTitle = useTexts('plans')('title')
  useEffect(() => {
    // The browser tried to scroll to the section before this page was loaded.
    const section = document.getElementById(globalThis.location.hash.slice(1))
    section?.scrollIntoView({ behavior: 'instant' })
  }, [])
  return (
    <div className={styles['page']}>
      <header className={styles['head']}>
        <h1>{t('title')}</h1>
        <p className={styles['lead']}>{t('lead')}</p>
        <nav aria-label={t('contents')} className={styles['contents']}>
          <a href="#help">{t('help.title')}</a>
          {plans !== undefined && <a href="#plans">{plansTitle}</a>}
          <a href="#privacy">{t('privacy.title')}</a>
          <a href="#terms">{t('terms.title')}</a>
        </nav>
      </header>
      <section id="help" className={styles['part']}>
        <h2>{t('help.title')}</h2>
        <dl className={styles['help']}>
          {HELP.map((id) => (
            <div key={id}>
              <dt>{t(`help.${id}.title`)}</dt>
              <dd>{t(`help.${id}.text`)}</dd>
            </div>
          ))}
        </dl>
        <Button icon={Keyboard} onClick={onShowKeys}>
          {t('help.keys')}
        </Button>
      </section>
      {plans !== undefined && (
        <section id="plans" className={styles['part']}>
          <h2>{plansTitle}</h2>
          {plans}
        </section>
      )}
      <section id="privacy" className={styles['part']}>
        <h2>{t('privacy.title')}</h2>
        <p>{t('privacy.browser')}</p>
        <p>{t('privacy.server')}</p>
      </section>
      <section id="terms" className={styles['part']}>
        <h2>{t('terms.title')}</h2>
        <p>{t('terms.text')}</p>
        <p className={styles['contents']}>
          {sourceUrl !== undefined && (
            <a href={sourceUrl} rel="noopener">
              {t('source')}
            </a>
          )}
          <a href="/api/docs">{t('api')}</a>
        </p>
      </section>
    </div>
  )
}
