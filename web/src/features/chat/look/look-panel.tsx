import { Camera, MonitorUp, RotateCcw, TriangleAlert, X } from 'lucide-react'
import { useEffect, useRef } from 'react'
import { useTexts } from '#i18n/index.ts'
import { Button } from '#ui/controls/button.tsx'
import { Icon } from '#ui/display/icon.tsx'
import { Spinner } from '#ui/feedback/spinner.tsx'
import type { Chat } from '../store/chat.ts'
import { attachStill } from './look-at.ts'
import { useLook, type LookPhase } from './look-store.ts'
import styles from './look-panel.module.css'
import { openLook, stopLook } from './open-look.ts'

interface LookPanelProps {
  readonly chat: Chat
  /** called when a picture has been attached by the button */
  readonly onTaken: () => void
}

/** Shows that the camera or screen is open, what it shows, and how to close it; or why it cannot be opened. */
export function LookPanel({ chat, onTaken }: LookPanelProps) {
  const t = useTexts('look')
  const look = useLook((state) => state.look)
  const isSending = useLook((state) => state.isSending)
  return (
    <section className={styles['panel']} aria-label={t('label')}>
      {look.kind === 'opening' && (
        <p className={styles['line']} role="status">
          <Spinner /> {t(`opening.${look.source}`)}
          <Button size="compact" variant="quiet" onClick={stopLook}>
            {t('cancel')}
          </Button>
        </p>
      )}
      {look.kind === 'on' && <OpenLook look={look} chat={chat} onTaken={onTaken} />}
      {look.kind === 'failed' && <FailedLook look={look} />}
      {isSending && (
        <p className={styles['line']} role="status">
          {t('sending')}
          <Button size="compact" onClick={() => useLook.setState({ isSending: false })}>
            {t('hold')}
          </Button>
        </p>
      )}
    </section>
  )
}

interface OpenLookProps extends LookPanelProps {
  readonly look: Extract<LookPhase, { kind: 'on' }>
}

function OpenLook({ look: { source, stream }, chat, onTaken }: OpenLookProps) {
  const t = useTexts('look')
  const video = useRef<HTMLVideoElement>(null)
  useEffect(() => {
    const element = video.current
    if (!element) return
    element.srcObject = stream
    // A browser that saves power may refuse; the sign next to it still says that it is open.
    void element.play().catch(() => undefined)
  }, [stream])
  return (
    <div className={styles['open']}>
      <video
        ref={video}
        className={styles['preview']}
        muted
        playsInline
        aria-label={t(`preview.${source}`)}
      />
      <div className={styles['about']}>
        <p className={styles['sign']} role="status">
          <span className={styles['dot']} aria-hidden />
          {t(`on.${source}`)}
        </p>
        <p className={styles['note']}>{t('each')}</p>
        <div className={styles['line']}>
          <Button
            size="compact"
            icon={source === 'camera' ? Camera : MonitorUp}
            onClick={() => void attachStill(chat).finally(onTaken)}
          >
            {t('take')}
          </Button>
          <Button size="compact" icon={X} onClick={stopLook}>
            {t(`stop.${source}`)}
          </Button>
        </div>
      </div>
    </div>
  )
}

function FailedLook({ look: { source, reason } }: { readonly look: Extract<LookPhase, { kind: 'failed' }> }) {
  const t = useTexts('look')
  return (
    <div className={styles['failed']}>
      <p role="alert">
        <Icon of={TriangleAlert} size="s" /> {t(`failures.${source}.${reason}`)}
      </p>
      <p className={styles['note']}>{t('nothingSent')}</p>
      <div className={styles['line']}>
        <Button
          size="compact"
          icon={reason === 'press' ? MonitorUp : RotateCcw}
          onClick={() => void openLook(source)}
        >
          {t(reason === 'press' ? 'share' : 'retry')}
        </Button>
        <Button size="compact" variant="quiet" onClick={stopLook}>
          {t('dismiss')}
        </Button>
      </div>
    </div>
  )
}
