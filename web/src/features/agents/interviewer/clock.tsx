import { Pause, Play } from 'lucide-react'
import { useEffect, useState } from 'react'
import { useTexts } from '#i18n/index.ts'
import { Button } from '#ui/controls/button.tsx'
import { spentAt, type Interview } from './interview.ts'
import styles from './interviewer.module.css'

const two = (value: number) => String(value % 60).padStart(2, '0')

/** Formats a duration as 1:05, or 1:02:03. */
export function clockText(ms: number): string {
  const seconds = Math.floor(Math.abs(ms) / 1000)
  const hours = Math.floor(seconds / 3600)
  const minutes = Math.floor(seconds / 60)
  return hours > 0 ? `${hours}:${two(minutes)}:${two(seconds)}` : `${minutes}:${two(seconds)}`
}

interface ClockProps {
  readonly interview: Interview
  readonly onPause: () => void
  readonly onResume: () => void
}

/** Shows the remaining time; it continues to count after the end, because interviews do too. */
export function InterviewClock({ interview, onPause, onResume }: ClockProps) {
  const t = useTexts('interview')
  const [now, setNow] = useState(() => Date.now())
  const isRunning = interview.runsSince !== undefined
  useEffect(() => {
    if (!isRunning) return undefined
    const timer = setInterval(() => setNow(Date.now()), 1000)
    return () => clearInterval(timer)
  }, [isRunning])
  const left = interview.minutes * 60_000 - spentAt(interview, Math.max(now, interview.runsSince ?? 0))
  return (
    <div className={styles['clock']}>
      <span>{left < 0 ? t('timeOver') : t('timeLeft')}</span>
      <span role="timer" className={styles['time']} data-over={left < 0 || undefined}>
        {clockText(left)}
      </span>
      {isRunning ? (
        <Button size="compact" icon={Pause} onClick={onPause}>
          {t('pause')}
        </Button>
      ) : (
        <>
          <span>{t('paused')}</span>
          <Button size="compact" icon={Play} onClick={onResume}>
            {t('resume')}
          </Button>
        </>
      )}
    </div>
  )
}
