import { MicOff } from 'lucide-react'
import { useState } from 'react'
import { joinSentences } from '#i18n/sentence-separator.ts'
import { useTexts } from '#i18n/index.ts'
import { useSettings } from '#lib/settings/index.ts'
import { Button } from '#ui/controls/button.tsx'
import { Icon } from '#ui/display/icon.tsx'
import { VisuallyHidden } from '#ui/display/visually-hidden.tsx'
import type { VoiceSession } from '#voice/index.ts'
import type { MicrophoneReason } from './hint-key.ts'
import styles from './voice-dock.module.css'

interface MicrophoneCardProps {
  readonly session: VoiceSession
  readonly reason: MicrophoneReason
  readonly onFocusField: () => void
}

/** Shows in two lines why the microphone is not available; a press shows how to fix it. */
export function MicrophoneCard({ session, reason, onFocusField }: MicrophoneCardProps) {
  const t = useTexts('voice')
  const mode = useSettings(({ audioInputMode }) => audioInputMode)
  const canRetry = reason !== 'insecure' && reason !== 'unsupported'
  const help =
    reason === 'denied'
      ? t(`microphone.denied.${permissionPlaceOf(thisDevice())}`)
      : t(`microphone.${reason}.help`)
  const text = joinSentences(
    reason === 'denied' && t(`microphone.needed.${mode}`),
    help,
    t('microphone.typing'),
  )
  const [isWhole, setWhole] = useState(false)

  function retry(): void {
    session.press()
    session.release()
  }

  function type(): void {
    session.escape()
    onFocusField()
  }

  return (
    <div className={styles['errorCard']} role="alert">
      <strong>
        <Icon of={MicOff} size="s" />
        <span>{t(`microphone.${reason}.title`)}</span>
      </strong>
      <div className={styles['actions']}>
        <Button size="compact" variant="quiet" aria-expanded={isWhole} onClick={() => setWhole(!isWhole)}>
          {t(reason === 'denied' ? 'microphone.how' : 'microphone.details')}
        </Button>
        {canRetry && (
          <Button size="compact" onClick={retry}>
            {t('microphone.retry')}
          </Button>
        )}
        <Button size="compact" variant="quiet" onClick={type}>
          {t('microphone.type')}
        </Button>
      </div>
      {/* Announced at once, shown at a press: the words of the conversation keep their room. */}
      {isWhole ? <p>{text}</p> : <VisuallyHidden>{text}</VisuallyHidden>}
    </div>
  )
}

type PermissionPlace = 'chromium' | 'firefox' | 'safari' | 'ios' | 'android' | 'installed' | 'other'

/** The device and browser, as `navigator` describes them. */
interface Device {
  readonly userAgent: string
  /** iPadOS calls itself a Macintosh; only it has touch points. */
  readonly maxTouchPoints: number
  /** true in a window of its own, without an address bar (`display-mode: standalone`) */
  readonly isInstalled: boolean
}

/** Returns where the permission for the microphone is given: in a different place in each browser and on each device. */
export function permissionPlaceOf({ userAgent, maxTouchPoints, isInstalled }: Device): PermissionPlace {
  const isApple = /iPhone|iPad|iPod/.test(userAgent) || (/Macintosh/.test(userAgent) && maxTouchPoints > 1)
  if (isApple || userAgent.includes('Android')) return isInstalled ? 'installed' : isApple ? 'ios' : 'android'
  if (userAgent.includes('Firefox/')) return 'firefox'
  if (/Chrome\/|Edg/.test(userAgent)) return 'chromium'
  if (userAgent.includes('Safari/')) return 'safari'
  return 'other'
}

const thisDevice = (): Device => ({
  userAgent: navigator.userAgent,
  maxTouchPoints: navigator.maxTouchPoints,
  isInstalled: matchMedia('(display-mode: standalone)').matches,
})
