import type { Meeting } from '@vee/contract/entities/meeting'
import type { MeetingChange } from '@vee/contract/meetings/change'
import { Flag, Mic, Pause, Play, Square } from 'lucide-react'
import { canCaptureDisplay } from '#lib/audio/audio-devices.ts'
import { useEffect, useRef, useState, type FormEvent, type ReactNode } from 'react'
import { useStore } from 'zustand'
import { useLanguage, useTexts } from '#i18n/index.ts'
import { randomId } from '#lib/random-id.ts'
import { Banner } from '#ui/feedback/banner.tsx'
import { Button } from '#ui/controls/button.tsx'
import { Checkbox } from '#ui/controls/choice.tsx'
import { TextField } from '#ui/controls/text-field.tsx'
import type { ServerSound } from '../repositories/server-sound.ts'
import styles from '../meetings.module.css'
import type { MeetingCaptions } from '../recording/meeting-captions.ts'
import { isOn, type MeetingRecorder } from '../recording/recorder.ts'
import { RecordingClock } from '../recording/recording-clock.tsx'
import type { Transcriptions } from '../recording/transcriptions.ts'
import { KeepSound } from './keep-sound.tsx'
import type { HostSettings } from './host-settings.ts'
import { LiveCaptions } from './live-captions.tsx'

/** Updates of size and meters per second. */
const DRAWS_PER_SECOND = 10

interface RecorderPanelProps {
  readonly meeting: Meeting
  readonly recorder: MeetingRecorder
  readonly captions: MeetingCaptions
  readonly transcriptions: Transcriptions
  readonly host: HostSettings
  readonly sound: ServerSound | undefined
  readonly onSeen: (meetingId: string | undefined) => void
  readonly onChange: (change: MeetingChange) => void
}

/** Records the meeting: the microphone and, if the browser supports it, the audio of a tab. */
export function RecorderPanel({
  meeting,
  recorder,
  captions,
  transcriptions,
  host,
  sound,
  onSeen,
  onChange,
}: RecorderPanelProps) {
  const t = useTexts('meetings')
  const state = useStore(recorder.state)
  const waiting = useStore(
    transcriptions.state,
    (transcriptionState) => transcriptionState.waiting[meeting.id] ?? 0,
  )
  const failure = useStore(transcriptions.state, (transcriptionState) => transcriptionState.failure)
  const errors = useTexts('errors')
  const [withOthers, setWithOthers] = useState(false)
  const isHere = isOn(state) && state.meetingId === meeting.id
  const panel = useSeen(meeting.id, onSeen)

  return (
    <section ref={panel} className={styles['recorder']} aria-label={t('record')}>
      {isHere ? (
        <RunningRecorder meeting={meeting} recorder={recorder} captions={captions} onChange={onChange} />
      ) : (
        <RecorderStart
          meeting={meeting}
          recorder={recorder}
          consentText={host.consentText}
          withOthers={withOthers}
          onWithOthers={setWithOthers}
        />
      )}
      {sound && host.soundDays > 0 && (
        <KeepSound
          meeting={meeting}
          sound={sound}
          days={host.soundDays}
          transcriptions={transcriptions}
          onChange={onChange}
        />
      )}
      {state.kind === 'failed' && <Banner tone="error" title={t(`recorderFailed.${state.failure}`)} />}
      <output className={styles['note']}>{waiting > 0 && t('waiting', { count: waiting })}</output>
      {waiting > 0 && failure && (
        <Banner tone="warning" title={t('waitsBecause')}>
          {errors(failure)}
        </Banner>
      )}
    </section>
  )
}

/** Reports the meeting while the element of the returned reference is in view. */
function useSeen(meetingId: string, onSeen: RecorderPanelProps['onSeen']) {
  const panel = useRef<HTMLElement>(null)
  // If it is out of view (scrolled away, or its pane closed), the recording has another indicator.
  useEffect(() => {
    const watch = new IntersectionObserver(([entry]) => onSeen(entry?.isIntersecting ? meetingId : undefined))
    if (panel.current) watch.observe(panel.current)
    return () => {
      watch.disconnect()
      onSeen(undefined)
    }
  }, [meetingId, onSeen])
  return panel
}

type RunningRecorderProps = Pick<RecorderPanelProps, 'meeting' | 'recorder' | 'captions' | 'onChange'>

