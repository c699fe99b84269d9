import type { Locale } from '@vee/contract/entities/locale'
import { useTexts } from '#i18n/index.ts'
import { Link } from '../shell/link.tsx'
import styles from './page.module.css'

export function NotFoundScreen({ locale }: { readonly locale: Locale }) {
  const t = useTexts('shell')
  return (
    <div className={styles['page']}>
      <h1>{t('titles.not-found')}</h1>
      <p className={styles['lead']}>{t('notFound.text')}</p>
      <Link to={`/${locale}`} className={styles['action']}>
        {t('notFound.home')}
      </Link>
    </div>
  )
}
