import { decodeEntities } from '@vee/contract/text/html-entities'
import { unrollCaptions, type ShownCaption } from './rolling-captions.ts'
import { secondsOfClock, type TimedText } from './timed-text.ts'

/** Some programs write spaces, single digits, or frames after a third colon. */
const TIME = String.raw`(?:\d{1,4}: ?)?\d{1,2}: ?\d{1,2}(?:[.,] ?\d{1,3}|[:;]\d{2})?`
/** WebVTT and SubRip; with a comma between the times, SubViewer (YouTube's .sbv). */
const TIMING = new RegExp(String.raw`^\s*-?(${TIME})\s*(?:[-–—]{1,2}>|→|,(?=\d+:))\s*(${TIME})(?:\s.*)?$`)
/** Tags of WebVTT and SubRip, times of words among them; `a < b` is none. */
const TAG = /<\/?[a-z][^<>]*>|<\d[\d:.]*>/gi
const READING = /<rt\b[^<>]*>[\s\S]*?(?:<\/rt>|(?=<\/ruby>))/gi
const STYLE_CODE = /\{\\[^{}]*\}/g
/** `<v Ann>…</v>`, until the next voice. */
const VOICE = /<v(?:\.[^\s<>]*)?[ \t]([^<>]+)>/gi

/** `1 "Ann Lee" (123456)`, the identifier of a cue of Webex */
const NAMED_IDENTIFIER = /^\d+ "([^"]+)" \(\d+\)$/

interface Cue {
  /** the speaker that its identifier names */
  readonly speaker: string | null
  readonly start: number
  readonly end: number
  readonly lines: readonly string[]
}

/** A time in digits of Arabic or Persian. */
const NATIVE_DIGITS = /^\s*[٠-٩۰-۹]{1,4}:/
const withAsciiDigits = (line: string) =>
  line.replaceAll(/[٠-٩۰-۹]/g, (digit) => String((digit.codePointAt(0) ?? 0) & 15))

/** Returns the cues of captions, with the lines of each; none for other text. */
function cuesOf(text: string): readonly Cue[] {
  const isWebVtt = /^WEBVTT(?:\s|$)/.test(text)
  const cues: { speaker: string | null; start: number; end: number; lines: string[] }[] = []
  let payload: string[] | undefined
  let before = ''
  for (const raw of text.split(/\r\n|\r|\n|\u2028|\u2029/)) {
    const line = NATIVE_DIGITS.test(raw) ? withAsciiDigits(raw) : raw
    const timing = TIMING.exec(line)
    if (!timing) {
      payload?.push(raw)
      before = raw
      continue
    }
    // A cue's identifier stands above its times.
    if (payload) dropIdentifier(payload, cues.length + 1, isWebVtt)
    payload = []
    const start = secondsOfClock(timing[1] ?? '') ?? 0
    const end = Math.max(start, secondsOfClock(timing[2] ?? '') ?? start)
    const speaker = NAMED_IDENTIFIER.exec(before.trim())?.[1] ?? null
    cues.push({ speaker, start, end, lines: payload })
  }
  // In WebVTT a line without any character ends a cue: what follows are notes and styles.
  return isWebVtt ? cues.map((cue) => ({ ...cue, lines: untilEmptyLine(cue.lines) })) : cues
}

/**
 * Removes the identifier of the next cue from the end of a cue's lines: a number in SubRip, whose writers leave empty
 * lines out or put spaces into them, and any line after an empty one in WebVTT.
 */
function dropIdentifier(lines: string[], number: number, isWebVtt: boolean): void {
  const last = lines.at(-1)?.trim() ?? ''
  const before = lines.at(-2)
  const isAfterEmptyLine = isWebVtt ? before === '' : before?.trim() === ''
  if (last === '') return
  if (before === undefined) {
    // The only line of a cue is its text, unless it is the number that comes next.
    if (Number(last) === number) lines.pop()
  } else if (Number(last) === number || (isAfterEmptyLine && (isWebVtt || /^\d+$/.test(last)))) lines.pop()
}

function untilEmptyLine(lines: readonly string[]): readonly string[] {
  const start = lines.findIndex((line) => line !== '')
  const end = start === -1 ? -1 : lines.indexOf('', start)
  return end === -1 ? lines : lines.slice(0, end)
}

const plainText = (line: string) =>
  decodeEntities(
    line.replaceAll(READING, '').replaceAll(TAG, '').replaceAll(STYLE_CODE, '').replaceAll('[br]', ' '),
  )
    // A change of the speaker in broadcasters' captions.
    .replace(/^\s*>>\s*/, '')
    .replaceAll(/\s+/g, ' ')
    .trim()

/** Returns the parts of a cue, one for each voice. */
function voicesOf({ speaker, start, end, lines }: Cue): readonly TimedText[] {
  const text = lines.join('\n')
  const voices = [...text.matchAll(VOICE)]
  const parts = [
    { speaker, text: text.slice(0, voices[0]?.index) },
    ...voices.map((voice, index) => ({
      speaker: decodeEntities(voice[1] ?? '').trim() || null,
      text: text.slice(voice.index + voice[0].length, voices[index + 1]?.index),
    })),
  ]
  return parts
    .map((speech) => ({ start, end, speaker: speech.speaker, text: plainText(speech.text) }))
    .filter((speech) => speech.text !== '')
}

const hasVoices = ({ speaker, lines }: Cue) =>
  speaker !== null || lines.some((line) => line.search(VOICE) !== -1)

/**
 * Reads WebVTT (W3C), SubRip and SubViewer as programs write them: several voices in a cue, identifiers without empty
 * lines, entities, and automatic captions that roll. Returns nothing for other text.
 */
export function readCaptions(text: string): readonly TimedText[] {
  const cues = cuesOf(text)
  if (cues.some(hasVoices)) return cues.flatMap(voicesOf)
  const captions: readonly ShownCaption[] = cues.map(({ start, end, lines }) => ({
    start,
    end,
    lines: lines.map(plainText).filter((line) => line !== ''),
  }))
  return unrollCaptions(captions).map(({ start, end, lines }) => ({
    start,
    end,
    speaker: null,
    text: lines.join(' '),
  }))
}
