import type { TranscriptLine } from '@vee/contract/entities/meeting'
import { transcriptText } from '@vee/contract/meetings/transcript'
import { randomId } from '#lib/random-id.ts'

/** A transcript from a file: its lines if it has times, otherwise its text. */
export interface ReadTranscript {
  readonly transcript: string
  readonly transcriptLines: TranscriptLine[]
}

/** Maximum number of lines in a meeting. */
const LINES_MAX = 20_000

const TIME = /(?:(\d+):)?(\d{1,2}):(\d{2})[.,](\d{3})/
const CUE = new RegExp(`^\\s*${TIME.source}\\s+-->\\s+${TIME.source}`)

const secondsOf = (parts: readonly (string | undefined)[]) => {
  const [hours, minutes, seconds, milliseconds] = parts.map((part) => Number(part ?? 0))
  return (hours ?? 0) * 3600 + (minutes ?? 0) * 60 + (seconds ?? 0) + (milliseconds ?? 0) / 1000
}

/** Parses WebVTT (W3C) and SubRip: cues with times; the speaker is in `<v Name>` or `Name: `. */
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
      const voice = /^<v(?:\.[^\s>]*)?\s+([^\s>][^>]*)>/.exec(said)?.[1]
      const plain = said.replaceAll(/<[^<>]*>/g, '').trim()
      const named =
        voice === undefined ? /^([\p{L}\p{M}][\p{L}\p{M} .'-]{0,40}):\s+(\S.*)$/u.exec(plain) : null
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

/**
 * Parses the format of speech services: `segments` with `start`, `end` and `text`, alone or in an object,
 * with an optional speaker.
 */
function fromJson(value: unknown): TranscriptLine[] {
  const list =
    isRecord(value) && !Array.isArray(value)
      ? (value['segments'] ?? value['lines'] ?? value['transcriptLines'])
      : value
  if (!Array.isArray(list)) return []
  return list.filter(isRecord).flatMap(({ start, end, text, speaker }) => {
    if (typeof start !== 'number' || typeof text !== 'string' || text.trim() === '' || start < 0) return []
    return [
      {
        id: randomId(),
        start,
        end: typeof end === 'number' ? Math.max(start, end) : start,
        track: 'unknown' as const,
        speaker: typeof speaker === 'string' && speaker.trim() !== '' ? speaker.trim().slice(0, 200) : null,
        text: text.trim(),
      },
    ]
  })
}

const isRecord = (value: unknown): value is Readonly<Record<string, unknown>> =>
  typeof value === 'object' && value !== null

/**
 * Parses txt, md, vtt, srt, or the JSON of a speech service. Returns undefined for an empty file, other JSON,
 * and a damaged `.json` file.
 */
export function readTranscript(text: string, fileName = ''): ReadTranscript | undefined {
  const plain = text.replace(/^\uFEFF/, '').trim()
  if (plain === '') return undefined
  const parsed = parsedJson(plain)
  if (parsed === undefined && /\.json$/i.test(fileName)) return undefined
  const lines = parsed === undefined ? fromCues(plain) : fromJson(parsed)
  const transcriptLines = lines.toSorted((one, other) => one.start - other.start).slice(0, LINES_MAX)
  if (transcriptLines.length > 0) return { transcript: transcriptText(transcriptLines), transcriptLines }
  return parsed === undefined ? { transcript: plain, transcriptLines: [] } : undefined
}

/** Accepts objects and arrays only: a number or a quoted string is text as well. */
function parsedJson(text: string): object | undefined {
  try {
    const value: unknown = JSON.parse(text)
    return typeof value === 'object' && value !== null ? value : undefined
  } catch {
    return undefined
  }
}

/** Returns the meetings of an exported file; undefined for other files. */
export function readMeetings(text: string): readonly unknown[] | undefined {
  const value = parsedJson(text)
  const found = value && 'meetings' in value ? value.meetings : undefined
  return Array.isArray(found) ? (found as readonly unknown[]) : undefined
}
