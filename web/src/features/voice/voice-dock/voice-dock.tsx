import { lazy, Suspense, useEffect, type ReactNode } from 'react'
import { Info, X } from 'lucide-react'
import { useTexts } from '#i18n/index.ts'
import { fetchPatiently } from '#lib/async/fetch-patiently.ts'
import { useSettings } from '#lib/settings/index.ts'
import { classNames } from '#ui/class-names.ts'
import { IconButton } from '#ui/controls/icon-button.tsx'
import type { MenuGroup } from '#ui/controls/menu-button.tsx'
import { Icon } from '#ui/display/icon.tsx'
import type { VoiceSession, VoiceNotice } from '#voice/index.ts'
import { isMicrophoneFailure } from './hint-key.ts'
import { MicrophoneButton } from './microphone-button.tsx'
import type { LiveModes } from './mode-chip.tsx'
import { StateLine } from './state-line.tsx'
import { useVoice } from './use-voice.ts'
import { useVoiceKeys } from './use-voice-keys.ts'
import styles from './voice-dock.module.css'

// Rarely needed, so loaded on demand. The service worker caches them for offline use; if they are not cached,
// they are waited for, while button and field stay in place.
const PendingUtterances = lazy(async () => {
  const { PendingUtterances: Loaded } = await fetchPatiently(() => import('./pending-utterances.tsx'))
  return { default: Loaded }
})
const MicrophoneCard = lazy(async () => {
  const { MicrophoneCard: Card } = await fetchPatiently(() => import('./microphone-card.tsx'))
  return { default: Card }
})

export interface VoiceDockProps {
  readonly session: VoiceSession
  /** the message field; undefined if an agent's own view contains it, and then without a button */
  readonly composer: ReactNode
  /** the button next to it: Send, Stop or Interrupt */
  readonly action: ReactNode
  readonly onFocusField: () => void
  readonly onToggleMute: () => void
  /** false for text-only agents */
  readonly hasMicrophone?: boolean
  /** the device is open between two recordings, muted; default: false */
  readonly isOnStandby?: boolean
  /** the connection to the server is lost and retried while a reply is pending */
  readonly isReconnecting?: boolean
  /** the agent whose unsent recordings are shown; default: all */
  readonly agentId?: string
  /** default: this server has none */
  readonly live?: LiveModes
  /** additional groups of the menu of modes */
  readonly more?: readonly MenuGroup[]
  /** information about the text in the field */
  readonly aside?: ReactNode
  /** other activity, such as a required download */
  readonly note?: ReactNode
}

const NOTHING: readonly MenuGroup[] = []
const NO_LIVE_MODES: LiveModes = { items: [], load: () => {} }

/**
 * The voice controls. Microphone, field and button stay in place in every state; failures are shown above
 * them.
 */
export function VoiceDock({
  session,
  composer,
  action,
  aside,
  note,
  live = NO_LIVE_MODES,
  more = NOTHING,
  ...rest
}: VoiceDockProps) {
  const {
    onFocusField,
    onToggleMute,
    hasMicrophone = true,
    isOnStandby = false,
    isReconnecting = false,
    agentId,
  } = rest
  const t = useTexts('voice')
  const snapshot = useVoice(session)
  const { state } = snapshot
  const pending = snapshot.pendingUtterances.filter(
    (utterance) => agentId === undefined || utterance.agentId === agentId,
  )
  const isHandsFree = useSettings(({ audioInputMode }) => audioInputMode !== 'push-to-talk')
  useVoiceKeys(session, { onFocusField, onToggleMute, hasMicrophone })
  useEffect(() => () => session.leave(), [session])
  return (
    <section className={styles['dock']} aria-label={t('dock.label')}>
      <div className={styles['inner']}>
        <VoiceNotices session={session} notices={snapshot.notices} />
        <Suspense>
          {pending.length > 0 && (
            <PendingUtterances session={session} snapshot={snapshot} pending={pending} />
          )}
          {state.phase === 'failed' && isMicrophoneFailure(state.reason) && (
            <MicrophoneCard session={session} reason={state.reason} onFocusField={onFocusField} />
          )}
        </Suspense>
        {note}
        {state.phase === 'reviewing' && aside}
        <StateLine
          session={session}
          snapshot={snapshot}
          hasMicrophone={hasMicrophone}
          isOnStandby={isOnStandby}
          isReconnecting={isReconnecting}
          live={live}
          more={more}
        />
        <div className={classNames(styles['row'], !composer && styles['lone'])}>
          {hasMicrophone && <MicrophoneButton session={session} snapshot={snapshot} />}
          {composer && <div className={styles['composer']}>{composer}</div>}
          {action}
        </div>
        <p className={styles['keys']}>
          {hasMicrophone &&
            keyHint(t('dock.space'), t(isHandsFree ? 'dock.keySpaceToggle' : 'dock.keySpace'))}
          {keyHint('Esc', t('dock.keyEscape'))}
          {keyHint('/', t('dock.keySlash'))}
          {keyHint('M', t('dock.keyMute'))}
        </p>
      </div>
    </section>
  )
}

const keyHint = (key: string, does: string) => (
  <span>
    <kbd>{key}</kbd> {does}
  </span>
)

interface NoticesProps {
  readonly session: VoiceSession
  readonly notices: readonly VoiceNotice[]
}

/** Notices that do not interrupt the turn. The live region is mounted before its first line. */
function VoiceNotices({ session, notices }: NoticesProps) {
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
