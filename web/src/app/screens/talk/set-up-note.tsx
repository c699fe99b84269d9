import { SetUpNotice } from '#features/system/setup/set-up-notice.tsx'
import { useTexts } from '#i18n/index.ts'
import { useRuntime } from '../../runtime-context.ts'
import { ConnectLink } from '../../shell/connect-link.tsx'
import styles from './set-up-note.module.css'

/** Offers to connect a model to those who can do it. */
export function SetUpNote() {
  const t = useTexts('shell')
  const { api, shell } = useRuntime()
  return (
    <SetUpNotice
      api={api}
      onOpen={() => shell.page.openModal({ id: 'set-up' })}
      connectLink={<ConnectLink className={styles['connect']}>{t('connect')}</ConnectLink>}
    />
  )
}
