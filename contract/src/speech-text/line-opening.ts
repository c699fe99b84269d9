import { openingFence, type Fence } from '../text/fences.ts'
import { WAIT } from './markdown-token.ts'
import type { Ahead, ShownThing, Wait } from './markdown-token.ts'

/** What a line begins with, after indentation and quote marks; `length` is the length of its marker. */
export type LineOpening =
  | { readonly type: 'blank' | 'prose' | 'item' | 'heading' | 'ignored' | 'table'; readonly length: number }
  | { readonly type: 'fence'; readonly length: number; readonly thing: ShownThing; readonly fence: Fence }
  | { readonly type: 'formula'; readonly length: number; readonly close: string }

const INDENT = /^[ \t\r]*(?:>[ \t]?)*[ \t\r]*/
const DIAGRAM_LANGUAGES = new Set(['mermaid', 'plantuml', 'dot', 'graphviz', 'svg'])
const FORMULA_LANGUAGES = new Set(['math', 'latex', 'tex', 'katex'])
/** Maximum length of a line of rule characters. */
const RULE_LIMIT = 400

type Opener = (line: string, isWhole: boolean) => LineOpening | Wait | undefined

/** Parses the beginning of a line. The number of a list item is spoken, its bullet is not. */
export function readLineOpening({ text, isComplete }: Ahead): LineOpening | Wait {
  const indent = INDENT.exec(text)?.[0].length ?? 0
  const newline = text.indexOf('\n', indent)
  const isWhole = newline >= 0 || isComplete
  const line = newline < 0 ? text.slice(indent) : text.slice(indent, newline)
  if (line === '')
    return isWhole ? { type: 'blank', length: text.length > indent ? indent + 1 : indent } : WAIT
  const opening = OPENERS[line.charAt(0)]?.(line, isWhole) ?? openNumber(line, isWhole)
  if (opening === WAIT) return WAIT
  return opening ? { ...opening, length: opening.length + indent } : { type: 'prose', length: indent }
}

const openFence: Opener = (line, isWhole) => {
  const fence = openingFence(line)
  if (!fence) return !isWhole && /^(`{1,2}|~{1,2})$/.test(line) ? WAIT : undefined
  if (!isWhole) return WAIT
  return { type: 'fence', length: line.length, thing: shownByFence(fence), fence }
}

function shownByFence({ language }: Fence): ShownThing {
  if (DIAGRAM_LANGUAGES.has(language)) return 'diagram'
  return FORMULA_LANGUAGES.has(language) ? 'formula' : 'code'
}

const openHeading: Opener = (line, isWhole) => {
  if (!isWhole && /^#+$/.test(line)) return WAIT
  const marks = /^#{1,6}(?=[ \t]|$)/.exec(line)
  return marks ? { type: 'heading', length: marks[0].length } : undefined
}

/** Reads a bullet, a rule, the underline of a heading, or the second line of a table without outer pipes. */
const openBullet: Opener = (line, isWhole) => {
  if (/^[-*_=+:| \t\r]+$/.test(line)) {
    if (!isWhole && line.length < RULE_LIMIT) return WAIT
    if (line.includes('|') && line.includes('-')) return { type: 'table', length: line.length }
    return { type: 'ignored', length: 0 }
  }
  const bullet = /^[-*+][ \t]+/.exec(line)
  return bullet ? openTask(line, bullet[0].length, isWhole) : undefined
}

function openTask(line: string, length: number, isWhole: boolean): LineOpening | Wait {
  const rest = line.slice(length)
  if (!isWhole && /^\[(?:[ xX]\]?)?$/.test(rest)) return WAIT
  return { type: 'item', length: length + (/^\[[ xX]\](?=[ \t])/.exec(rest)?.[0].length ?? 0) }
}

const openNumber: Opener = (line, isWhole) => {
  if (!isWhole && /^\d{1,3}[.)]?$/.test(line)) return WAIT
  return /^\d{1,3}[.)][ \t]/.test(line) ? { type: 'item', length: 0 } : undefined
}

const openFormula: Opener = (line, isWhole) => {
  if (!isWhole && line.length === 1) return WAIT
  if (line.startsWith('$$')) return { type: 'formula', length: 2, close: '$$' }
  return line.startsWith('\\[') ? { type: 'formula', length: 2, close: '\\]' } : undefined
}

/** `[label]: address` is never shown; the text of a footnote is spoken, its marker is not. */
const openDefinition: Opener = (line, isWhole) => {
  if (!isWhole && /^\[[^\]]{0,100}\]?$/.test(line)) return WAIT
  const label = /^\[[^\]]{1,100}\]:/.exec(line)
  if (!label) return undefined
  return line.startsWith('[^') ? { type: 'item', length: label[0].length } : { type: 'ignored', length: 0 }
}

const OPENERS: Readonly<Record<string, Opener>> = {
  '`': openFence,
  '~': openFence,
  '#': openHeading,
  '|': () => ({ type: 'table', length: 1 }),
  '-': openBullet,
  '*': openBullet,
  _: openBullet,
  '+': openBullet,
  '=': openBullet,
  ':': openBullet,
  $: openFormula,
  '\\': openFormula,
  '[': openDefinition,
}
