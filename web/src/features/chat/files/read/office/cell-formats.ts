import { DAY_MS } from '@vee/contract/time/durations'
import { format, getFormatDateInfo, getFormatFromId, isDateFormat, isValidFormat } from 'numfmt'
import { xmlNodes } from './xml-nodes.ts'

/** Writes the numbers of one workbook as a person sees them. */
export interface CellFormats {
  /** `style`: the index of the cell's format (`s`); `value`: the number as stored */
  text(style: number, value: string): string
}

/**
 * Formats of dates and times that depend on the language of the program that saved the file, which the file does not name
 * (ECMA-376 part 1, 18.8.30). The number decides whether it is a date or a time.
 */
const isLocalDateFormat = (id: number): boolean => (id >= 27 && id <= 36) || (id >= 50 && id <= 58)
/** Formats of money in the currency of the computer, which the file does not name. */
const LOCAL_MONEY: Readonly<Record<number, string>> = {
  5: '#,##0;-#,##0',
  6: '#,##0;-#,##0',
  7: '#,##0.00;-#,##0.00',
  8: '#,##0.00;-#,##0.00',
  42: '#,##0;-#,##0',
  44: '#,##0.00;-#,##0.00',
}
const LOCAL_DATE = 'local date'
const GENERAL = 'General'
/** Days between the epochs of 1900 and 1904, which older workbooks of macOS have. */
const DAYS_TO_1904 = 1_462
/** Digits that a spreadsheet stores. */
const PRECISION = 15
const LAST_SERIAL = 2_958_466

/** Returns the formats of a workbook. `styles`: the XML of its styles; `is1904`: its days are counted from 1904 */
export function cellFormats(styles: string, is1904: boolean): CellFormats {
  const writers = formatCodes(styles).map((code) => numberWriter(code, is1904))
  return {
    text(style, value) {
      const number = Number(value)
      if (value.trim() === '' || !Number.isFinite(number)) return value
      const write = writers[style] ?? plainNumber
      try {
        return write(number)
      } catch {
        // A format code that is not valid.
        return plainNumber(number)
      }
    },
  }
}

/** Returns the format code of each cell format. */
function formatCodes(styles: string): readonly string[] {
  const own = new Map<number, string>()
  const ids: number[] = []
  let isInCells = false
  for (const node of xmlNodes(styles)) {
    if (node.kind === 'start' && node.name === 'numFmt')
      own.set(Number(node.attributes.get('numFmtId')), node.attributes.get('formatCode') ?? GENERAL)
    if (node.kind !== 'text' && node.name === 'cellXfs') isInCells = node.kind === 'start'
    if (isInCells && node.kind === 'start' && node.name === 'xf')
      ids.push(Number(node.attributes.get('numFmtId') ?? 0))
  }
  return ids.map((id) => own.get(id) ?? codeOf(id))
}

function codeOf(id: number): string {
  if (isLocalDateFormat(id)) return LOCAL_DATE
  return LOCAL_MONEY[id] ?? getFormatFromId(id, 'en')
}

/** A count of hours, minutes or seconds alone, which is no time of a day: `[h]`, `[mm] "min"` */
const ELAPSED_ALONE = /^([^[hms]*)\[(h+|m+|s+)\]([^hms]*)$/i
const UNITS_OF_DAY: Readonly<Record<string, number>> = { h: 24, m: 1_440, s: 86_400 }
/** The half of the day as East Asian programs write it */
const HALF_OF_DAY = /上午\/下午|午前\/午後|오전\/오후/u
const IS_GENERAL = /^(?:\[[^\]]*\])*(?:general|standard)?$/i
const IS_SYSTEM_DATE = /\[\$-(?:x-sysdate|F800)/i

/** Returns the function that writes numbers in a format; it may throw for a code that is not valid. */
function numberWriter(given: string, is1904: boolean): (number: number) => string {
  // LibreOffice writes the language of its format codes in front.
  const code = given.replace(/^\[[A-Z]{3}\]/, '')
  const elapsed = ELAPSED_ALONE.exec(code)
  if (elapsed) return (number) => elapsedText(number, elapsed)
  if (IS_GENERAL.test(code.trim())) return plainNumber
  if (code === LOCAL_DATE) return (number) => dateText(number, is1904, number < 1 || number % 1 !== 0)
  if (!isValidFormat(code)) return plainNumber
  if (!isDateFormat(code)) {
    // The language of a currency does not decide how numbers are written: all numbers of a file have the same points.
    const plain = code.replaceAll(/(\[\$[^\]-]+)-[0-9A-F]+\]/gi, '$1]')
    return (number) => format(plain, number).trim()
  }
  const { year, month, day, hours } = getFormatDateInfo(code)
  // A date in full is written in the international order: 1/2/26 is January or February.
  if ((year && month && day) || IS_SYSTEM_DATE.test(code)) return (number) => dateText(number, is1904, hours)
  const half = HALF_OF_DAY.exec(code)?.[0]
  if (half !== undefined) {
    const [morning, afternoon] = half.split('/')
    const inHalf = code.replace(half, 'AM/PM').replace(/^(?:\[[^\]]*\])+/, '')
    return (number) =>
      format(inHalf, number)
        .trim()
        .replace(/AM|PM/, (name) => (name === 'AM' ? morning : afternoon) ?? name)
  }
  const days = is1904 && (year || month || day) ? DAYS_TO_1904 : 0
  return (number) => format(code, number + days).trim()
}

/** Returns whole hours, minutes or seconds, with the text around them. */
function elapsedText(number: number, [, before = '', unit = 'h', after = '']: RegExpExecArray): string {
  const count = Math.trunc(Number((number * (UNITS_OF_DAY[unit.charAt(0).toLowerCase()] ?? 1)).toFixed(6)))
  const digits = String(Math.abs(count)).padStart(unit.length, '0')
  const affixes = [before, after].map((text) => text.replaceAll(/["\\]|;.*/g, ''))
  return `${affixes[0]}${count < 0 ? '-' : ''}${digits}${affixes[1]}`.trim()
}

const plainNumber = (number: number): string => String(Number(number.toPrecision(PRECISION)))

/** Returns `2026-07-02`, `2026-07-02 14:30`, or `14:30` for a number without days. */
function dateText(serial: number, is1904: boolean, hasTime: boolean): string {
  const days = is1904 ? serial + DAYS_TO_1904 : serial
  if (days < 0 || days >= LAST_SERIAL) return plainNumber(serial)
  if (serial < 1 && hasTime) return clockText(serial)
  // Day 60 is the 29 February 1900, which did not exist: earlier days count from one day later.
  const epoch = Date.UTC(1899, 11, days < 60 ? 31 : 30)
  const seconds = Math.round((days * DAY_MS) / 1_000)
  const date = new Date(epoch + seconds * 1_000).toISOString()
  const time = clockText(seconds / 86_400)
  return hasTime
    ? `${date.slice(0, 10)} ${time}`
    : new Date(epoch + Math.floor(days) * DAY_MS).toISOString().slice(0, 10)
}

function clockText(days: number): string {
  const seconds = Math.round((days % 1) * 86_400) % 86_400
  const text = new Date(seconds * 1_000).toISOString().slice(11, 19)
  return text.endsWith(':00') ? text.slice(0, 5) : text
}
