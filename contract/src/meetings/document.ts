import type { ActionItem, Evidence, Meeting, Minute } from '../entities/meeting.ts'
import { hasOwnSummary } from './minutes.ts'
import { clockTime } from './transcript.ts'
import type { MeetingWords } from './words.ts'

/** A statement or a task with its details and evidence. */
export interface DocumentPoint {
  readonly text: string
  /** '' if there are no details */
  readonly note: string
  readonly quotes: readonly string[]
  /** for tasks */
  readonly isDone?: boolean
}

export interface DocumentSection {
  readonly title: string
  readonly paragraphs: readonly string[]
  readonly points: readonly DocumentPoint[]
}

/** A meeting as a document: the content of every export format, in this order. */
export interface MeetingDocument {
  readonly title: string
  /** formatted */
  readonly date: string
  /** never empty sections */
  readonly sections: readonly DocumentSection[]
}

/** Formats a day (YYYY-MM-DD) or a time for the reader. */
export type FormatDate = (date: string) => string

export function meetingDocument(
  meeting: Meeting,
  words: MeetingWords,
  formatDate: FormatDate,
): MeetingDocument {
  const { minutes, summary } = meeting
  const pointOf = ({ text, evidence }: Minute): DocumentPoint => ({
    text,
    note: evidence.length === 0 ? words.unproven : '',
    quotes: evidence.map(quoteOf),
  })
  const points = (minutesOf: readonly Minute[] | undefined) => (minutesOf ?? []).map(pointOf)
  const sections: readonly DocumentSection[] = [
    section(words.participants, { paragraphs: [meeting.participants.join(', ')] }),
    section(words.summary, {
      paragraphs: hasOwnSummary(meeting) ? linesOf(summary) : [],
      points: points(minutes?.overview),
    }),
    section(words.decisions, { points: points(minutes?.decisions) }),
    section(words.tasks, { points: meeting.actionItems.map((item) => taskOf(item, words, formatDate)) }),
    section(words.questions, { points: points(minutes?.openQuestions) }),
    section(words.notes, { paragraphs: linesOf(meeting.quickNotes) }),
    section(words.marks, {
      points: meeting.marks.map(({ at, text }) => ({
        text: `${clockTime(at)} ${text}`.trim(),
        note: '',
        quotes: [],
      })),
    }),
    section(words.transcript, { paragraphs: linesOf(meeting.transcript) }),
  ]
  return {
    title: meeting.title || words.untitled,
    date: formatDate(meeting.meetingDate),
    sections: sections.filter(({ paragraphs, points }) => paragraphs.length + points.length > 0),
  }
}

const section = (
  title: string,
  { paragraphs = [], points = [] }: Partial<Omit<DocumentSection, 'title'>>,
): DocumentSection => ({ title, points, paragraphs: paragraphs.filter((text) => text !== '') })

const linesOf = (text: string) =>
  text
    .split('\n')
    .map((line) => line.trim())
    .filter((line) => line !== '')

const quoteOf = ({ quote, at }: Evidence) => `${at === null ? '' : `[${clockTime(at)}] `}${quote}`

function taskOf(
  { text, assignee, done, dueDate, evidence, origin }: ActionItem,
  words: MeetingWords,
  formatDate: FormatDate,
): DocumentPoint {
  const facts = [
    ...(assignee === null ? [] : [`${words.assignee}: ${assignee}`]),
    ...(dueDate === null ? [] : [`${words.due}: ${formatDate(dueDate.slice(0, 10))}`]),
    ...(origin === 'generated' && evidence.length === 0 ? [words.unproven] : []),
  ]
  return { text, note: facts.join('; '), quotes: evidence.map(quoteOf), isDone: done }
}
