import type { getSpeechStatus, SpeechProvider, SpeechStatus } from '@vee/contract/http/system'
import { useEffect, useState } from 'react'
import { useTexts } from '#i18n/index.ts'
import type { Api } from '#lib/api/index.ts'
import { useSettings } from '#lib/settings/index.ts'
import styles from './speech-setup.module.css'

/** Where what is said is turned into text, and where replies get their voice: this browser, this server or a vendor. */
export function SoundPlaces({ api }: { readonly api: Api }) {
  const t = useTexts('voice')
  const { sttPreference, ttsProvider } = useSettings()
  const status = useSpeechStatus(api)
  if (!status) return null
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

/** Undefined until the server told, and where it does not. */
function useSpeechStatus(api: Api): SpeechStatus | undefined {
  const [status, setStatus] = useState<SpeechStatus>()
  useEffect(() => {
    const left = new AbortController()
    api
      .json<typeof getSpeechStatus>('GET', '/system/speech', { signal: left.signal })
      .then(setStatus, () => undefined)
    return () => left.abort()
  }, [api])
  return status
}
