import type { getSpeechStatus, SpeechProvider } from '@vee/contract/http/system'
import { useTexts } from '#i18n/index.ts'
import type { Api } from '#lib/api/index.ts'
import { useSettings } from '#lib/settings/index.ts'
import { useAnswer } from '#lib/use-answer.ts'
import styles from './speech-setup.module.css'

/** Where what is said is turned into text, and where replies get their voice: this browser, this server or a vendor. */
export function SoundPlaces({ api }: { readonly api: Api }) {
  const t = useTexts('voice')
  const { sttPreference, ttsProvider } = useSettings()
  const { answer } = useAnswer('speech', (signal) =>
    api.json<typeof getSpeechStatus>('GET', '/system/speech', { signal }),
  )
  if (answer.status !== 'ready') return null
  const status = answer.value
  const placeOf = (isBrowser: boolean, providers: readonly SpeechProvider[]) => {
    const used = providers.find(({ available }) => available)
    if (isBrowser || !used) return t('setup.place.browser')
    return used.location === 'server' ? t('setup.place.server') : t('setup.place.vendor', { name: used.name })
  }
  return (
    <dl className={styles['places']}>
      <dt>{t('setup.hearing')}</dt>
      <dd>{placeOf(sttPreference === 'browser', status.hearing)}</dd>
      <dt>{t('setup.speaking')}</dt>
      <dd>{placeOf(ttsProvider === 'browser', status.speaking)}</dd>
    </dl>
  )
}
