import { AlignLeft, Square } from 'lucide-react'
import { useEffect, useRef, type KeyboardEvent, type MouseEvent, type PointerEvent } from 'react'
import { useTexts } from '#i18n/index.ts'
import { useSettings } from '#lib/settings/index.ts'
import { Button } from '#ui/controls/button.tsx'
import type { VoiceSession, VoiceSnapshot } from '#voice/index.ts'
import { hintKeyOf, isMicrophoneFailure, nameToCall } from './hint-key.ts'
import { microphoneLabelOf } from './microphone-label.ts'
import { useInterimWords } from './use-interim-words.ts'
import { useStateLabel } from './use-state-label.ts'
import styles from './eyes-off.module.css'

interface EyesOffProps {
  readonly session: VoiceSession
  readonly snapshot: VoiceSnapshot
  /** the sentence that is spoken, without markup; empty while nothing is */
  readonly sentence: string
  /** a reply is being written or spoken */
  readonly canStop: boolean
  readonly onLeave: () => void
}

/** A movement down that is longer is no tap, in CSS pixels. */
const SWIPE_PX = 80

/**
 * The voice with the whole screen: it is one button for talking. A swipe down, Esc or its own button shows the text
 * again.
 */
export function EyesOff({ session, snapshot, sentence, canStop, onLeave }: EyesOffProps) {
  const t = useTexts('speech')
  const voice = useTexts('voice')
  const chat = useTexts('chat')
  const wakeWords = useSettings((settings) => settings.wakeWords)
  const { state, visual, listening } = snapshot
  const stateLabel = useStateLabel(visual)
  const mode = useSettings(({ audioInputMode }) => audioInputMode)
  const isHeld = mode === 'push-to-talk'
  const { inField, inLine } = useInterimWords(snapshot)
  const words = inField ?? inLine
  const talkButton = useRef<HTMLButtonElement>(null)
  const start = useRef<{ readonly x: number; readonly y: number }>(undefined)

  useEffect(() => {
    const before = document.activeElement
    talkButton.current?.focus()
    return () => {
      if (before instanceof HTMLElement && before.isConnected) before.focus()
    }
  }, [])
  useEffect(() => {
    // The dock's keys come first: Esc stops what runs before it leads back.
    function onKeyDown(event: globalThis.KeyboardEvent): void {
      if (event.key !== 'Escape' || event.defaultPrevented) return
      event.preventDefault()
      onLeave()
    }
    document.addEventListener('keydown', onKeyDown)
    return () => document.removeEventListener('keydown', onKeyDown)
  }, [onLeave])

  function tap(): void {
    session.press()
    session.release()
  }

  function onPointerDown(event: PointerEvent<HTMLButtonElement>): void {
    if (event.button !== 0) return
    event.currentTarget.setPointerCapture(event.pointerId)
    start.current = { x: event.clientX, y: event.clientY }
    // A gesture, in which browsers allow sound.
    session.unlock()
    if (isHeld) session.press()
  }

  function onPointerUp({ clientX, clientY }: PointerEvent): void {
    const from = start.current
    start.current = undefined
    if (!from) return
    const down = clientY - from.y
    if (down > SWIPE_PX && down > Math.abs(clientX - from.x)) {
      // The recording that the swipe began is not meant.
      if (isHeld) session.escape()
      onLeave()
    } else if (isHeld) session.release()
    else tap()
  }

  function onPointerCancel(): void {
    if (start.current && isHeld) session.release()
    start.current = undefined
  }

  function onKeyDown(event: KeyboardEvent): void {
    if (event.code !== 'Space' && event.key !== 'Enter') return
    event.preventDefault()
    if (event.repeat) return
    if (isHeld) session.press()
    else tap()
  }

  function onKeyUp(event: KeyboardEvent): void {
    if (isHeld && (event.code === 'Space' || event.key === 'Enter')) session.release()
  }

  /** Screen readers and voice control click without a pointer or a key. */
  function onClick({ detail }: MouseEvent): void {
    if (detail === 0) tap()
  }

  const failure = state.phase === 'failed' && isMicrophoneFailure(state.reason) ? state.reason : undefined
  /** On this screen no microphone is seen: hints that name it have other words. */
  function hint(): string {
    if (failure) return voice(`microphone.${failure}.title`)
    if (state.phase === 'speaking' && !state.isPaused && listening.kind === 'off')
      return t('eyesOff.interrupt')
    if (state.phase === 'idle' && listening.kind === 'off' && state.hint === undefined)
      return t(isHeld ? 'eyesOff.hold' : 'eyesOff.tap')
    return voice(hintKeyOf(snapshot, mode), { word: nameToCall(wakeWords) })
  }

  return (
    <section className={styles['screen']} aria-label={t('eyesOff.label')}>
      <button
        ref={talkButton}
        type="button"
        className={styles['talk']}
        aria-label={voice(
          microphoneLabelOf(visual, {
            isTapped: state.phase === 'capturing' && state.gesture.mode === 'tap',
            isHandsFree: !isHeld,
            isListening: listening.kind !== 'off',
          }),
        )}
        onPointerDown={onPointerDown}
        // A movement would drag selected text, which cancels the pointer.
        onMouseDown={(event) => event.preventDefault()}
        onPointerUp={onPointerUp}
        onPointerCancel={onPointerCancel}
        onKeyDown={onKeyDown}
        onKeyUp={onKeyUp}
        onClick={onClick}
        onContextMenu={(event) => event.preventDefault()}
      />
      <p className={styles['sentence']} dir="auto">
        {words ? `${words.text}${words.tail}` : sentence}
      </p>
      <div className={styles['foot']}>
        <output className={styles['state']}>
          <strong>{stateLabel}</strong> <span>{hint()}</span>
        </output>
        {canStop && (
          <Button icon={Square} className={styles['button'] ?? ''} onClick={() => session.stopReply()}>
            {chat('composer.stop')}
          </Button>
        )}
        <Button icon={AlignLeft} className={styles['button'] ?? ''} onClick={onLeave}>
          {t('eyesOff.leave')}
        </Button>
      </div>
    </section>
  )
}
