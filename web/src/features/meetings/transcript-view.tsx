import type { Meeting, TranscriptLine } from '@vee/contract/entities/meeting'
import { clockTime } from '@vee/contract/meetings/transcript'
import { Play } from 'lucide-react'
import { useCallback, useEffect, useRef, useState } from 'react'
import { useTexts } from '#i18n/index.ts'
import type { Shelf } from '#lib/shelf.ts'
import { IconButton } from '#ui/icon-button.tsx'
import { Select } from '#ui/select.tsx'
import { TextArea, TextField } from '#ui/text-field.tsx'
import type { MeetingPart } from './meeting-keeper.ts'
import styles from './meetings.module.css'
import type { KeptSegment } from './recording/recorder.ts'

interface TranscriptViewProps {
  readonly meeting: Meeting
  readonly shelf: Shelf
  /** the time to show, in seconds */
  readonly marked: number | undefined
  readonly onChange: (part: MeetingPart) => void
}

/** What was said: with times and speakers where it was recorded here, as a text where it was typed or brought along. */
export function TranscriptView({ meeting, shelf, marked, onChange }: TranscriptViewProps) {
  const t = useTexts('meetings')
  const { transcriptLines, transcript } = meeting
  return (
    <section className={styles['section']} aria-label={t('transcript')}>
      <h3>{t('transcript')}</h3>
      {transcriptLines.length === 0 ? (
        <TextArea
          label={t('transcript')}
          hint={t('transcriptHint')}
          rows={8}
          dir="auto"
          value={transcript}
          onChange={(event) => onChange({ transcript: event.target.value })}
        />
      ) : (
        <Lines meeting={meeting} shelf={shelf} marked={marked} onChange={onChange} />
      )}
    </section>
  )
}

function Lines({ meeting, shelf, marked, onChange }: TranscriptViewProps) {
  const t = useTexts('meetings')
  const { transcriptLines: lines } = meeting
  const [edited, setEdited] = useState<string | undefined>()
  const [wanted, setWanted] = useState('')
  const play = usePlayback(shelf, meeting.id)
  const list = useRef<HTMLOListElement>(null)
  const shownId = marked === undefined ? undefined : lines.findLast(({ start }) => start <= marked + 0.01)?.id

  useEffect(() => {
    if (shownId === undefined) return
    list.current?.querySelector('[data-marked]')?.scrollIntoView({ block: 'center' })
  }, [shownId])

  const set = (id: string, part: Partial<TranscriptLine>) =>
    onChange({ transcriptLines: lines.map((line) => (line.id === id ? { ...line, ...part } : line)) })
  const found = lines.filter(
    ({ text, speaker }) =>
      wanted === '' || `${speaker ?? ''} ${text}`.toLowerCase().includes(wanted.toLowerCase()),
  )
  const speakers = [...new Set(lines.flatMap(({ speaker }) => speaker ?? []))]

  return (
    <>
      <TextField
        label={t('findInside')}
        type="search"
        value={wanted}
        onChange={(event) => setWanted(event.target.value)}
      />
      {speakers.length > 0 && <Speakers lines={lines} speakers={speakers} onChange={onChange} />}
      {/* oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- a scrollable area has to be reachable by key */}
      <ol ref={list} className={styles['transcript']} tabIndex={0} aria-label={t('transcript')}>
        {found.map((line) => (
          <li key={line.id} className={styles['said']} data-marked={line.id === shownId || undefined}>
            <span className={styles['time']}>
              {clockTime(line.start)}
              <IconButton
                size="compact"
                icon={Play}
                label={t('playFrom', { time: clockTime(line.start) })}
                onClick={() => void play(line)}
              />
            </span>
            {edited === line.id ? (
              <div className={styles['section']}>
                <TextField
                  label={t('speaker')}
                  value={line.speaker ?? ''}
                  maxLength={200}
                  onChange={(event) =>
                    set(line.id, { speaker: event.target.value === '' ? null : event.target.value })
                  }
                />
                <TextArea
                  label={t('text')}
                  rows={3}
                  dir="auto"
                  value={line.text}
                  onChange={(event) => set(line.id, { text: event.target.value })}
                />
                <button type="button" className={styles['quote']} onClick={() => setEdited(undefined)}>
                  {t('done')}
                </button>
              </div>
            ) : (
              <button
                type="button"
                className={styles['quote']}
                aria-label={t('edit', {
                  text: `${line.speaker ?? t(`tracks.${line.track}`)} ${line.text}`,
                })}
                onClick={() => setEdited(line.id)}
              >
                <strong>{line.speaker ?? t(`tracks.${line.track}`)}</strong>{' '}
                <span dir="auto">{line.text}</span>
              </button>
            )}
          </li>
        ))}
      </ol>
    </>
  )
}

interface SpeakersProps {
  readonly lines: readonly TranscriptLine[]
  readonly speakers: readonly string[]
  readonly onChange: (part: MeetingPart) => void
}

/** Two names that are one person become one. */
function Speakers({ lines, speakers, onChange }: SpeakersProps) {
  const t = useTexts('meetings')
  const [from, setFrom] = useState('')
  const [to, setTo] = useState('')
  const options = [{ value: '', label: '–' }, ...speakers.map((name) => ({ value: name, label: name }))]
  const merge = (name: string) => {
    setTo('')
    setFrom('')
    onChange({
      transcriptLines: lines.map((line) => (line.speaker === from ? { ...line, speaker: name } : line)),
    })
  }
  if (speakers.length < 2) return null
  return (
    <div className={styles['fields']}>
      <Select label={t('mergeFrom')} value={from} options={options} onChange={setFrom} />
      <Select
        label={t('mergeInto')}
        value={to}
        options={options.filter(({ value }) => value === '' || value !== from)}
        onChange={(name) => (from === '' || name === '' ? setTo(name) : merge(name))}
      />
    </div>
  )
}

/** Plays the piece of the recording that a line was heard in, where this browser has it. */
function usePlayback(shelf: Shelf, meetingId: string) {
  const audio = useRef<HTMLAudioElement>(undefined)
  const address = useRef('')
  const stop = useCallback(() => {
    audio.current?.pause()
    URL.revokeObjectURL(address.current)
  }, [])
  useEffect(() => stop, [stop])

  return async function play({ start, track }: TranscriptLine): Promise<void> {
    const segments = (await shelf.list('recordings').catch(() => [])) as readonly KeptSegment[]
    const found = segments.find(
      (segment) =>
        segment.meetingId === meetingId && segment.track === track && Math.abs(segment.start - start) < 0.01,
    )
    if (!found) return
    stop()
    address.current = URL.createObjectURL(found.audio)
    audio.current = new Audio(address.current)
    await audio.current.play().catch(() => undefined)
  }
}
