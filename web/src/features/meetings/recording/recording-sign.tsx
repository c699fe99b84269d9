import { clockTime } from '@vee/contract/meetings/transcript'
import { Square } from 'lucide-react'
import { useEffect, useState } from 'react'
import { createRoot } from 'react-dom/client'
import { useStore } from 'zustand'
import { useTexts } from '#i18n/index.ts'
import { Button } from '#ui/button.tsx'
import type { Desk } from './desk.ts'
import { isOn } from './recorder.ts'
import styles from './recording-sign.module.css'

/** Outside of the app's own tree: it stays when the meetings' view goes. */
export function showRecordingSign(desk: Desk): void {
  const place = document.createElement('div')
  document.body.append(place)
  createRoot(place).render(<RecordingSign desk={desk} />)
}

/** That a meeting is being recorded, for whoever does not look at its page. */
function RecordingSign({ desk }: { readonly desk: Desk }) {
  const t = useTexts('meetings')
  const state = useStore(desk.recorder.state)
  const { seen, open } = useStore(desk.state)
  if (!isOn(state) || state.meetingId === seen) return null
  return (
    <section className={styles['sign']} aria-label={t('isRecording')}>
      <span className={styles['dot']} data-paused={state.kind === 'paused' || undefined} />
      <span role="status">{t(state.kind === 'paused' ? 'isPaused' : 'isRecording')}</span>
      <Time desk={desk} />
      {open && (
        <Button size="compact" onClick={() => open(state.meetingId)}>
          {t('openIt')}
        </Button>
      )}
      <Button size="compact" icon={Square} onClick={() => void desk.recorder.stop()}>
        {t('stop')}
      </Button>
    </section>
  )
}

function Time({ desk: { recorder } }: { readonly desk: Desk }) {
  const t = useTexts('meetings')
  const [seconds, setSeconds] = useState(() => recorder.seconds())
  useEffect(() => {
    const timer = setInterval(() => setSeconds(recorder.seconds()), 500)
    return () => clearInterval(timer)
  }, [recorder])
  return (
    <span className={styles['time']} role="timer" aria-label={t('length')}>
      {clockTime(seconds)}
    </span>
  )
}
