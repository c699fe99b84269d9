import { Info, X } from 'lucide-react'
import { useEffect, useState } from 'react'
import { useTexts } from '#i18n/index.ts'
import { IconButton } from '#ui/controls/icon-button.tsx'
import { Icon } from '#ui/display/icon.tsx'
import type { VoiceNotice, VoiceSession } from '#voice/index.ts'
import styles from './voice-dock.module.css'

/** Time for which a notice is shown, in ms. The page must be visible: users that were away read it afterwards. */
const SHOWN_MS = 8_000

interface NoticeLineProps {
  readonly session: VoiceSession
  readonly notices: readonly VoiceNotice[]
  /** the newest of them, which is shown */
  readonly notice: VoiceNotice
}

/** A notice in one line, which leaves by itself; a press shows the whole of a longer one. */
export function NoticeLine({ session, notices, notice }: NoticeLineProps) {
  const t = useTexts('voice')
  const [isWhole, setWhole] = useState(false)
  const [isPointedAt, setPointedAt] = useState(false)
  const stays = isWhole || isPointedAt
  useEffect(() => {
    if (stays) return undefined
    // Earlier ones are as old; the log of the system keeps them all.
    return afterVisible(SHOWN_MS, () => {
      for (const shown of notices) session.dismissNotice(shown)
    })
  }, [session, notices, stays])
  return (
    <span
      className={styles['notice']}
      role="presentation"
      onPointerEnter={() => setPointedAt(true)}
      onPointerLeave={() => setPointedAt(false)}
      onFocus={() => setPointedAt(true)}
      onBlur={() => setPointedAt(false)}
    >
      <Icon of={Info} size="s" />
      <button
        type="button"
        className={styles['noticeText']}
        aria-expanded={isWhole}
        onClick={() => setWhole(!isWhole)}
      >
        {t(`notice.${notice}`)}
      </button>
      <IconButton
        size="compact"
        icon={X}
        label={t('notice.dismiss')}
        onClick={() => session.dismissNotice(notice)}
      />
    </span>
  )
}

/** Runs `act` after this time in which the page was visible. Returns a function that cancels it. */
function afterVisible(ms: number, act: () => void): () => void {
  let leftMs = ms
  let startedAt = 0
  let timer: ReturnType<typeof setTimeout> | undefined
  function change(): void {
    if (document.visibilityState === 'visible' && timer === undefined) {
      startedAt = performance.now()
      timer = setTimeout(act, leftMs)
    } else if (document.visibilityState !== 'visible' && timer !== undefined) {
      clearTimeout(timer)
      timer = undefined
      leftMs = Math.max(0, leftMs - (performance.now() - startedAt))
    }
  }
  change()
  document.addEventListener('visibilitychange', change)
  return () => {
    clearTimeout(timer)
    document.removeEventListener('visibilitychange', change)
  }
}
