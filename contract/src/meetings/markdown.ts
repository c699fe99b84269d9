import type { Meeting } from '../entities/meeting.ts'
import { type DocumentPoint, type FormatDate, meetingDocument } from './document.ts'
import type { MeetingWords } from './words.ts'

/** Returns a meeting as Markdown, with the evidence of each statement. */
export function meetingMarkdown(meeting: Meeting, words: MeetingWords, formatDate: FormatDate): string {
  const { title, date, sections } = meetingDocument(meeting, words, formatDate)
  const written = sections.map(({ title: heading, paragraphs, points }) => {
    const body = [...paragraphs, ...(points.length > 0 ? [points.map(pointLines).join('\n')] : [])]
    return `## ${heading}\n\n${body.join('\n\n')}\n`
  })
  return [`# ${title}\n`, `${date}\n`, ...written].join('\n')
}

/** Separates the meetings in one file. */
export const MARKDOWN_BREAK = '\n---\n\n'

const pointLines = ({ text, note, quotes, isDone }: DocumentPoint) =>
  [
    `- ${isDone === undefined ? '' : `[${isDone ? 'x' : ' '}] `}${text}${note === '' ? '' : ` (${note})`}`,
    ...quotes.map((quote) => `  > ${quote}`),
  ].join('\n')
