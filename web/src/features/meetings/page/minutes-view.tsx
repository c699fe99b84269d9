import type { Evidence, Meeting, Minute } from '@vee/contract/entities/meeting'
import type { MeetingChange } from '@vee/contract/meetings/change'
import { hasOwnSummary } from '@vee/contract/meetings/minutes'
import { clockTime } from '@vee/contract/meetings/transcript'
import { useTexts } from '#i18n/index.ts'
import { Badge } from '#ui/display/badge.tsx'
import { TextArea } from '#ui/controls/text-field.tsx'
import styles from '../meetings.module.css'

interface MinutesViewProps {
  readonly meeting: Meeting
  readonly onChange: (change: MeetingChange) => void
  /** called with the time of the pressed quote */
  readonly onShow: (seconds: number) => void
}

/** The summary: each line with its evidence, and unproven lines marked. */
export function MinutesView({ meeting, onChange, onShow }: MinutesViewProps) {
  const t = useTexts('meetings')
  const { minutes, summary } = meeting
  return (
    <>
      {minutes && (
        <div className={styles['minutes']}>
          <Lines title={t('overview')} minutes={minutes.overview} onShow={onShow} />
          <Lines title={t('decisions')} minutes={minutes.decisions} onShow={onShow} />
          <Lines title={t('questions')} minutes={minutes.openQuestions} onShow={onShow} />
        </div>
      )}
      {(minutes || summary !== '') && (
        <details open={hasOwnSummary(meeting)}>
          <summary className={styles['summary']}>{t('ownWords')}</summary>
          <TextArea
            label={t('ownWords')}
            hint={t('ownWordsHint')}
            rows={4}
            dir="auto"
            value={summary}
            onChange={(event) => onChange({ summary: event.target.value })}
          />
        </details>
      )}
    </>
  )
}

interface LinesProps {
  readonly title: string
  readonly minutes: readonly Minute[]
  readonly onShow: (seconds: number) => void
}

function Lines({ title, minutes: lines, onShow }: LinesProps) {
  if (lines.length === 0) return null
  return (
    <div className={styles['section']}>
      <h3>{title}</h3>
      <ul className={styles['minutes']}>
        {lines.map(({ text, evidence }) => (
          <li key={text} className={styles['minute']}>
            <span dir="auto">{text}</span>
            <Proof evidence={evidence} onShow={onShow} />
          </li>
        ))}
      </ul>
    </div>
  )
}

interface ProofProps {
  readonly evidence: readonly Evidence[]
  readonly onShow: (seconds: number) => void
}

/** The evidence of a line; pressing it shows the place in the transcript. */
export function Proof({ evidence, onShow }: ProofProps) {
  const t = useTexts('meetings')
  if (evidence.length === 0) {
    return (
      <span>
        <Badge tone="warning">{t('unproven')}</Badge>
      </span>
    )
  }
  return evidence.map(({ quote, at }) =>
    at === null ? (
      <q key={quote} className={styles['quote']}>
        {quote}
      </q>
    ) : (
      <button key={quote} type="button" className={styles['quote']} onClick={() => onShow(at)}>
        <span className={styles['time']}>{clockTime(at)}</span> <q>{quote}</q>
      </button>
    ),
  )
}
