import type { Locale } from '@vee/contract/entities/locale'
import { useTexts } from '#i18n/index.ts'
import { Button } from '#ui/controls/button.tsx'
import { useRuntime } from '../runtime-context.ts'
import { Link } from '../shell/link.tsx'
import styles from './page.module.css'
import { PresenceBackdrop } from './presence-backdrop.tsx'

export function NotFoundScreen({ locale }: { readonly locale: Locale }) {
  const t = useTexts('shell')
  const menu = useTexts('menu')
  const { shell } = useRuntime()
  return (
    <PresenceBackdrop state="error">
      <div className={styles['page']}>
        <h1>{t('titles.not-found')}</h1>
        <p className={styles['lead']}>{menu('notFound.text')}</p>
        <div className={styles['actions']}>
          <Link to={`/${locale}`} className={styles['action']}>
            {menu('notFound.home')}
          </Link>
          <Button onClick={() => shell.page.openModal({ id: 'agent-hub', size: 'large' })}>
            {menu('explore')}
          </Button>
        </div>
      </div>
    </PresenceBackdrop>
  )
}
