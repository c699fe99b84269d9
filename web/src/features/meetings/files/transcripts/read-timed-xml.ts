import { decodeEntities } from '@vee/contract/text/html-entities'
import { secondsOfClock, type TimedText } from './timed-text.ts'

/** Elements with a time: `p` of TTML and of YouTube, `text` of YouTube, `sync` of SAMI */
const ELEMENT = /<(?:\w{1,20}:)?(p|text|sync)(\s[^<>]*)>/gi
const ATTRIBUTE = /([\w:]{1,30})\s*=\s*["']?([^"'\s>]{1,40})/g
const END = /<\/(?:\w{1,20}:)?(?:p|text)\s*>/i
const ROOT = /^(?:<[?!][^<>]*>\s*)*<(?:\w{1,20}:)?(?:tt|transcript|timedtext|sami)[\s>]/i

const UNITS: Readonly<Record<string, number>> = { h: 3_600, m: 60, s: 1, ms: 0.001 }

/** Returns seconds of a time of TTML: a clock, or a number with a unit; `unit`: of numbers without one */
function timeOf(text: string | undefined, unit: number): number | undefined {
  const [, number, name = ''] = /^(\d{1,12}(?:\.\d{1,9})?)(h|m|s|ms)?$/.exec(text ?? '') ?? []
  if (number !== undefined) return Number(number) * (UNITS[name] ?? unit)
  return secondsOfClock(text ?? '')
}

const plainText = (xml: string) =>
  // YouTube encodes entities twice.
  decodeEntities(decodeEntities(xml.replaceAll(/<br[^<>]*>/gi, ' ').replaceAll(/<[^<>]*>/g, '')))
    .replaceAll(/\s+/g, ' ')
    .trim()

/** Reads TTML (W3C), the captions of YouTube in XML, and SAMI. Returns nothing for other text. */
export function readTimedXml(text: string): readonly TimedText[] {
  if (!ROOT.test(text)) return []
  const elements = [...text.matchAll(ELEMENT)].flatMap((match) => {
    const attributes = new Map(
      [...(match[2] ?? '').matchAll(ATTRIBUTE)].map(([, name = '', value = '']) => [
        name.toLowerCase(),
        value,
      ]),
    )
    const inSeconds = attributes.get('begin') ?? (match[1] === 'text' ? attributes.get('start') : undefined)
    const unit = inSeconds === undefined ? 0.001 : 1
    const start = timeOf(inSeconds ?? attributes.get('start') ?? attributes.get('t'), unit)
    return start === undefined
      ? []
      : [{ at: match.index + match[0].length, from: match.index, start, unit, attributes }]
  })
  return elements
    .map(({ at, start, unit, attributes }, index) => {
      const content = text.slice(at, elements[index + 1]?.from)
      const close = content.search(END)
      const duration = timeOf(attributes.get('dur') ?? attributes.get('d'), unit)
      const end =
        timeOf(attributes.get('end'), unit) ?? (duration === undefined ? undefined : start + duration)
      return { start, end, speaker: null, text: plainText(close === -1 ? content : content.slice(0, close)) }
    })
    .filter((cue) => cue.text !== '')
}
