import { secondsOfClock, type TimedText } from './timed-text.ts'

/** `0\t2000\ttext` of Whisper, `0,2000,"text"` of whisper.cpp, `0.0\t2.0\ttext` of Audacity */
const ROW = /^ ?(\d{1,12}(?:\.\d{1,9})?) ?([\t,;]) ?(\d{1,12}(?:\.\d{1,9})?) ?\2(.*)$/
const HEADER = /^\W*start\W+end\W/i
/** `[0.00s -> 2.50s] text` of programs that print the segments of a model */
const SECONDS_ROW = /^\[(\d{1,9}(?:\.\d{1,9})?)s? ?-{1,2}> ?(\d{1,9}(?:\.\d{1,9})?)s?\](.*)$/
/** `Dialogue: 0,0:00:01.00,0:00:02.00,Default,Ann,0,0,0,,text` of Advanced SubStation Alpha */
const DIALOGUE = /^Dialogue:[^,]*,([^,]*),([^,]*),[^,]*,([^,]*),(?:[^,]*,){4}(.*)$/i

const textOfField = (field: string) =>
  field
    .trim()
    .replace(/^"(.*)"$/, '$1')
    .replaceAll('""', '"')
    .trim()

/**
 * Reads files with a row for each part: tables of Whisper and Audacity, printed segments, and Advanced SubStation Alpha.
 * Returns nothing for other text.
 */
export function readTimedTable(text: string): readonly TimedText[] {
  const lines = text.split(/\r\n|\r|\n/).filter((line) => line.trim() !== '')
  const dialogue = lines.flatMap((line) => dialogueOf(line) ?? [])
  if (dialogue.length > 0) return dialogue.filter((timedText) => timedText.text !== '')
  const rows = HEADER.test(lines[0] ?? '') ? lines.slice(1) : lines
  const isInMs = rows.length < lines.length && !rows.some((row) => /^[\s"]*\d+\./.test(row))
  const parts = rows.map((row) => partOfRow(row, isInMs ? 1_000 : 1))
  const readable = parts.filter((timedText) => timedText !== undefined)
  return readable.length === rows.length ? readable.filter((timedText) => timedText.text !== '') : []
}

function partOfRow(row: string, unit: number): TimedText | undefined {
  const printed = SECONDS_ROW.exec(row)
  if (printed) return partFrom(printed[1], printed[2], printed[3] ?? '', 1)
  const [, start, , end, text = ''] = ROW.exec(row) ?? []
  return start === undefined ? undefined : partFrom(start, end, text, unit)
}

function partFrom(from: string | undefined, to: string | undefined, text: string, unit: number): TimedText {
  const start = Number(from) / unit
  return { start, end: Math.max(start, Number(to) / unit), speaker: null, text: textOfField(text) }
}

function dialogueOf(line: string): TimedText | undefined {
  const [, from = '', to = '', name = '', words = ''] = DIALOGUE.exec(line.trim()) ?? []
  const [start, end] = [secondsOfClock(from), secondsOfClock(to)]
  if (start === undefined || end === undefined) return undefined
  const text = words
    .replaceAll(/\{[^{}]*\}/g, '')
    .replaceAll(/\\[Nnh]/g, ' ')
    .replaceAll(/\s+/g, ' ')
    .trim()
  return { start, end: Math.max(start, end), speaker: name.trim() || null, text }
}
