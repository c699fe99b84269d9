import { isNameLike } from './speaker-names.ts'
import { type Mark, type OpenPart, type Parts, withSpeakerLines } from './speaker-lines.ts'
import { secondsOfClock, type TimedText } from './timed-text.ts'

const CLOCK = String.raw`\d{1,4}:\d{2}(?::\d{2}(?:[:;]\d{2})?)?(?:[.,]\d{1,3})?`
/** a time, or the begin and end of a part, of which the begin counts */
const SPAN = String.raw`(${CLOCK})(?: ?(?:-{1,2}>|[-–—→]) ?${CLOCK})?`
/** `[0:07] Ann: We met.`, `(00:00:07) We met.`, `00:07 - We met.`, and a time alone on its line */
const TIME_FIRST = new RegExp(
  String.raw`^(?:@?${SPAN}(?=$|[\s:–—|-])|[[(]${SPAN}[\])](?:\[${CLOCK}\])*)(.*)$`,
  'u',
)
/** between a time and its text */
const SEPARATORS = /^[\s:–—|-]+/u
/** `Ann Lee  0:07`, `Ann Lee (00:07)`, `Ann Lee, 0:07`: the text follows on the next lines (Otter, Teams, Rev) */
const TIME_LAST = new RegExp(String.raw`(?<=[\s,|–\]-])[[(]?${SPAN}[\])]?:?$`, 'u')
/** `Ann Lee [0:07]: We met.`, `Ann Lee: (0:07) We met.` */
const TIME_INSIDE = new RegExp(String.raw`^([^[\]:：\n]{1,80}?)[:：]? ?[[(]${SPAN}[\])][:：]?(.*)$`, 'u')
/** `[ti:Song]`, which precedes the lines of lyrics */
const LYRICS_TAG = /^\s*\[(?:ti|ar|al|au|by|re|ve|length|offset):[^\]]*\]\s*$/i
const NAME = /^[\p{L}\p{M}\p{N}][\p{L}\p{M}\p{N} ._'’&|/,()-]{0,79}$/u
/** `09:41:05 From Ann Lee to Everyone:` of Zoom; the text follows, on the same line in older versions */
const ZOOM_CHAT = /^(\d{1,2}:\d{2}:\d{2})\s+From\s(.*)$/u
/** `27/11/2026, 18:53 - Ann: text` and `[27.11.26, 18:53:01] Ann: text` of messengers */
const MESSENGER =
  /^\u200e?\[?\d{1,4}[./-]\d{1,2}[./-]\d{1,4},?\s+(\d{1,2}:\d{2}(?::\d{2})?)(?:[\s\u202f]*([ap])\.?m\.?)?\]?\s*(?:-\s+)?([^:]{1,80}):\s(.*)$/iu
/** Transcripts whose times have neither brackets nor hours begin before this time, in seconds. */
const MAX_FIRST_TIME_SECONDS = 300
const DAY_SECONDS = 86_400

/** Returns the seconds of a time of day. */
function timeOfDay(clock: string, half: string | undefined): number {
  const parts = clock.split(':').map(Number)
  const hours = parts[0] ?? 0
  const shift =
    (half?.toLowerCase() === 'p' && hours < 12 ? 12 : 0) -
    (half?.toLowerCase() === 'a' && hours === 12 ? 12 : 0)
  return (hours + shift) * 3600 + (parts[1] ?? 0) * 60 + (parts[2] ?? 0)
}

/** Splits a text at the first separator; the second part is undefined without one. */
function splitAtSeparator(text: string, separator: string): readonly [string, string | undefined] {
  const index = text.indexOf(separator)
  return index === -1 ? [text, undefined] : [text.slice(0, index), text.slice(index + separator.length)]
}

/** Reads a message of a chat, with its time of day. */
function chatMark(line: string): Mark | undefined {
  const zoom = ZOOM_CHAT.exec(line)
  const [people, words] = splitAtSeparator(zoom?.[2] ?? '', ':')
  const [sender, recipient] = splitAtSeparator(people, ' to ')
  if (zoom && words !== undefined && (recipient !== undefined || /\s$/.test(people)))
    return { time: timeOfDay(zoom[1] ?? '', undefined), speaker: sender.trim(), text: words.trim() }
  const message = MESSENGER.exec(line)
  if (!message) return undefined
  const [, clock = '', half, speaker = '', text = ''] = message
  return { time: timeOfDay(clock, half), speaker: speaker.trim(), text }
}

/** Reads the beginning of a part of a transcript, with its time from the beginning of the recording. */
function transcriptMark(line: string): Mark | undefined {
  const time = TIME_LAST.exec(line)
  const name = line
    .slice(0, time?.index)
    .trim()
    .replace(/^\[(.*)\]$/, '$1')
    .replace(/[,|–-]$/u, '')
    .trim()
  if (time && NAME.test(name) && !/^\d+$/.test(name))
    return { time: secondsOfMark(time[1]), speaker: name, text: '' }
  const timed = TIME_FIRST.exec(line)
  if (timed)
    return {
      time: secondsOfMark(timed[1] ?? timed[2]),
      speaker: null,
      text: (timed[3] ?? '').replace(SEPARATORS, ''),
    }
  const [, speaker = '', clock, text = ''] = TIME_INSIDE.exec(line) ?? []
  return isNameLike(speaker)
    ? { time: secondsOfMark(clock), speaker: speaker.trim(), text: text.trim() }
    : undefined
}

const secondsOfMark = (clock = '') => secondsOfClock(clock) ?? 0

function partsOf(lines: readonly string[], markOf: (line: string) => Mark | undefined): Parts {
  const before: string[] = []
  const parts: (Mark & { readonly lines: string[] })[] = []
  for (const line of lines) {
    const mark = markOf(line)
    if (mark) parts.push({ ...mark, lines: mark.text === '' ? [] : [mark.text] })
    else (parts.at(-1)?.lines ?? before).push(line.trim())
  }
  return { before: before.filter(Boolean), parts }
}

/** Times of day that fall back belong to the next day; the first one is the beginning. */
function fromFirst(parts: readonly OpenPart[]): readonly OpenPart[] {
  let days = 0
  let last = parts[0]?.time ?? 0
  const first = last
  return parts.map((part) => {
    if (part.time < last) days += 1
    last = part.time
    return { ...part, time: part.time + days * DAY_SECONDS - first }
  })
}

/** Returns true if times have brackets, or hours. */
const isMarked = (lines: readonly string[]) =>
  lines.some((line) => /[[(]\d{1,4}:\d{2}|\d:\d{2}:\d{2}/.test(line))

const isRising = (parts: readonly OpenPart[]) =>
  parts.every((part, index) => part.time >= (parts[index - 1]?.time ?? 0))

/**
 * Reads transcripts and chats with times in their text, as Otter, Teams, Google Meet, Zoom, messengers and Vee write
 * them. What stands before the first time is kept as a line at the beginning. Returns nothing for text without times,
 * or whose times do not rise.
 */
export function readTimedText(text: string): readonly TimedText[] {
  // Bold names and times of Markdown.
  const lines = text
    .split(/\r\n|\r|\n/)
    .map((line) => (LYRICS_TAG.test(line) ? '' : line.replaceAll('**', '').trim()))
  const chat = partsOf(lines, chatMark)
  const isChat = chat.parts.length > 0
  const { before, parts } = isChat
    ? { ...chat, parts: fromFirst(chat.parts) }
    : withSpeakerLines(partsOf(lines, transcriptMark))
  // One time may stand in any note, and so may the times of a day's plan.
  if (parts.length < 2 || !isRising(parts) || !parts.some((part) => part.lines.some(Boolean))) return []
  if (!isChat && !isMarked(lines) && (parts[0]?.time ?? 0) > MAX_FIRST_TIME_SECONDS) return []
  const heading = { start: 0, end: undefined, speaker: null, text: before.join(' ') }
  const timed = parts.flatMap(({ time, speaker, lines: spokenLines }) => {
    // Below a time alone, each line is somebody's turn (Google Meet).
    const texts = speaker === null ? spokenLines.filter(Boolean) : [spokenLines.filter(Boolean).join(' ')]
    return texts.map((turnText) => ({ start: time, end: undefined, speaker, text: turnText }))
  })
  return [heading, ...timed].filter((timedText) => timedText.text !== '')
}
