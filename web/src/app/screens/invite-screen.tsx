import type { Locale } from '@vee/contract/entities/locale'
import { useTexts } from '#i18n/index.ts'
import { Link } from '../shell/link.tsx'
import styles from './page.module.css'

interface InviteScreenProps {
  readonly token: string | undefined
  readonly locale: Locale
}

/** An invitation to a team, on a server that keeps no teams. A link without its token is told as such. */
export function InviteScreen({ token, locale }: InviteScreenProps) {
  const t = useTexts('pages')
  const shell = useTexts('shell')
  const isComplete = token !== undefined && token !== ''
  return (
    <div className={styles['page']}>
      <h1>{shell('titles.invite')}</h1>
      <p className={styles['lead']}>{t(isComplete ? 'invite.none' : 'invite.incomplete')}</p>
      {!isComplete && <p className={styles['text']}>{t('invite.incompleteHelp')}</p>}
      <Link to={`/${locale}/settings`} className={styles['action']}>
        {t('invite.settings')}
      </Link>
    </div>
  )
}
