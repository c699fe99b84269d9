import { WAIT, type Ahead, type Wait } from './markdown-token.ts'

/**
 * The marks by which models point to sources: `[1]`, `[2][3]`, `[1-3]`, `[1, 2]`, `[^1^]`, `[citation:1]`, `【4†source】`, `［1］`,
 * superscripts, and the marks of assistants' search tools, which are characters for private use. None is spoken.
 */

/** Digits of both widths, in ranges and lists. */
const NUMBERS = String.raw`[\d\uFF10-\uFF19]{1,3}(?:\s{0,2}[-\u2013\u2014,;\u3001\uFF0C]\s{0,2}\d{1,3}){0,12}`
const BRACKETS = new RegExp(
  String.raw`^\[(?:\^${NUMBERS}\^?|(?:citation|cite|ref|source)s?[:\s]{1,2}${NUMBERS}|${NUMBERS}(?:[\u2020\u2021:][^\]\n]{0,80})?)\]`,
  'i',
)
const WIDE_BRACKETS = new RegExp(String.raw`^\uFF3B\s{0,2}${NUMBERS}\s{0,2}\uFF3D`)
/** `[[1]](https://…)`: a link whose label has brackets of its own */
const DOUBLED = new RegExp(String.raw`^\[\[${NUMBERS}\]\]`)
const PART_OF_DOUBLED = /^\[\[[\d\s,;–—-]{0,60}\]?$/
const LENTICULAR = /^【\s{0,2}\d{1,3}(?:[\s,、，:†‡-][^】\n]{0,120})?】/
const PRIVATE = /^\uE200[^\uE201\n]{0,400}\uE201/
/** The same where the characters for private use were removed. */
const BARE_TOOL_MARK = /^cite(?:turn\d{1,3}[a-z]{3,12}\d{1,3}){1,12}(?![a-z\d])/
const SUPERSCRIPT = /^[¹²³⁰⁴-⁹]{1,3}(?:[⁻˒,·][¹²³⁰⁴-⁹]{1,3}){0,8}/
const RAISED = new RegExp(String.raw`^<sup>\s?\[?${NUMBERS}\]?\s?</sup>`, 'i')

/** Characters with which a mark begins; an opening bracket and `<` have more meanings. */
export const SOURCE_MARKS: ReadonlySet<string> = new Set(Array.from('【［\uE200¹²³⁰⁴⁵⁶⁷⁸⁹c'))

/** Longest mark, in UTF-16 code units. */
const MAX_MARK_LENGTH = 420

/** Words before a number in brackets that is no source: keys, steps and options of a list. */
const NAMES_A_NUMBER =
  /(?:^|[^\p{L}])(?:step|option|press|key|button|item|line|row|index|element|choice|answer|number|no\.|level|schritt|taste|zeile|punkt|étape|touche|ligne|paso|tecla|opción|passo|tasto|opzione|etapa|opção|步骤|选项|按|手順|ステップ|選択肢|キー|단계|선택)\s?$/iu

/** Returns whether a mark may begin here. */
export function beginsSourceMarker({ text }: Ahead): boolean {
  const first = text.charAt(0)
  return first === '[' || first === '<' || SOURCE_MARKS.has(first)
}

/**
 * Returns the length of the mark that the text begins with; 0 if it is none. An index such as `items[1]` with code after
 * it, the number of a step, powers and units are none.
 */
export function sourceMarkerLength({ text, isComplete }: Ahead, context: string): number | Wait {
  const near = text.slice(0, MAX_MARK_LENGTH)
  const isCut = !isComplete && near.length < MAX_MARK_LENGTH
  switch (text.charAt(0)) {
    case '[':
      return bracketsLength(near, isCut, context)
    case '【':
      return lengthOf(LENTICULAR, near) || (isCut && /^【[^】\n]*$/.test(near) ? WAIT : 0)
    case '［':
      return lengthOf(WIDE_BRACKETS, near) || (isCut && /^［[^］\n]{0,60}$/.test(near) ? WAIT : 0)
    case '\uE200':
      return lengthOf(PRIVATE, near) || (isCut && !near.includes('\uE201') ? WAIT : 0)
    case 'c':
      return bareMarkLength(near, isCut, context)
    case '<':
      return raisedLength(near, isCut, context)
    default:
      return superscriptLength(near, isCut, context)
  }
}

const lengthOf = (mark: RegExp, text: string) => mark.exec(text)?.[0].length ?? 0

function bracketsLength(text: string, isCut: boolean, context: string): number | Wait {
  const doubled = text.startsWith('[[') ? lengthOf(DOUBLED, text) : 0
  const length = doubled || lengthOf(BRACKETS, text)
  if (length === 0) return isCut && PART_OF_DOUBLED.test(text) ? WAIT : 0
  const after = text.slice(length)
  const isAtWord = /[\p{L}\p{N}_\])]$/u.test(context)
  if (after.length < (isAtWord ? 2 : 1) && isCut) return WAIT
  // `items[1].name`, `a[0] = 2`; a source is numbered from 1.
  const isIndex = isAtWord && (/^(?:\.[a-z_]|\s?[=+*]|\[0)/.test(after) || text.startsWith('[0]'))
  const isFirst = /(?:^|\n)[ \t>*+-]*$/.test(context)
  if (isIndex || isFirst || NAMES_A_NUMBER.test(context)) return 0
  // The address of a link is read by the closing bracket.
  return after.startsWith('(') ? length - 1 : length
}

function bareMarkLength(text: string, isCut: boolean, context: string): number | Wait {
  if (/[\p{L}\p{N}]$/u.test(context) && !/[.!?。]$/.test(context)) return 0
  const length = lengthOf(BARE_TOOL_MARK, text)
  if (isCut && (length === text.length || /^c(?:i(?:t(?:e(?:t(?:u(?:r(?:n[a-z\d]*)?)?)?)?)?)?)?$/.test(text)))
    return WAIT
  return length
}

function superscriptLength(text: string, isCut: boolean, context: string): number | Wait {
  const length = lengthOf(SUPERSCRIPT, text)
  if (length === text.length && isCut) return WAIT
  return isAfterWords(context) ? length : 0
}

function raisedLength(text: string, isCut: boolean, context: string): number | Wait {
  if (isCut && text.length < 24 && /^<(?:s(?:u(?:p(?:>[^<]{0,16}(?:<\/?[sup]{0,3})?)?)?)?)?$/i.test(text))
    return WAIT
  return isAfterWords(context) ? lengthOf(RAISED, text) : 0
}

/** Powers and units follow a number, a variable or a short unit; notes follow words and punctuation. */
const isAfterWords = (context: string) =>
  /(?:\p{L}{3}|[.,;:!?)\]”"’»。、，！？」）]|\p{Script=Han}{2})$/u.test(context)
