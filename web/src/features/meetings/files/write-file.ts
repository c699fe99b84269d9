import { DEFAULT_LOCALE, LOCALES } from '@vee/contract/entities/locale'
import type { Meeting } from '@vee/contract/entities/meeting'
import { ACTION_ITEMS_HEAD, actionItemLines } from '@vee/contract/meetings/action-items-csv'
import { meetingDocument, type MeetingDocument } from '@vee/contract/meetings/document'
import { MARKDOWN_BREAK, meetingMarkdown } from '@vee/contract/meetings/markdown'
import { MEETING_WORDS } from '@vee/contract/meetings/words'
import { downloadBlob, downloadText } from '#lib/files/download-text.ts'
import { dayOf, formatDay } from './day-of.ts'
import { toIcs, toSrt, toVtt } from './cues.ts'

export const FORMATS = ['markdown', 'docx', 'pdf', 'text', 'json', 'csv', 'vtt', 'srt', 'ics'] as const
export type Format = (typeof FORMATS)[number]

/** Returns true if the format has content for the meeting; empty files are useless. */
export function supportsFormat(meeting: Meeting, format: Format): boolean {
  const hasTimes = meeting.transcriptLines.length > 0
  const needs: Partial<Record<Format, boolean>> = {
    text: meeting.transcript !== '',
    vtt: hasTimes,
    srt: hasTimes,
    csv: meeting.actionItems.length > 0,
  }
  return needs[format] ?? true
}

/** Downloads the meetings as one file; subtitles have one file per recording and are downloaded as ZIP. */
export async function writeMeetings(
  meetings: readonly Meeting[],
  format: Format,
  language: string,
): Promise<void> {
  const words = wordsIn(language)
  const [only] = meetings
  const name = only && meetings.length === 1 ? fileName(only.title || words.untitled) : 'meetings'
  switch (format) {
    case 'markdown':
      return downloadText(
        `${name}.md`,
        meetings
          .map((meeting) => meetingMarkdown(meeting, words, (date) => formatDay(date, language)))
          .join(MARKDOWN_BREAK),
        'text/markdown',
      )
    case 'docx': {
      const { writeDocx } = await import('./write-docx.ts')
      return downloadBlob(`${name}.docx`, await writeDocx(documentsOf(meetings, language)))
    }
    case 'pdf': {
      const { printMeetings } = await import('./print.ts')
      return printMeetings(documentsOf(meetings, language), language)
    }
    case 'text':
      return downloadText(`${name}.txt`, writeTranscripts(meetings, words.untitled))
    case 'json':
      return downloadText(
        `${name}.json`,
        JSON.stringify({ version: 1, meetings }, undefined, 2),
        'application/json',
      )
    case 'csv':
      return downloadText(
        `${only && meetings.length === 1 ? name : 'action-items'}.csv`,
        ACTION_ITEMS_HEAD + meetings.map(actionItemLines).join(''),
        'text/csv',
      )
    case 'ics':
      return downloadText(`${name}.ics`, toIcs(meetings, words.untitled), 'text/calendar')
    case 'vtt':
    case 'srt':
      return writeSubtitles(meetings, format, words.untitled)
  }
}

async function writeSubtitles(
  meetings: readonly Meeting[],
  format: 'vtt' | 'srt',
  untitled: string,
): Promise<void> {
  const write = { vtt: toVtt, srt: toSrt }[format]
  const [only] = meetings
  if (only && meetings.length === 1) {
    return downloadText(
      `${fileName(only.title || untitled)}.${format}`,
      write(only),
      format === 'vtt' ? 'text/vtt' : 'application/x-subrip',
    )
  }
  const { strToU8, zipSync } = await import('fflate')
  const files: Record<string, Uint8Array> = {}
  for (const meeting of meetings.filter((candidate) => supportsFormat(candidate, format))) {
    const base = `${dayOf(meeting.meetingDate)} ${fileName(meeting.title || untitled)}`
    // Two meetings on one day may have the same title.
    const isTaken = `${base}.${format}` in files
    files[`${base}${isTaken ? ` ${meeting.id.slice(0, 8)}` : ''}.${format}`] = strToU8(write(meeting))
  }
  const zip = new Blob([zipSync(files)], { type: 'application/zip' })
  downloadBlob(`meetings-${format}.zip`, zip)
}

const writeTranscripts = (meetings: readonly Meeting[], untitled: string) =>
  meetings.length === 1
    ? (meetings[0]?.transcript ?? '')
    : meetings
        .map(
          ({ title, meetingDate, transcript }) =>
            `${title || untitled} (${dayOf(meetingDate)})\n\n${transcript}\n`,
        )
        .join('\n\n')

function documentsOf(meetings: readonly Meeting[], language: string): readonly MeetingDocument[] {
  return meetings.map((meeting) =>
    meetingDocument(meeting, wordsIn(language), (date) => formatDay(date, language)),
  )
}

/** Falls back to English. */
export const wordsIn = (language: string) =>
  MEETING_WORDS[LOCALES.find((locale) => locale === language) ?? DEFAULT_LOCALE]

const fileName = (title: string) => title.replaceAll(/[\p{Cc}<>:"/\\|?*]+/gu, ' ').trim()
