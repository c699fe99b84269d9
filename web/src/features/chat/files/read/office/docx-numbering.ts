import type { Attributes } from './xml-nodes.ts'
import { xmlNodes } from './xml-nodes.ts'

/** Returns the number or bullet that stands before a paragraph, with a space; counts on. */
export interface Numbering {
  /** `style`: of the paragraph; `list` and `level`: as the paragraph itself states them */
  prefix(style: string, list: string | undefined, level: number | undefined): string
}

interface Level {
  start: number
  format: string
  /** numbers of other levels within it are Arabic, as in `1.2` below `I` */
  isLegal?: boolean
  /** `%1.%2` */
  text: string
}
interface StyleList {
  basedOn: string
  list: string | undefined
  level: number | undefined
}
/** `level` by its index, of one definition of a list */
type Levels = Map<number, Level>

const MAX_LEVELS = 9
/** Longest text of a level, as `%1.%2.`, in UTF-16 code units. */
const MAX_LEVEL_TEXT_LENGTH = 100

/** Returns the numbering of a document (ECMA-376 part 1, 17.9). `styles`: the XML of its styles */
export function docxNumbering(numbering: string, styles: string): Numbering {
  const { lists, starts } = listsOf(numbering)
  const styleLists = stylesOf(styles)
  /** counts by definition, so that lists which share one go on */
  const counts = new Map<Levels, number[]>()
  const restarted = new Set<string>()

  function listOf(style: string, own: Partial<StyleList>) {
    let { list, level } = own
    const visited = new Set<string>()
    for (let name = style; name !== '' && !visited.has(name); name = styleLists.get(name)?.basedOn ?? '') {
      visited.add(name)
      list ??= styleLists.get(name)?.list
      level ??= styleLists.get(name)?.level
    }
    return { list: list ?? '0', level: Math.min(level ?? 0, MAX_LEVELS - 1) }
  }

  return {
    prefix(style, ownList, ownLevel) {
      const { list, level } = listOf(style, { list: ownList, level: ownLevel })
      const levels = lists.get(list)
      const own = levels?.get(level)
      if (!levels || !own || own.format === 'none') return ''
      if (own.format === 'bullet') return '• '
      const count = counts.get(levels) ?? []
      counts.set(levels, count)
      const start = starts.get(`${list} ${level}`)
      if (start !== undefined && !restarted.has(`${list} ${level}`)) {
        restarted.add(`${list} ${level}`)
        count[level] = start
      } else count[level] = (count[level] ?? own.start - 1) + 1
      count.length = level + 1
      const text = own.text.replaceAll(/%([1-9])/g, (_, digit: string) => {
        const index = Number(digit) - 1
        const { start: from = 1, format = 'decimal' } = levels.get(index) ?? {}
        return numberText(count[index] ?? from, own.isLegal ? 'decimal' : format)
      })
      return text === '' ? '' : `${text} `
    },
  }
}

const valueOf = (attributes: Attributes) => attributes.get('w:val') ?? ''

function listsOf(xml: string) {
  const definitions = new Map<string, Levels>()
  const lists = new Map<string, Levels>()
  /** definitions by the style of lists that they define, and those that only refer to a style */
  const styled = new Map<string, Levels>()
  const links = new Map<Levels, string>()
  /** `list level` → the number with which the list begins that level, unlike its definition */
  const starts = new Map<string, number>()
  let levels: Levels = new Map()
  let level: Level = { start: 1, format: 'decimal', text: '' }
  let [list, overridden] = ['', '0']
  for (const node of xmlNodes(xml)) {
    if (node.kind !== 'start') continue
    const { name, attributes } = node
    if (name === 'w:abstractNum') {
      levels = new Map()
      definitions.set(attributes.get('w:abstractNumId') ?? '', levels)
    } else if (name === 'w:lvl') {
      level = { start: 1, format: 'decimal', text: '' }
      levels.set(Number(attributes.get('w:ilvl') ?? 0), level)
    } else if (name === 'w:start') level.start = Number(valueOf(attributes))
    else if (name === 'w:numFmt') level.format = valueOf(attributes)
    else if (name === 'w:isLgl') level.isLegal = !/^(?:0|false|off)$/.test(valueOf(attributes))
    else if (name === 'w:styleLink') styled.set(valueOf(attributes), levels)
    else if (name === 'w:numStyleLink') links.set(levels, valueOf(attributes))
    else if (name === 'w:lvlText') level.text = valueOf(attributes).slice(0, MAX_LEVEL_TEXT_LENGTH)
    else if (name === 'w:num') list = attributes.get('w:numId') ?? ''
    else if (name === 'w:abstractNumId') {
      levels = definitions.get(valueOf(attributes)) ?? new Map<number, Level>()
      lists.set(list, levels)
    } else if (name === 'w:lvlOverride') overridden = attributes.get('w:ilvl') ?? '0'
    else if (name === 'w:startOverride') starts.set(`${list} ${overridden}`, Number(valueOf(attributes)))
  }
  for (const [id, own] of lists) lists.set(id, styled.get(links.get(own) ?? '') ?? own)
  return { lists, starts }
}

function stylesOf(xml: string): ReadonlyMap<string, StyleList> {
  const styles = new Map<string, StyleList>()
  let style: StyleList = { basedOn: '', list: undefined, level: undefined }
  for (const node of xmlNodes(xml)) {
    if (node.kind !== 'start') continue
    const { name, attributes } = node
    if (name === 'w:style') {
      style = { basedOn: '', list: undefined, level: undefined }
      styles.set(attributes.get('w:styleId') ?? '', style)
    } else if (name === 'w:basedOn') style.basedOn = valueOf(attributes)
    else if (name === 'w:numId') style.list = valueOf(attributes)
    else if (name === 'w:ilvl') style.level = Number(valueOf(attributes))
  }
  return styles
}

const ROMAN = [
  [1_000, 'm'],
  [900, 'cm'],
  [500, 'd'],
  [400, 'cd'],
  [100, 'c'],
  [90, 'xc'],
  [50, 'l'],
  [40, 'xl'],
  [10, 'x'],
  [9, 'ix'],
  [5, 'v'],
  [4, 'iv'],
  [1, 'i'],
] as const

function toRoman(number: number): string {
  let [text, rest] = ['', Math.min(number, 3_999)]
  for (const [value, letters] of ROMAN) for (; rest >= value; rest -= value) text += letters
  return text
}

/** a … z, aa, bb: Word repeats the letter. */
const toLetter = (number: number): string =>
  String.fromCharCode(97 + ((number - 1) % 26)).repeat(Math.min(Math.ceil(number / 26), 20))

function numberText(number: number, format: string): string {
  if (number < 1) return String(number)
  switch (format) {
    case 'lowerLetter':
      return toLetter(number)
    case 'upperLetter':
      return toLetter(number).toUpperCase()
    case 'lowerRoman':
      return toRoman(number)
    case 'upperRoman':
      return toRoman(number).toUpperCase()
    case 'decimalZero':
      return String(number).padStart(2, '0')
    default:
      return String(number)
  }
}
