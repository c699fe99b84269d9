import { lazy, Suspense, useEffect, type ReactNode } from 'react'
import { useTexts } from '#i18n/index.ts'
import { fetchPatiently } from '#lib/async/fetch-patiently.ts'
import type { MenuGroup } from '#ui/controls/menu-button.tsx'
import type { VoiceSession } from '#voice/index.ts'
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
const NoticeLine = lazy(async () => {
  const { NoticeLine: Line } = await fetchPatiently(() => import('./notice-line.tsx'))
  return { default: Line }
})
const MicrophoneCard = lazy(async () => {
  const { MicrophoneCard: Card } = await fetchPatiently(() => import('./microphone-card.tsx'))
  return { default: Card }
})

export interface VoiceDockProps {
  readonly session: VoiceSession
  /** the message field */
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
  /** other activity, such as a required download; of several parts the first is shown */
  readonly note?: ReactNode
  /** the controls of the speech; undefined while nothing is spoken */
  readonly player?: ReactNode
  /** the button with the name of the model */
  readonly model?: ReactNode
}

const NOTHING: readonly MenuGroup[] = []
const NO_LIVE_MODES: LiveModes = { items: [], load: () => {} }

/**
 * The voice controls. Field, microphone and button stay in place in every state. Above them is one slot for notices: of
 * all that there is to show, it shows the first, so that the words above lose one line at most.
 */
export function VoiceDock({
  session,
  composer,
  action,
  aside,
  note,
  player,
  model,
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
  const newest = snapshot.notices.at(-1)
  const pending = snapshot.pendingUtterances.filter(
    (utterance) => agentId === undefined || utterance.agentId === agentId,
  )
  useVoiceKeys(session, { onFocusField, onToggleMute, hasMicrophone })
  useEffect(() => () => session.closeMicrophone(), [session])
  return (
    <section className={styles['dock']} aria-label={t('dock.label')} data-dock>
      <div className={styles['inner']}>
        <div className={styles['slot']}>
          <Suspense>
            {state.phase === 'failed' && isMicrophoneFailure(state.reason) && (
              <MicrophoneCard session={session} reason={state.reason} onFocusField={onFocusField} />
            )}
          </Suspense>
          {/* The live region is mounted before its first text. */}
          <output
            className={styles['notices']}
            data-has-choice={newest === 'wake-word-unavailable' || undefined}
          >
            <Suspense>
              {newest !== undefined && (
                <NoticeLine key={newest} session={session} notices={snapshot.notices} notice={newest} />
              )}
            </Suspense>
          </output>
          <Suspense>
            {pending.length > 0 && (
              <PendingUtterances session={session} snapshot={snapshot} pending={pending} />
            )}
          </Suspense>
          {state.phase === 'reviewing' && aside}
          {note}
        </div>
        <StateLine
          session={session}
          snapshot={snapshot}
          hasMicrophone={hasMicrophone}
          isOnStandby={isOnStandby}
          isReconnecting={isReconnecting}
          live={live}
          more={more}
          player={player}
          model={model}
        />
        <div className={styles['row']}>
          <div className={styles['composer']}>{composer}</div>
          {hasMicrophone && <MicrophoneButton session={session} snapshot={snapshot} />}
          {action}
        </div>
      </div>
    </section>
  )
}
