// Types only from the entities: the web client does not include zod.
import type { TranscriptLine } from '../entities/meeting.ts'

/** Returns a transcript as text: each line with its time and, if assigned, its speaker. */
export function transcriptText(lines: readonly TranscriptLine[]): string {
  return lines
    .filter(({ text }) => text.trim() !== '')
    .map(({ start, speaker, text }) => `[${clockTime(start)}] ${speaker ? `${speaker}: ` : ''}${text.trim()}`)
    .join('\n')
}

/** Formats seconds as 0:07, 12:30 or 1:02:03. */
export function clockTime(seconds: number): string {
  const wholeSeconds = Math.floor(seconds)
  const [hours, minutes, rest] = [
    Math.floor(wholeSeconds / 3600),
    Math.floor(wholeSeconds / 60) % 60,
    wholeSeconds % 60,
  ]
  return hours > 0 ? `${hours}:${two(minutes)}:${two(rest)}` : `${minutes}:${two(rest)}`
}

const two = (value: number) => String(value).padStart(2, '0')
