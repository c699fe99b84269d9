import { Info, X } from 'lucide-react'
import { useTexts } from '#i18n/index.ts'
import { Icon } from '#ui/display/icon.tsx'
import { IconButton } from '#ui/controls/icon-button.tsx'
import type { VoiceNotice, VoiceSession } from '#voice/index.ts'
import styles from './voice-dock.module.css'

interface NoticesProps {
  readonly session: VoiceSession
  readonly notices: readonly VoiceNotice[]
}

/** Notices that do not interrupt the turn. The live region is mounted before its first line. */
export function VoiceNotices({ session, notices }: NoticesProps) {
  const t = useTexts('voice')
  return (
    <output className={styles['notices']}>
      {notices.map((notice) => (
        <span key={notice} className={styles['notice']}>
          <Icon of={Info} />
          <span>{t(`notice.${notice}`)}</span>
          <IconButton
            size="compact"
            icon={X}
            label={t('notice.dismiss')}
            onClick={() => session.dismissNotice(notice)}
          />
        </span>
      ))}
    </output>
  )
}
