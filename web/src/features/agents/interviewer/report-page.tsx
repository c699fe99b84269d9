import { Download, RotateCcw } from 'lucide-react'
import { useLanguage, useTexts, type Translate } from '#i18n/index.ts'
import { downloadText } from '#lib/files/download-text.ts'
import { Button } from '#ui/controls/button.tsx'
import { Table } from '#ui/display/table.tsx'
import { BEST_SCORE, spentAt, type Criterion, type Interview } from './interview.ts'
import styles from './interviewer.module.css'
import type { Report, RubricRow } from './report.ts'

const SCORES = Array.from({ length: BEST_SCORE }, (_, index) => index + 1)

type Texts = Translate<'interview'>

const nameOf = ({ criterion }: RubricRow, t: Texts): string =>
  typeof criterion === 'string' ? t(`criteria.${criterion}`) : criterion.named

const cell = (text: string) => text.replaceAll('|', String.raw`\|`).replaceAll('\n', ' ')

const list = (title: string, items: readonly string[] | undefined) =>
  items && items.length > 0 ? [`## ${title}`, '', ...items.map((item) => `- ${item}`), ''] : []

/** Returns the report as Markdown, for the candidate or a coach. */
function reportAsMarkdown(interview: Interview, report: Report, t: Texts, language: string): string {
  const { rows, points, most, result } = report
  const date = new Intl.DateTimeFormat(language, { dateStyle: 'long' }).format(new Date(interview.startedAt))
  const minutes = Math.round(spentAt(interview, Date.now()) / 60_000)
  return [
    `# ${t('report')}: ${result?.title ?? interview.topic}`,
    '',
    `${date} · ${t(`levels.${interview.level}`)} · ${interview.language} · ${t('spent', { minutes })}`,
    '',
    `**${t('points', { points, most, hints: interview.hints })}**`,
    '',
    ...(result ? [result.summary, ''] : []),
    `| ${t('criterion')} | ${t('score')} | ${t('evidence')} |`,
    '|---|---|---|',
    ...rows.map((row) => {
      const evidence = row.quotes.map((quote) => `“${quote}”`).join(' ')
      return `| ${cell(nameOf(row, t))} | ${row.score ?? t('notSeen')} | ${cell([evidence, row.comment].filter(Boolean).join(' – '))} |`
    }),
    '',
    ...list(t('strengths'), result?.strengths),
    ...list(t('improvements'), result?.improvements),
    ...(interview.code.trim() === ''
      ? []
      : [`## ${t('code')}`, '', `\`\`\`${interview.language}`, interview.code.trimEnd(), '```', '']),
  ].join('\n')
}

interface ReportPageProps {
  readonly interview: Interview
  readonly report: Report
  readonly onScore: (criterion: Criterion, score: number) => void
  readonly onAgain: () => void
}

/** Shows the scores with quotes of the candidate. */
export function ReportPage({ interview, report, onScore, onAgain }: ReportPageProps) {
  const t = useTexts('interview')
  const language = useLanguage()
  const { rows, isByInterviewer, points, most, result } = report
  return (
    <div className={styles['form']}>
      {!isByInterviewer && <p className={styles['note']}>{t('own')}</p>}
      {result && <p>{result.summary}</p>}
      <Table caption={t('report')}>
        <thead>
          <tr>
            <th scope="col">{t('criterion')}</th>
            <th scope="col">{t('score')}</th>
            <th scope="col">{t('evidence')}</th>
          </tr>
        </thead>
        <tbody>
          {rows.map((row) => (
            <ReportRow key={nameOf(row, t)} row={row} isByInterviewer={isByInterviewer} onScore={onScore} />
          ))}
        </tbody>
      </Table>
      <p className={styles['points']}>{t('points', { points, most, hints: interview.hints })}</p>
      <Points title={t('strengths')} items={result?.strengths} />
      <Points title={t('improvements')} items={result?.improvements} />
      <div className={styles['actions']}>
        <Button
          variant="primary"
          icon={Download}
          onClick={() =>
            downloadText('interview.md', reportAsMarkdown(interview, report, t, language), 'text/markdown')
          }
        >
          {t('export')}
        </Button>
        <Button icon={RotateCcw} onClick={onAgain}>
          {t('again')}
        </Button>
      </div>
    </div>
  )
}

interface ReportRowProps extends Pick<Report, 'isByInterviewer'>, Pick<ReportPageProps, 'onScore'> {
  readonly row: RubricRow
}

/** A criterion with its score, which the candidate chooses unless the interviewer did, and its evidence. */
function ReportRow({ row, isByInterviewer, onScore }: ReportRowProps) {
  const t = useTexts('interview')
  const name = nameOf(row, t)
  const { criterion } = row
  return (
    <tr>
      <th scope="row">{name}</th>
      <td>
        {isByInterviewer || typeof criterion !== 'string' ? (
          (row.score ?? t('notSeen'))
        ) : (
          <select
            className={styles['score']}
            aria-label={`${t('score')}: ${name}`}
            value={row.score ?? ''}
            onChange={(event) => onScore(criterion, Number(event.target.value))}
          >
            <option value="" disabled>
              –
            </option>
            {SCORES.map((score) => (
              <option key={score} value={score}>
                {score}
              </option>
            ))}
          </select>
        )}
      </td>
      <td>
        {row.quotes.length === 0 && row.comment === '' && t('notSeen')}
        {row.quotes.map((quote) => (
          <q key={quote} className={styles['quote']}>
            {quote}
          </q>
        ))}
        {row.comment}
      </td>
    </tr>
  )
}

interface PointsProps {
  readonly title: string
  readonly items: readonly string[] | undefined
}

function Points({ title, items }: PointsProps) {
  if (!items || items.length === 0) return null
  return (
    <div>
      <h3>{title}</h3>
      <ul className={styles['bullets']}>
        {items.map((item) => (
          <li key={item}>{item}</li>
        ))}
      </ul>
    </div>
  )
}
