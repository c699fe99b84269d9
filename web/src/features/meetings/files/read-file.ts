import type { TranscriptLine } from '@vee/contract/entities/meeting'
import { transcriptText } from '@vee/contract/meetings/transcript'
import { randomId } from '#lib/random-id.ts'
import { readCaptions } from './transcripts/read-captions.ts'
import { readServiceJson } from './transcripts/read-service-json.ts'
import { readTimedTable } from './transcripts/read-timed-table.ts'
import { readTimedXml } from './transcripts/read-timed-xml.ts'
import { readTimedText } from './transcripts/read-timed-text.ts'
import { withNamedSpeakers } from './transcripts/speaker-names.ts'
import type { TimedText } from './transcripts/timed-text.ts'

/** A transcript from a file: its lines if it has times, otherwise its text. */
export interface ReadTranscript {
  readonly transcript: string
  readonly transcriptLines: TranscriptLine[]
}

/** Maximum number of lines in a meeting. */
const MAX_LINES = 20_000

/** Longest text of a line, in UTF-16 code units. */
const MAX_LINE_LENGTH = 20_000
/** Fields of an answer of a speech service that has no times: text, task, language, duration, usage. */
const MAX_TEXT_FIELDS = 5
const MAX_SPEAKER_LENGTH = 200

/** Returns the lines of a meeting, in order of their time; a text that is too long for one line becomes several. */
function linesOf(timedTexts: readonly TimedText[]): TranscriptLine[] {
  const sorted = timedTexts.toSorted((a, b) => a.start - b.start)
  return sorted
    .flatMap(({ start, end, speaker, text }, index) => {
      const until = end ?? sorted[index + 1]?.start ?? start
      return textsOf(text).map((piece) => ({
        id: randomId(),
        start,
        end: Math.max(start, until),
        track: 'unknown' as const,
        speaker: speaker === null ? null : speaker.slice(0, MAX_SPEAKER_LENGTH).trim() || null,
        text: piece,
      }))
    })
    .slice(0, MAX_LINES)
}

/** Splits a text between words, else anywhere. */
function textsOf(text: string): readonly string[] {
  const texts: string[] = []
  let rest = text.trim()
  while (rest.length > MAX_LINE_LENGTH) {
    const space = rest.lastIndexOf(' ', MAX_LINE_LENGTH)
    const end = space > MAX_LINE_LENGTH / 2 ? space : MAX_LINE_LENGTH
    texts.push(rest.slice(0, end).trim())
    rest = rest.slice(end).trim()
  }
  return rest === '' ? texts : [...texts, rest]
}

/** Reads captions, else text with times in it; without either there are no lines. */
function partsOfText(text: string): readonly TimedText[] {
  const readers = [readTimedXml, readCaptions, readTimedTable, readTimedText]
  for (const read of readers) {
    const timedTexts = read(text)
    if (timedTexts.length > 0) return withNamedSpeakers(timedTexts)
  }
  return []
}

/**
 * Parses captions (vtt, srt, sbv), text with or without times, or the JSON of a speech service. Returns undefined for an empty file, other JSON,
 * and a damaged `.json` file.
 */
export function readTranscript(text: string, fileName = ''): ReadTranscript | undefined {
  const plain = text.replace(/^\uFEFF/, '').trim()
  if (plain === '') return undefined
  const parsed = parsedJson(plain)
  if (parsed === undefined && /\.json$/i.test(fileName)) return undefined
  const transcriptLines = linesOf(parsed === undefined ? partsOfText(plain) : readServiceJson(parsed))
  if (transcriptLines.length > 0) return { transcript: transcriptText(transcriptLines), transcriptLines }
  const words = parsed === undefined ? plain : textWithoutTimes(parsed)
  return words === '' ? undefined : { transcript: words, transcriptLines: [] }
}

/** Accepts objects and arrays only: a number or a quoted string is text as well. */
function parsedJson(text: string): object | undefined {
  try {
    const value: unknown = JSON.parse(text)
    return typeof value === 'object' && value !== null ? value : undefined
  } catch {
    return parsedJsonLines(text)
  }
}

/** Reads JSON Lines: an object in each line. */
function parsedJsonLines(text: string): object | undefined {
  const lines = text.split(/\r?\n/).filter((line) => line.trim() !== '')
  if (lines.length < 2 || !lines.every((line) => line.startsWith('{'))) return undefined
  const values = lines.map(parsedJson)
  return values.includes(undefined) ? undefined : values
}

/** Returns the text of a transcription without times, as servers answer to `response_format=json`. */
function textWithoutTimes(value: object): string {
  const text = 'text' in value && typeof value.text === 'string' ? value.text.trim() : ''
  // A title or a label is no transcript.
  return 'segments' in value || Object.keys(value).length <= MAX_TEXT_FIELDS ? text : ''
}

/** Returns the meetings of an exported file; undefined for other files. */
export function readMeetings(text: string): readonly unknown[] | undefined {
  const value = parsedJson(text)
  const meetings = value && 'meetings' in value ? value.meetings : undefined
  return Array.isArray(meetings) ? (meetings as readonly unknown[]) : undefined
}
