import { WifiOff } from 'lucide-react'
import { useSyncExternalStore } from 'react'
import { useTexts } from '#i18n/index.ts'
import { Icon } from '#ui/display/icon.tsx'
import styles from './offline-banner.module.css'

function onConnectionChange(listener: () => void): () => void {
  window.addEventListener('online', listener)
  window.addEventListener('offline', listener)
  return () => {
    window.removeEventListener('online', listener)
    window.removeEventListener('offline', listener)
  }
}
const hasNoNetwork = () => !navigator.onLine

interface OfflineBannerProps {
  /** the network may be available, but the server did not respond to the last request */
  readonly isServerSilent: boolean
}

/** Shows that nothing can be sent for now, and that no data is lost. */
export function OfflineBanner({ isServerSilent }: OfflineBannerProps) {
  const t = useTexts('shell')
  const tError = useTexts('errors')
  const isOffline = useSyncExternalStore(onConnectionChange, hasNoNetwork) || isServerSilent
  if (!isOffline) return null
  return (
    <div className={styles['banner']} role="status">
      <Icon of={WifiOff} size="s" className={styles['icon']} />
      <p className={styles['text']}>
        <strong>{tError('OFFLINE')}</strong> <span>{t('offline')}</span>
      </p>
    </div>
  )
}
