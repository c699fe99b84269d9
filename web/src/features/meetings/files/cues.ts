import type { Meeting } from '@vee/contract/entities/meeting'
import { dayOf } from './day-of.ts'

const padNumber = (value: number, length = 2) => String(value).padStart(length, '0')

function cueTime(seconds: number, point: string): string {
  const ms = Math.round(seconds * 1000)
  const clock = [ms / 3_600_000, (ms / 60_000) % 60, (ms / 1000) % 60].map((unit) =>
    padNumber(Math.floor(unit)),
  )
  return `${clock.join(':')}${point}${padNumber(ms % 1000, 3)}`
}

/** Replaces a run of spaces that contains a line break with one space. */
const onOneLine = (text: string) =>
  text.replaceAll(/\s+/g, (spaces) => (/[\r\n]/.test(spaces) ? ' ' : spaces))

const cueText = (text: string) =>
  onOneLine(text).replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('-->', '--&gt;')

/** Returns WebVTT, with line breaks, `-->` and `<` escaped, which have a meaning there. */
export function toVtt({ transcriptLines }: Pick<Meeting, 'transcriptLines'>): string {
  const cues = transcriptLines.map(({ start, end, speaker, text }) => {
    const voice = speaker ? `<v ${cueText(speaker).replaceAll('>', '')}>` : ''
    return `${cueTime(start, '.')} --> ${cueTime(Math.max(end, start + 0.5), '.')}\n${voice}${cueText(text)}`
  })
  return `WEBVTT\n\n${cues.join('\n\n')}\n`
}

/**
 * Escapes text for SubRip, which has no rule for it; players parse tags in `<…>` and `{\\…}`, and decode
 * entities.
 */
const srtText = (text: string) =>
  text
    .replaceAll(/&(?=#?\w{1,8};)/g, '&amp;')
    .replaceAll('<', '&lt;')
    .replaceAll('-->', '--&gt;')
    .replaceAll(/\{(?=\s*\\)/g, '{ ')
    .replaceAll(/\p{Cc}+/gu, ' ')
    .trim()

export function toSrt({ transcriptLines }: Pick<Meeting, 'transcriptLines'>): string {
  return transcriptLines
    .map(({ start, end, speaker, text }, index) =>
      [
        index + 1,
        `${cueTime(start, ',')} --> ${cueTime(Math.max(end, start + 0.5), ',')}`,
        `${srtText(`${speaker ? `${speaker}: ` : ''}${text}`)}\n`,
      ].join('\n'),
    )
    .join('\n')
}

/**
 * Returns a calendar (RFC 5545) with the day of each meeting and its tasks with a due date: texts are escaped, and
 * lines folded at 75 octets.
 */
export function toIcs(meetings: readonly Meeting[], untitled: string): string {
  const parts = meetings.flatMap((meeting) => [...eventOf(meeting, untitled), ...todosOf(meeting)])
  return ['BEGIN:VCALENDAR', 'VERSION:2.0', 'PRODID:-//Vee//Meetings//EN', ...parts, 'END:VCALENDAR', '']
    .map(icsFolded)
    .join('\r\n')
}

/** All day: without an end it lasts one day, and it does not mark its owner as busy. */
const eventOf = ({ id, title, meetingDate, updatedAt }: Meeting, untitled: string): readonly string[] => [
  'BEGIN:VEVENT',
  `UID:${icsText(`${id}@vee`)}`,
  `DTSTAMP:${stampOf(updatedAt)}`,
  `DTSTART;VALUE=DATE:${dayOf(meetingDate).replaceAll('-', '')}`,
  `SUMMARY:${icsText(title || untitled)}`,
  'TRANSP:TRANSPARENT',
  'END:VEVENT',
]

const stampOf = (time: string) => time.replaceAll(/\.\d+|[^\dTZ]/g, '')

function todosOf({ id: meetingId, title, actionItems, updatedAt }: Meeting): readonly string[] {
  const stamp = stampOf(updatedAt)
  return actionItems.flatMap(({ id, text, assignee, dueDate, done }) =>
    dueDate === null
      ? []
      : [
          'BEGIN:VTODO',
          `UID:${icsText(`${meetingId}.${id}@vee`)}`,
          `DTSTAMP:${stamp}`,
          `DUE;VALUE=DATE:${dueDate.slice(0, 10).replaceAll('-', '')}`,
          `SUMMARY:${icsText(assignee === null ? text : `${text} (${assignee})`)}`,
          `DESCRIPTION:${icsText(title)}`,
          `STATUS:${done ? 'COMPLETED' : 'NEEDS-ACTION'}`,
          'END:VTODO',
        ],
  )
}

const icsText = (text: string) =>
  text
    .replaceAll(/[\\;,]/g, String.raw`\$&`)
    .replaceAll(/\r?\n|\r/g, String.raw`\n`)
    .replaceAll(/\p{Cc}/gu, '')

function icsFolded(line: string): string {
  const encoder = new TextEncoder()
  const segments: string[] = []
  let segment = ''
  for (const character of line) {
    if (encoder.encode(segment + character).length > 73) {
      segments.push(segment)
      segment = ''
    }
    segment += character
  }
  return [...segments, segment].join('\r\n ')
}
