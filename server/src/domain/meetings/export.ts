import type { Locale } from '@vee/contract/entities/locale'
import type { ActionItem, Meeting, Minute } from '@vee/contract/entities/meeting'
import { ACTION_ITEMS_HEAD, actionItemLines } from '@vee/contract/meetings/action-items-csv'
import labels from './export-labels.json' with { type: 'json' }

type Labels = (typeof labels)['en']
const LABELS: Readonly<Record<Locale, Labels>> = labels

export type MeetingExportFormat = 'json' | 'markdown' | 'csv'

/** A file for the person to keep, made as it is sent. */
export interface MeetingDownload {
  readonly fileName: string
  readonly contentType: string
  readonly text: AsyncIterable<string>
}

const FILES: Readonly<Record<MeetingExportFormat, { readonly name: string; readonly type: string }>> = {
  json: { name: 'meetings.json', type: 'application/json' },
  markdown: { name: 'meetings.md', type: 'text/markdown; charset=utf-8' },
  csv: { name: 'action-items.csv', type: 'text/csv; charset=utf-8' },
}

export function exportMeetings(
  meetings: AsyncIterable<Meeting>,
  format: MeetingExportFormat,
  locale: Locale,
): MeetingDownload {
  const { name, type } = FILES[format]
  const write = { json: asJson, markdown: asMarkdown, csv: asCsv }[format]
  return { fileName: name, contentType: type, text: write(meetings, LABELS[locale]) }
}

/** What POST /meetings/import takes. */
async function* asJson(meetings: AsyncIterable<Meeting>): AsyncGenerator<string> {
  yield '{"version":1,"meetings":['
  let before = '\n'
  for await (const meeting of meetings) {
    yield `${before}${JSON.stringify(meeting)}`
    before = ',\n'
  }
  yield '\n]}\n'
}

async function* asMarkdown(meetings: AsyncIterable<Meeting>, words: Labels): AsyncGenerator<string> {
  let before = ''
  for await (const meeting of meetings) {
    yield `${before}${markdownOf(meeting, words)}`
    before = '\n---\n\n'
  }
}

function markdownOf(meeting: Meeting, words: Labels): string {
  const { minutes } = meeting
  const minuteLine = ({ text, evidence }: Minute) =>
    [`- ${text}`, ...(evidence.length === 0 ? [`  (${words.unproven})`] : quotes(evidence))].join('\n')
  const parts: readonly [title: string, body: string][] = [
    [words.participants, meeting.participants.join(', ')],
    [words.notes, meeting.quickNotes.trim()],
    [words.summary, minutes ? minutes.overview.map(minuteLine).join('\n') : meeting.summary.trim()],
    [words.decisions, minutes?.decisions.map(minuteLine).join('\n') ?? ''],
    [words.tasks, meeting.actionItems.map((item) => taskLine(item, words)).join('\n')],
    [words.questions, minutes?.openQuestions.map(minuteLine).join('\n') ?? ''],
    [words.transcript, meeting.transcript.trim().replaceAll('\n', '\n\n')],
  ]
  const sections = parts.filter(([, body]) => body !== '').map(([title, body]) => `## ${title}\n\n${body}\n`)
  return [`# ${meeting.title || words.untitled}\n`, `${meeting.meetingDate}\n`, ...sections].join('\n')
}

const quotes = (evidence: Minute['evidence']) => evidence.map(({ quote }) => `  > ${quote}`)

function taskLine({ text, assignee, done, dueDate, evidence }: ActionItem, words: Labels): string {
  const facts = [
    ...(assignee === null ? [] : [`${words.assignee}: ${assignee}`]),
    ...(dueDate === null ? [] : [`${words.due}: ${dueDate}`]),
  ]
  const about = facts.length === 0 ? '' : ` (${facts.join('; ')})`
  return [`- [${done ? 'x' : ' '}] ${text}${about}`, ...quotes(evidence)].join('\n')
}

async function* asCsv(meetings: AsyncIterable<Meeting>): AsyncGenerator<string> {
  yield ACTION_ITEMS_HEAD
  for await (const meeting of meetings) yield actionItemLines(meeting)
}