/** The running recording: its length, level and captions, and marks. */
function RunningRecorder({ meeting, recorder, captions, onChange }: RunningRecorderProps) {
  const t = useTexts('meetings')
  const state = useStore(recorder.state)
  if (!isOn(state)) return null
  return (
    <>
      <div className={styles['recording']}>
        <Clock recorder={recorder} isPaused={state.kind === 'paused'} />
        <div className={styles['actions']}>
          {state.kind === 'paused' ? (
            <Button icon={Play} onClick={() => recorder.resume()}>
              {t('resume')}
            </Button>
          ) : (
            <Button icon={Pause} onClick={() => recorder.pause()}>
              {t('pause')}
            </Button>
          )}
          <Button variant="primary" icon={Square} onClick={() => void recorder.stop()}>
            {t('stop')}
          </Button>
        </div>
      </div>
      {state.tracks.map((track) => (
        <Meter key={track} recorder={recorder} track={track} />
      ))}
      <LiveCaptions captions={captions} lines={meeting.transcriptLines} />
      <MarkForm
        onMark={(text) => {
          const mark = { id: randomId(), at: recorder.seconds(), text }
          onChange({ markChanges: { put: [mark] } })
        }}
      />
    </>
  )
}

interface RecorderStartProps extends Pick<RecorderPanelProps, 'meeting' | 'recorder'> {
  /** the host's own text; null: the usual one */
  readonly consentText: string | null
  /** the audio of a tab is recorded too */
  readonly withOthers: boolean
  readonly onWithOthers: (withOthers: boolean) => void
}

/** Starts a recording, below what it records. */
function RecorderStart({ meeting, recorder, consentText, withOthers, onWithOthers }: RecorderStartProps) {
  const t = useTexts('meetings')
  const state = useStore(recorder.state)
  const isElsewhere = isOn(state) && state.meetingId !== meeting.id
  return (
    <Folded title={t('recordMore')} isFolded={meeting.transcript !== ''}>
      <p className={styles['note']}>{consentText ?? t('consent')}</p>
      {canCaptureDisplay() && (
        <Checkbox label={t('withOthers')} isChecked={withOthers} onChange={onWithOthers} />
      )}
      <div className={styles['actions']}>
        {/* The press is the consent: the button says it, and the text above what is recorded. */}
        <Button
          className={styles['record']}
          variant="danger"
          icon={Mic}
          disabled={state.kind === 'opening' || isElsewhere}
          isLoading={state.kind === 'opening'}
          onClick={() => void recorder.start(meeting, withOthers)}
        >
          {t('recordAgreed')}
        </Button>
        {isElsewhere && <span className={styles['note']}>{t('recordsAnother')}</span>}
      </div>
    </Folded>
  )
}

interface FoldedProps {
  readonly title: string
  readonly isFolded: boolean
  readonly children: ReactNode
}

/** Collapsed if there is a recording already: the result has priority over recording more. */
function Folded({ title, isFolded, children }: FoldedProps) {
  if (!isFolded) return children
  return (
    <details>
      <summary className={styles['summary']}>{title}</summary>
      <div className={styles['section']}>{children}</div>
    </details>
  )
}

interface MarkFormProps {
  readonly onMark: (text: string) => void
}

/** Bookmarks the current moment, with an optional text. */
function MarkForm({ onMark }: MarkFormProps) {
  const t = useTexts('meetings')
  const [text, setText] = useState('')
  function submit(event: FormEvent): void {
    event.preventDefault()
    onMark(text.trim())
    setText('')
  }
  return (
    <form className={styles['task']} onSubmit={submit}>
      <TextField
        label={t('markText')}
        value={text}
        maxLength={500}
        onChange={(event) => setText(event.target.value)}
      />
      <Button type="submit" icon={Flag}>
        {t('mark')}
      </Button>
    </form>
  )
}

function useDrawing(draw: () => void): void {
  const latest = useRef(draw)
  useEffect(() => {
    latest.current = draw
  })
  useEffect(() => {
    const timer = setInterval(() => latest.current(), 1_000 / DRAWS_PER_SECOND)
    return () => clearInterval(timer)
  }, [])
}

function Clock({ recorder, isPaused }: { readonly recorder: MeetingRecorder; readonly isPaused: boolean }) {
  const t = useTexts('meetings')
  const language = useLanguage()
  const [megabytes, setMegabytes] = useState(0)
  useDrawing(() => setMegabytes(Math.round(recorder.bytes() / 100_000) / 10))
  return (
    <p className={styles['actions']}>
      <RecordingClock recorder={recorder} isPaused={isPaused} isLarge />
      <span className={styles['note']}>
        {t('size', { size: new Intl.NumberFormat(language).format(megabytes) })}
      </span>
    </p>
  )
}

function Meter({ recorder, track }: { readonly recorder: MeetingRecorder; readonly track: 'me' | 'others' }) {
  const t = useTexts('meetings')
  const meter = useRef<HTMLMeterElement>(null)
  useDrawing(() => {
    if (meter.current) meter.current.value = recorder.level(track)
  })
  return (
    <div className={styles['line']}>
      <span className={styles['note']}>{t(`tracks.${track}`)}</span>
      <meter ref={meter} className={styles['meter']} min={0} max={1} aria-label={t(`tracks.${track}`)} />
    </div>
  )
}
