import type { Locale } from '@vee/contract/entities/locale'
import type { Meeting } from '@vee/contract/entities/meeting'
import { ACTION_ITEMS_HEAD, actionItemLines } from '@vee/contract/meetings/action-items-csv'
import { MARKDOWN_BREAK, meetingMarkdown } from '@vee/contract/meetings/markdown'
import { MEETING_WORDS } from '@vee/contract/meetings/words'

export type MeetingExportFormat = 'json' | 'markdown' | 'csv'

/** A file to download, generated while it is sent. */
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

/** Who reads an export. */
interface MeetingReader {
  readonly locale: Locale
  /** canonical IANA name */
  readonly timeZone: string
}

export function renderMeetingExport(
  meetings: AsyncIterable<Meeting>,
  { format, ...reader }: MeetingReader & { readonly format: MeetingExportFormat },
): MeetingDownload {
  const { name, type } = FILES[format]
  const write = { json: asJson, markdown: asMarkdown, csv: asCsv }[format]
  return { fileName: name, contentType: type, text: write(meetings, reader) }
}

/** The format of POST /meetings/import. */
async function* asJson(meetings: AsyncIterable<Meeting>): AsyncGenerator<string> {
  yield '{"version":1,"meetings":['
  let before = '\n'
  for await (const meeting of meetings) {
    yield `${before}${JSON.stringify(meeting)}`
    before = ',\n'
  }
  yield '\n]}\n'
}

async function* asMarkdown(meetings: AsyncIterable<Meeting>, reader: MeetingReader): AsyncGenerator<string> {
  let before = ''
  for await (const meeting of meetings) {
    yield `${before}${meetingMarkdown(meeting, MEETING_WORDS[reader.locale], (date) => readableDate(date, reader))}`
    before = MARKDOWN_BREAK
  }
}

async function* asCsv(meetings: AsyncIterable<Meeting>): AsyncGenerator<string> {
  yield ACTION_ITEMS_HEAD
  for await (const meeting of meetings) yield actionItemLines(meeting)
}

/** Returns a day, or a time in the reader's zone, in the words of the locale. */
function readableDate(date: string, { locale, timeZone }: MeetingReader): string {
  const isTime = date.includes('T')
  const format = new Intl.DateTimeFormat(locale, {
    // A day without a time is the same everywhere.
    timeZone: isTime ? timeZone : 'UTC',
    year: 'numeric',
    month: 'long',
    day: 'numeric',
    ...(isTime && { hour: '2-digit', minute: '2-digit', timeZoneName: 'short' }),
  })
  return format.format(new Date(date))
}
