import { clockTime } from '@vee/contract/meetings/transcript'
import { useEffect, useState } from 'react'
import { useTexts } from '#i18n/index.ts'
import type { MeetingRecorder } from './recorder.ts'
import styles from './recording-clock.module.css'

const LOOK_EVERY_MS = 200

interface RecordingClockProps {
  readonly recorder: MeetingRecorder
  readonly isPaused: boolean
  readonly isLarge?: boolean
}

/** Indicates a recording by colour, time and text. */
export function RecordingClock({ recorder, isPaused, isLarge = false }: RecordingClockProps) {
  const t = useTexts('meetings')
  const [seconds, setSeconds] = useState(() => Math.floor(recorder.seconds()))
  useEffect(() => {
    const timer = setInterval(() => setSeconds(Math.floor(recorder.seconds())), LOOK_EVERY_MS)
    return () => clearInterval(timer)
  }, [recorder])
  return (
    <>
      <span className={styles['dot']} data-paused={isPaused || undefined} />
      <span
        className={styles['time']}
        data-large={isLarge || undefined}
        role="timer"
        aria-label={t('length')}
      >
        {clockTime(seconds)}
      </span>
      <span role="status">{t(isPaused ? 'isPaused' : 'isRecording')}</span>
    </>
  )
}
