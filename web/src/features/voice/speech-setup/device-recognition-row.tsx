import { useTexts } from '#i18n/index.ts'
import { Button } from '#ui/controls/button.tsx'
import styles from './speech-setup.module.css'
import type { useDeviceRecognition } from './use-device-recognition.ts'

/** Offers to download the browser's recognition for this device; empty where there is nothing to download. */
export function DeviceRecognitionRow({ state, install }: ReturnType<typeof useDeviceRecognition>) {
  const t = useTexts('voice')
  if (state === 'unavailable' || state === 'available') return null
  return (
    <div className={styles['note']}>
      {state === 'downloading' && <output>{t('setup.device.installing')}</output>}
      {state === 'failed' && <p role="alert">{t('setup.device.failed')}</p>}
      {state !== 'downloading' && <Button onClick={install}>{t('setup.device.install')}</Button>}
    </div>
  )
}
