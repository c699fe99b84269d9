import { HostArea } from '#features/host/index.ts'
import { useTexts } from '#i18n/index.ts'
import { goTo, useAddress } from '../navigation.ts'
import { useRuntime } from '../runtime-context.ts'
import styles from './page.module.css'

/** The host's area. */
export function HostScreen() {
  const t = useTexts('host')
  const { api, shell } = useRuntime()
  const { pathname, hash } = useAddress()
  return (
    <div className={styles['wide']}>
      <h1>{t('title')}</h1>
      <p className={styles['lead']}>{t('lead')}</p>
      <HostArea
        api={api}
        address={hash.slice(1)}
        onAddress={(tab) => goTo(`${pathname}#${tab}`, { replace: true })}
        tell={shell.notices.notify}
        onModelsChanged={() => void shell.service.refresh()}
        onVoiceCheck={() => shell.page.openModal({ id: 'voice-doctor' })}
      />
    </div>
  )
}
