import type { Meeting, TranscriptLine } from '@vee/contract/entities/meeting'
import { transcriptText } from '@vee/contract/meetings/transcript'
import { randomId } from '#lib/random-id.ts'

/** A transcript from a file: its lines where it has times, else its text. */
export interface ReadTranscript {
  readonly transcript: string
  readonly transcriptLines: TranscriptLine[]
}

const TIME = /(?:(\d+):)?(\d{1,2}):(\d{2})[.,](\d{3})/
const CUE = new RegExp(`^\\s*${TIME.source}\\s+-->\\s+${TIME.source}`)

const secondsOf = (parts: readonly (string | undefined)[]) => {
  const [hours, minutes, seconds, milliseconds] = parts.map((part) => Number(part ?? 0))
  return (hours ?? 0) * 3600 + (minutes ?? 0) * 60 + (seconds ?? 0) + (milliseconds ?? 0) / 1000
}

/** WebVTT (W3C) and SubRip: cues with times; `<v Name>` and `Name: ` tell the speaker. */
function fromCues(text: string): TranscriptLine[] {
  return text
    .replaceAll('\r\n', '\n')
    .split(/\n{2,}/)
    .flatMap((block) => {
      const lines = block.split('\n')
      const at = lines.findIndex((line) => CUE.test(line))
      const times = CUE.exec(lines[at] ?? '')
      if (!times) return []
      const said = lines.slice(at + 1).join(' ')
      const voice = /^<v(?:\.[^\s>]*)?\s+([^>]+)>/.exec(said)?.[1]
      const plain = said.replaceAll(/<[^>]*>/g, '').trim()
      const named = voice === undefined ? /^([\p{L}\p{M}][\p{L}\p{M} .'-]{0,40}):\s+(.+)$/u.exec(plain) : null
      if (plain === '') return []
      return [
        {
          id: randomId(),
          start: secondsOf(times.slice(1, 5)),
          end: secondsOf(times.slice(5, 9)),
          track: 'unknown' as const,
          speaker: voice?.trim() ?? named?.[1] ?? null,
          text: named?.[2] ?? plain,
        },
      ]
    })
}

/** txt, md, vtt or srt. */
export function readTranscript(text: string): ReadTranscript {
  const transcriptLines = fromCues(text.replace(/^\uFEFF/, ''))
  return transcriptLines.length > 0
    ? { transcript: transcriptText(transcriptLines), transcriptLines }
    : { transcript: text.replace(/^\uFEFF/, '').trim(), transcriptLines: [] }
}

/** The meetings of a file that Vee exported; undefined for JSON of something else. */
export function readMeetings(text: string): readonly unknown[] | undefined {
  try {
    const value: unknown = JSON.parse(text)
    const found =
      typeof value === 'object' && value !== null && 'meetings' in value ? value.meetings : undefined
    return Array.isArray(found) ? (found as readonly unknown[]) : undefined
  } catch {
    return undefined
  }
}

const two = (value: number, length = 2) => String(value).padStart(length, '0')

function cueTime(seconds: number, point: string): string {
  const ms = Math.round(seconds * 1000)
  const clock = [ms / 3_600_000, (ms / 60_000) % 60, (ms / 1000) % 60].map((part) => two(Math.floor(part)))
  return `${clock.join(':')}${point}${two(ms % 1000, 3)}`
}

const cueText = (text: string) =>
  text
    .replaceAll('&', '&amp;')
    .replaceAll('<', '&lt;')
    .replaceAll(/\s*\n\s*/g, ' ')

/** WebVTT: a line break would end a cue, and `<` begin a tag. */
export function toVtt({ transcriptLines }: Meeting): string {
  const cues = transcriptLines.map(({ start, end, speaker, text }) => {
    const voice = speaker ? `<v ${cueText(speaker).replaceAll('>', '')}>` : ''
    return `${cueTime(start, '.')} --> ${cueTime(Math.max(end, start + 0.5), '.')}\n${voice}${cueText(text)}`
  })
  return `WEBVTT\n\n${cues.join('\n\n')}\n`
}

export function toSrt({ transcriptLines }: Meeting): string {
  return transcriptLines
    .map(({ start, end, speaker, text }, index) =>
      [
        index + 1,
        `${cueTime(start, ',')} --> ${cueTime(Math.max(end, start + 0.5), ',')}`,
        `${speaker ? `${speaker}: ` : ''}${text.replaceAll(/\s*\n\s*/g, ' ')}\n`,
      ].join('\n'),
    )
    .join('\n')
}

/** The tasks with a day, for a calendar (RFC 5545): texts are escaped, and lines folded at 75 octets. */
export function toIcs({ title, actionItems, updatedAt }: Meeting): string {
  const stamp = updatedAt.replaceAll(/[-:]|\.\d+/g, '')
  const todos = actionItems.flatMap(({ id, text, assignee, dueDate, done }) =>
    dueDate === null
      ? []
      : [
          'BEGIN:VTODO',
          `UID:${id}@vee`,
          `DTSTAMP:${stamp}`,
          `DUE;VALUE=DATE:${dueDate.slice(0, 10).replaceAll('-', '')}`,
          `SUMMARY:${icsText(assignee === null ? text : `${text} (${assignee})`)}`,
          `DESCRIPTION:${icsText(title)}`,
          `STATUS:${done ? 'COMPLETED' : 'NEEDS-ACTION'}`,
          'END:VTODO',
        ],
  )
  return ['BEGIN:VCALENDAR', 'VERSION:2.0', 'PRODID:-//Vee//Meetings//EN', ...todos, 'END:VCALENDAR', '']
    .map(icsFolded)
    .join('\r\n')
}

const icsText = (text: string) =>
  text.replaceAll(/[\\;,]/g, String.raw`\$&`).replaceAll(/\r?\n/g, String.raw`\n`)

function icsFolded(line: string): string {
  const encoder = new TextEncoder()
  const parts: string[] = []
  let part = ''
  for (const character of line) {
    if (encoder.encode(part + character).length > 73) {
      parts.push(part)
      part = ''
    }
    part += character
  }
  return [...parts, part].join('\r\n ')
}
