import { lazy, Suspense, useEffect, type ReactNode } from 'react'
import { useTexts } from '#i18n/index.ts'
import { fetchPatiently } from '#lib/fetch-patiently.ts'
import { useSettings } from '#lib/settings/index.ts'
import { classNames } from '#ui/class-names.ts'
import type { MenuGroup } from '#ui/menu-button.tsx'
import type { VoiceSession } from '#voice/index.ts'
import { isMicrophoneFailure } from './hint-key.ts'
import { MicrophoneButton } from './microphone-button.tsx'
import { Notices } from './notices.tsx'
import { StateLine } from './state-line.tsx'
import { useVoice } from './use-voice.ts'
import { useVoiceKeys } from './use-voice-keys.ts'
import styles from './voice-dock.module.css'

// Most turns go well: these come when they are needed. The service worker has them for when there is no network; where it has
// not come so far, they are waited for: the button and the field stay where they are.
const KeptUtterances = lazy(async () => {
  const { KeptUtterances: Kept } = await fetchPatiently(() => import('./kept-utterances.tsx'))
  return { default: Kept }
})
const MicrophoneCard = lazy(async () => {
  const { MicrophoneCard: Card } = await fetchPatiently(() => import('./microphone-card.tsx'))
  return { default: Card }
})

export interface VoiceDockProps {
  readonly session: VoiceSession
  /** the message field; nothing where an agent's own view has it, and then no button either */
  readonly composer: ReactNode
  /** the one button beside it: Send, Stop or Interrupt */
  readonly action: ReactNode
  readonly onFocusField: () => void
  readonly onToggleMute: () => void
  /** false for those who are only typed to */
  readonly hasMicrophone?: boolean
  /** the connection to the server is lost and tried again while a reply is awaited */
  readonly isReconnecting?: boolean
  /** the assistant whose unsent recordings are shown; all without it */
  readonly agentId?: string
  /** what the menu of the ways to talk holds beside them */
  readonly more?: readonly MenuGroup[]
  /** what there is to say about the words in the field */
  readonly aside?: ReactNode
  /** what goes on beside the talk, such as a download that it waits for */
  readonly note?: ReactNode
}

const NOTHING: readonly MenuGroup[] = []

/**
 * Where one speaks. Microphone, field and action stay where they are in every state; what there is to say about failures
 * comes above them.
 */
export function VoiceDock({
  session,
  composer,
  action,
  aside,
  note,
  more = NOTHING,
  ...rest
}: VoiceDockProps) {
  const { onFocusField, onToggleMute, hasMicrophone = true, isReconnecting = false, agentId } = rest
  const t = useTexts('voice')
  const snapshot = useVoice(session)
  const { state } = snapshot
  const kept = snapshot.kept.filter((utterance) => agentId === undefined || utterance.agentId === agentId)
  const isHandsFree = useSettings(({ audioInputMode }) => audioInputMode !== 'push-to-talk')
  useVoiceKeys(session, { onFocusField, onToggleMute, hasMicrophone })
  useEffect(() => () => session.leave(), [session])
  return (
    <section className={styles['dock']} aria-label={t('dock.label')}>
      <div className={styles['inner']}>
        <Notices session={session} notices={snapshot.notices} />
        <Suspense>
          {kept.length > 0 && <KeptUtterances session={session} snapshot={snapshot} kept={kept} />}
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
          isReconnecting={isReconnecting}
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
