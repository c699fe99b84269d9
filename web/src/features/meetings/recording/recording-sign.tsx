import { Square } from 'lucide-react'
import { createRoot } from 'react-dom/client'
import { type StoreApi, useStore } from 'zustand'
import { useTexts } from '#i18n/index.ts'
import { Button } from '#ui/controls/button.tsx'
import type { WorkspaceState } from './workspace-state.ts'
import { isOn, type MeetingRecorder } from './recorder.ts'
import { RecordingClock } from './recording-clock.tsx'
import styles from './recording-sign.module.css'

interface RecordingSignProps {
  readonly recorder: MeetingRecorder
  readonly state: StoreApi<WorkspaceState>
}

/** Renders outside of the app's tree, so that it remains when the meetings' view is unmounted. */
export function showRecordingSign({ recorder, state }: RecordingSignProps): void {
  const container = document.createElement('div')
  document.body.append(container)
  createRoot(container).render(<RecordingSign recorder={recorder} state={state} />)
}

/** Indicates that a meeting is being recorded, on other pages. */
function RecordingSign({ recorder, state: workspace }: RecordingSignProps) {
  const t = useTexts('meetings')
  const state = useStore(recorder.state)
  const { seenMeetingId, open } = useStore(workspace)
  if (!isOn(state) || state.meetingId === seenMeetingId) return null
  return (
    <section className={styles['sign']} aria-label={t('isRecording')}>
      <RecordingClock recorder={recorder} isPaused={state.kind === 'paused'} />
      {open && (
        <Button size="compact" onClick={() => open(state.meetingId)}>
          {t('openIt')}
        </Button>
      )}
      <Button size="compact" icon={Square} onClick={() => void recorder.stop()}>
        {t('stop')}
      </Button>
    </section>
  )
}
