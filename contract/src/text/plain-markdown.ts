import { linesOutsideFences } from './fences.ts'

/** Text without the syntax of Markdown, for lines, names and screen readers. What is no syntax stays: `$2.40`, `2*3*4`. */

const LINE_MARK = /^\s*(?:(?:#{1,6}|[-*+>]|\d{1,9}[.)])\s+)+/
const BULLET = /^\s*(?:[#>*+-]+\s+)+/
const TABLE_OR_RULE = /^\s*(?:\||[-*_]{3,}\s*$)/
const TABLE = /^\s*\|/
const LINK = /!?\[([^[\]\n]*)\]\([^()\n]*\)/g
const LINE_BREAK = /<br\s*\/?>/gi
/** Strong, emphasized and struck-out text, the inner ones first. A star between digits is a product. */
const EMPHASIS: readonly RegExp[] = [
  /(?<!\\)\*\*\*(?=\S)([^*\n]+)(?<=\S)\*\*\*/g,
  /(?<![\p{Script=Latin}\p{N}*\\])\*(?=[^\s*])([^*\n]+)(?<=\S)\*(?![\p{N}*])/gu,
  /(?<![\p{L}\p{N}_\\])_(?=[^\s_])([^_\n]+)(?<=\S)_(?![\p{L}\p{N}_])/gu,
  /(?<!\\)\*\*(?=\S)([^*\n]+)(?<=\S)\*\*/g,
  /(?<![\p{L}\p{N}\\])__(?=\S)([^\n]+?)(?<=\S)__(?![\p{L}\p{N}])/gu,
  /~~(?=\S)([^~\n]+)(?<=\S)~~/g,
]
const CODE = /(?<!`)`{1,8}[^`\n]+`{1,8}/g
/** Stands for code while marks around it are read; Markdown does not contain it. */
const CODE_PLACE = '\0'
const ESCAPED = /\\([!-/:-@[-`{-~])/g

/** Returns the text of one line or part of a line. Code within it stays as it is. */
export function plainInline(markdown: string): string {
  const codes: string[] = []
  const text = markdown.replaceAll(CODE, (code) => {
    codes.push(code.replaceAll('`', '').trim())
    return CODE_PLACE
  })
  return plainText(text)
    .replaceAll(CODE_PLACE, () => codes.shift() ?? '')
    .trim()
}

function plainText(markdown: string): string {
  const text = markdown.replaceAll(LINK, '$1').replaceAll(LINE_BREAK, ' ')
  return EMPHASIS.reduce((plain, emphasis) => plain.replaceAll(emphasis, '$1'), text).replaceAll(
    ESCAPED,
    '$1',
  )
}

/** Returns the lines of a text that have words, without fenced code and rules; the cells of tables are optional. */
export function plainLines(
  markdown: string,
  { keepsTables = false }: { readonly keepsTables?: boolean } = {},
): readonly string[] {
  return linesOutsideFences(markdown)
    .map((line) => (keepsTables && TABLE.test(line) ? cellsOf(line) : line))
    .filter((line) => !TABLE_OR_RULE.test(line))
    .map((line) => plainInline(line.replace(LINE_MARK, keptNumber)))
    .filter((line) => line !== '')
}

/** Returns the cells as a line; an empty one for the row of dashes. */
const cellsOf = (row: string) =>
  /^[\s|:-]*$/.test(row)
    ? ''
    : row
        .split('|')
        .map((cell) => cell.trim())
        .filter((cell) => cell !== '')
        .join(', ')

/** The number of an item is part of its text where it stands behind another mark, as in a quote. */
const keptNumber = (marks: string) => (BULLET.test(marks) ? marks.replace(BULLET, '') : '')
