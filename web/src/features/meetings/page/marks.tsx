import type { Meeting } from '@vee/contract/entities/meeting'
import type { MeetingChange } from '@vee/contract/meetings/change'
import { clockTime } from '@vee/contract/meetings/transcript'
import { Trash2 } from 'lucide-react'
import { useTexts } from '#i18n/index.ts'
import { IconButton } from '#ui/controls/icon-button.tsx'
import styles from '../meetings.module.css'

interface MarksProps {
  readonly meeting: Meeting
  readonly onChange: (change: MeetingChange) => void
  readonly onShow: (seconds: number) => void
}

/** The bookmarks of the recording; pressing one shows that part of the transcript. */
export function Marks({ meeting: { marks, transcriptLines }, onChange, onShow }: MarksProps) {
  const t = useTexts('meetings')
  if (marks.length === 0) return null
  return (
    <section className={styles['section']} aria-label={t('marks')}>
      <h3>{t('marks')}</h3>
      <ul className={styles['list']} aria-label={t('marks')}>
        {marks.map(({ id, at, text }) => (
          <li key={id} className={styles['row']}>
            <button type="button" className={styles['open']} onClick={() => onShow(at)}>
              <span>
                <span className={styles['time']}>{clockTime(at)}</span>{' '}
                <span dir="auto">{text || saidAt(transcriptLines, at)}</span>
              </span>
            </button>
            <IconButton
              icon={Trash2}
              label={t('removeMark', { time: clockTime(at) })}
              onClick={() => onChange({ markChanges: { remove: [id] } })}
            />
          </li>
        ))}
      </ul>
    </section>
  )
}

/** A bookmark without a text shows the transcript of that moment. */
const saidAt = (lines: Meeting['transcriptLines'], seconds: number) =>
  lines.findLast(({ start }) => start <= seconds)?.text ?? ''
