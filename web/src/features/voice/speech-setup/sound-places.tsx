import type { getSpeechStatus, SpeechProvider } from '@vee/contract/http/system'
import { currentLanguage, useTexts } from '#i18n/index.ts'
import type { Api } from '#lib/http/index.ts'
import { useSettings } from '#lib/settings/index.ts'
import { useAnswer } from '#lib/http/use-answer.ts'
import { Button } from '#ui/controls/button.tsx'
import { browserDeviceRecognition } from '#voice/transcription/device-recognition.ts'
import styles from './speech-setup.module.css'
import { useDeviceRecognition } from './use-device-recognition.ts'

/**
 * Shows where speech is transcribed and where replies are spoken: on this device, by the browser's service,
 * on this server or at a vendor.
 */
export function SoundPlaces({ api }: { readonly api: Api }) {
  const t = useTexts('voice')
  const { sttPreference, ttsProvider, speechLanguage } = useSettings()
  const device = useDeviceRecognition(browserDeviceRecognition(), speechLanguage || currentLanguage())
  const { answer } = useAnswer('speech', (signal) =>
    api.json<typeof getSpeechStatus>('GET', '/system/speech', { signal }),
  )
  if (answer.status !== 'ready') return null
  const { hearing, speaking } = answer.value
  const transcribesInBrowser = sttPreference === 'browser' || !usedOf(hearing)
  const locationText = (used: SpeechProvider | undefined) => {
    if (!used) return t('setup.place.browser')
    if (used.isFallback) return t('setup.place.browserFirst', { name: used.name })
    return used.location === 'server' ? t('setup.place.server') : t('setup.place.vendor', { name: used.name })
  }
  const browserHearing =
    device.state === 'available' ? t('setup.place.device') : t('setup.place.browserService')
  return (
    <>
      <dl className={styles['places']}>
        <dt>{t('setup.hearing')}</dt>
        <dd>{transcribesInBrowser ? browserHearing : locationText(usedOf(hearing))}</dd>
        <dt>{t('setup.speaking')}</dt>
        <dd>{locationText(ttsProvider === 'browser' ? undefined : usedOf(speaking))}</dd>
      </dl>
      {transcribesInBrowser && <DeviceRecognitionRow {...device} />}
    </>
  )
}

const usedOf = (providers: readonly SpeechProvider[]) => providers.find(({ available }) => available)

/** Offers to download the browser's recognition for this device; empty where there is nothing to download. */
function DeviceRecognitionRow({ state, install }: ReturnType<typeof useDeviceRecognition>) {
  const t = useTexts('voice')
  if (state === 'unavailable' || state === 'available') return null
  return (
    <div className={styles['offer']}>
      {state === 'downloading' && <output>{t('setup.device.installing')}</output>}
      {state === 'failed' && <p role="alert">{t('setup.device.failed')}</p>}
      {state !== 'downloading' && <Button onClick={install}>{t('setup.device.install')}</Button>}
    </div>
  )
}
