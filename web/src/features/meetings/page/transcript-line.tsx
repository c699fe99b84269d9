import type { TranscriptLine } from '@vee/contract/entities/meeting'
import type { PartChanges } from '@vee/contract/meetings/parts'
import { clockTime } from '@vee/contract/meetings/transcript'
import { Check, Pencil, Play, SplitSquareVertical, Square } from 'lucide-react'
import { useRef } from 'react'
import { useTexts } from '#i18n/index.ts'
import { randomId } from '#lib/random-id.ts'
import { Button } from '#ui/controls/button.tsx'
import { IconButton } from '#ui/controls/icon-button.tsx'
import { TextArea, TextField } from '#ui/controls/text-field.tsx'
import styles from '../meetings.module.css'

interface TranscriptLineViewProps {
  readonly line: TranscriptLine
  readonly isMarked: boolean
  readonly isPlaying: boolean
  /** whether the meeting has audio */
  readonly hasSound: boolean
  /** its audio was requested and is missing */
  readonly isSilent: boolean
  readonly isEdited: boolean
  readonly onPlay: () => void
  readonly onStop: () => void
  readonly onEdit: (lineId: string | undefined) => void
  readonly onChange: (changes: PartChanges<TranscriptLine>) => void
}

/** One segment of the recording: pressing it plays its audio. */
export function TranscriptLineView(props: TranscriptLineViewProps) {
  const { line, isMarked, isPlaying, hasSound, isSilent, isEdited, onPlay, onStop, onEdit } = props
  const t = useTexts('meetings')
  const time = clockTime(line.start)
  return (
    <li className={styles['said']} data-line={line.id} data-marked={isMarked || undefined}>
      {isEdited ? (
        <LineFields {...props} />
      ) : (
        <>
          {hasSound && (
            <IconButton
              size="compact"
              icon={isPlaying ? Square : Play}
              label={t(isPlaying ? 'stopPlaying' : 'playFrom', { time })}
              onClick={isPlaying ? onStop : onPlay}
            />
          )}
          {hasSound ? (
            <button type="button" className={styles['words']} onClick={onPlay}>
              <Words line={line} />
            </button>
          ) : (
            <div className={styles['words']}>
              <Words line={line} />
            </div>
          )}
          <IconButton
            size="compact"
            icon={Pencil}
            label={t('edit', { text: `${line.speaker ?? t(`tracks.${line.track}`)} ${line.text}` })}
            onClick={() => onEdit(line.id)}
          />
        </>
      )}
      {isSilent && (
        <span className={styles['note']} role="status">
          {t('noSound')}
        </span>
      )}
    </li>
  )
}

function Words({ line }: Pick<TranscriptLineViewProps, 'line'>) {
  const t = useTexts('meetings')
  return (
    <>
      <span className={styles['facts']}>
        <span className={styles['time']}>{clockTime(line.start)}</span>
        <strong>{line.speaker ?? t(`tracks.${line.track}`)}</strong>
      </span>
      <span dir="auto">{line.text}</span>
    </>
  )
}

function LineFields({ line, onEdit, onChange }: TranscriptLineViewProps) {
  const t = useTexts('meetings')
  const field = useRef<HTMLTextAreaElement>(null)

  const set = (fields: Partial<TranscriptLine>) => onChange({ set: [{ ...fields, id: line.id }] })

  function split(): void {
    const parts = splitLine(line, field.current?.selectionStart ?? 0)
    if (parts) {
      const [{ id, text, end }, after] = parts
      onChange({ set: [{ id, text, end }], put: [after] })
    }
    field.current?.focus()
  }

  return (
    <div className={styles['wide']}>
      <TextField
        label={t('speaker')}
        value={line.speaker ?? ''}
        maxLength={200}
        onChange={(event) => set({ speaker: event.target.value === '' ? null : event.target.value })}
      />
      <TextArea
        ref={field}
        label={t('text')}
        rows={3}
        dir="auto"
        value={line.text}
        onChange={(event) => set({ text: event.target.value })}
      />
      <div className={styles['actions']}>
        <Button size="compact" icon={Check} onClick={() => onEdit(undefined)}>
          {t('done')}
        </Button>
        <Button size="compact" icon={SplitSquareVertical} onClick={split}>
          {t('split')}
        </Button>
      </div>
    </div>
  )
}

/**
 * Splits a line into two for different speakers: the time between them is estimated from the text. Undefined
 * if a part would be empty.
 */
export function splitLine(
  line: TranscriptLine,
  seconds: number,
): readonly [TranscriptLine, TranscriptLine] | undefined {
  const [before, after] = [line.text.slice(0, seconds).trim(), line.text.slice(seconds).trim()]
  if (before === '' || after === '') return undefined
  const middle = line.start + (line.end - line.start) * (seconds / line.text.length)
  return [
    { ...line, text: before, end: middle },
    { ...line, id: randomId(), text: after, start: middle, speaker: null },
  ]
}
