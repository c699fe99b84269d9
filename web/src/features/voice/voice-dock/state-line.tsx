import { Volume2, VolumeX } from 'lucide-react'
import type { ReactNode } from 'react'
import { useTexts } from '#i18n/index.ts'
import { useMeetingRecording } from '#lib/audio/meeting-recording.ts'
import { useSettings } from '#lib/settings/index.ts'
import { useSpottedWords } from '#lib/spotted-words.ts'
import { Button } from '#ui/controls/button.tsx'
import { classNames } from '#ui/class-names.ts'
import { Icon } from '#ui/display/icon.tsx'
import type { MenuGroup } from '#ui/controls/menu-button.tsx'
import type { VoiceSession, VoiceSnapshot } from '#voice/index.ts'
import { hintKeyOf, nameToCall } from './hint-key.ts'
import { ModeChip, type LiveModes } from './mode-chip.tsx'
import { StateGlyph } from './state-glyph.tsx'
import { useStateLabel } from './use-state-label.ts'
import { useInterimWords } from './use-interim-words.ts'
import styles from './voice-dock.module.css'

interface StateLineProps {
  readonly session: VoiceSession
  readonly snapshot: VoiceSnapshot
  readonly hasMicrophone: boolean
  /** the device is open between two recordings, muted */
  readonly isOnStandby: boolean
  /** the connection to the server is lost and retried */
  readonly isReconnecting: boolean
  readonly live: LiveModes
  /** additional groups of the menu of modes */
  readonly more: readonly MenuGroup[]
  /** the controls of the speech; undefined while nothing is spoken */
  readonly player: ReactNode
  /** the button with the name of the model */
  readonly model: ReactNode
}

/**
 * Shows the current activity as icon, name and hint, and next to it what belongs to the moment: the controls of the
 * speech while there is any, else the model and the mode of talking. The text is a live region, equivalent to the
 * visible state.
 */
export function StateLine({
  session,
  snapshot,
  hasMicrophone,
  isOnStandby,
  isReconnecting,
  live,
  more,
  player,
  model,
}: StateLineProps) {
  const t = useTexts('voice')
  const { audioInputMode, wakeWords, showStartupHint, muted } = useSettings()
  const spotted = useSpottedWords()
  const { state, listening } = snapshot
  const isStalled = isReconnecting && (state.phase === 'waiting' || state.phase === 'replying')
  const { inLine: interimWords } = useInterimWords(snapshot)
  const visual = isStalled ? 'connecting' : snapshot.visual
  const isListening = listening.kind !== 'off'
  const isSoundBlocked = 'voice' in state && state.voice === 'blocked'
  const usualHint =
    hasMicrophone || state.phase !== 'idle' ? hintKeyOf(snapshot, audioInputMode, isOnStandby) : 'hint.typed'
  // The dock is at rest, and the microphone is not.
  const isRecordingMeeting = useMeetingRecording(({ isRecording }) => isRecording) && visual === 'idle'
  const stateLabel = useStateLabel(isRecordingMeeting ? 'recording' : visual)
  const hintKey = isStalled ? 'hint.reconnecting' : isRecordingMeeting ? 'hint.meeting' : usualHint
  const hasPlayer = player !== undefined && player !== null
  const isTapped = state.phase === 'capturing' && state.gesture.mode === 'tap'
  return (
    <div className={classNames(styles['stateLine'], hasPlayer && styles['playing'])}>
      <output className={styles['status']}>
        <span className={classNames(styles['state'], styles[isRecordingMeeting ? 'recording' : visual])}>
          {isRecordingMeeting ? (
            <span className={styles['recordingDot']} aria-hidden="true" />
          ) : (
            <StateGlyph state={visual} />
          )}
          {stateLabel}
          {muted && visual === 'idle' && !isRecordingMeeting && (
            <span className={styles['muted']}>
              <Icon of={VolumeX} size="s" />
              <span>{t('dock.muted')}</span>
            </span>
          )}
        </span>
        {interimWords ? (
          // Users hear their own words; read aloud, they would be transcribed again.
          <span className={styles['interim']} aria-hidden="true">
            <span className={styles['interimWords']} dir="auto">
              {interimWords.text}
              <span className={styles['interimTail']}>{interimWords.tail}</span>
            </span>
          </span>
        ) : (
          <span className={styles['hint']}>
            {(showStartupHint || !isStartHint(hintKey)) &&
              t(hintKey, { word: nameToCall(spotted.words.length > 0 ? spotted.words : wakeWords) })}
          </span>
        )}
      </output>
      {isSoundBlocked ? (
        <Button variant="primary" size="compact" icon={Volume2} onClick={() => session.unlock()}>
          {t('dock.tapToHear')}
        </Button>
      ) : (
        (player ?? (
          <div className={styles['choices']}>
            {model}
            {hasMicrophone && (
              <ModeChip isTapped={isTapped} isListening={isListening} live={live} more={more} />
            )}
          </div>
        ))
      )}
    </div>
  )
}

/** True for hints on how to start, which experienced users can disable. */
const isStartHint = (key: string) => key === 'hint.typed' || key.startsWith('hint.idle')
