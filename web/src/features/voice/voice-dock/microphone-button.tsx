import { Mic, MicOff } from 'lucide-react'
import {
  type KeyboardEvent,
  type MouseEvent,
  type PointerEvent,
  type SyntheticEvent,
  useRef,
  useEffect,
} from 'react'
import { useTexts } from '#i18n/index.ts'
import { useSettings } from '#lib/settings/index.ts'
import { classNames } from '#ui/class-names.ts'
import { Icon } from '#ui/display/icon.tsx'
import type { VoiceSession, VoiceSnapshot } from '#voice/index.ts'
import { ageOf } from './age-of.ts'
import { microphoneLabelOf } from './microphone-label.ts'
import styles from './voice-dock.module.css'

interface MicrophoneButtonProps {
  readonly session: VoiceSession
  readonly snapshot: VoiceSnapshot
}

/**
 * Held by pointer or key it records until released; tapped, until the next tap. The session distinguishes
 * both.
 */
export function MicrophoneButton({ session, snapshot }: MicrophoneButtonProps) {
  const t = useTexts('voice')
  const isDown = useRef(false)
  /** held by a pointer, not by a key */
  const isPointer = useRef(false)
  const { state, visual, listening } = snapshot
  const isHandsFree = useSettings(({ audioInputMode }) => audioInputMode !== 'push-to-talk')
  const isListening = listening.kind !== 'off'
  const isBlocked = state.phase === 'failed' && state.reason === 'denied'
  const isTapped = state.phase === 'capturing' && state.gesture.mode === 'tap'

  function press(event: SyntheticEvent): void {
    if (isDown.current) return
    isDown.current = true
    session.press(ageOf(event))
  }

  function release(event: SyntheticEvent): void {
    if (!isDown.current) return
    isDown.current = false
    session.release(ageOf(event))
  }

  /**
   * A closing menu may take the focus from a button that is already held: the pointer is still down, so the
   * blur is ignored.
   */
  function onBlur(event: SyntheticEvent): void {
    if (isPointer.current && document.hasFocus()) return
    release(event)
  }

  function onPointerDown(event: PointerEvent<HTMLButtonElement>): void {
    if (event.button !== 0) return
    // Receives the release at any position of the pointer.
    event.currentTarget.setPointerCapture(event.pointerId)
    isPointer.current = true
    press(event)
  }

  function onKeyDown(event: KeyboardEvent): void {
    if (event.code !== 'Space' && event.key !== 'Enter') return
    // Prevents the browser's click for the key, which would turn the hold into a tap.
    event.preventDefault()
    if (event.repeat) return
    isPointer.current = false
    press(event)
  }

  function onKeyUp(event: KeyboardEvent): void {
    if (event.code === 'Space' || event.key === 'Enter') release(event)
  }

  /** Screen readers and voice control click without a pointer or a key, which counts as a tap. */
  function onClick(event: MouseEvent): void {
    if (event.detail > 0) return
    press(event)
    release(event)
  }

  return (
    <button
      type="button"
      className={classNames(
        styles['microphone'],
        styles[isListening ? 'listening' : visual],
        isBlocked && styles['blocked'],
      )}
      aria-label={t(microphoneLabelOf(visual, { isTapped, isHandsFree, isListening }))}
      aria-pressed={isListening || visual === 'listening'}
      title={`${t('dock.space')}: ${t(isHandsFree ? 'dock.keySpaceToggle' : 'dock.keySpace')}`}
      onPointerDown={onPointerDown}
      onPointerUp={release}
      onPointerCancel={release}
      onKeyDown={onKeyDown}
      onKeyUp={onKeyUp}
      onBlur={onBlur}
      onClick={onClick}
      // A long press is used for talking and must not open a menu.
      onContextMenu={(event) => event.preventDefault()}
    >
      {(isListening || visual === 'listening') && <LevelRing level={session.levels.microphone} />}
      <Icon of={isBlocked ? MicOff : Mic} size="l" />
    </button>
  )
}

/** Shows the microphone's level without rendering again. */
function LevelRing({ level }: { readonly level: () => number }) {
  const ring = useRef<HTMLSpanElement>(null)

  useEffect(() => {
    let frame = requestAnimationFrame(function draw() {
      ring.current?.style.setProperty('--level', level().toFixed(2))
      frame = requestAnimationFrame(draw)
    })
    return () => cancelAnimationFrame(frame)
  }, [level])

  return <span ref={ring} className={styles['ring']} aria-hidden="true" />
}
