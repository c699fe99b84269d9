import type { Archive } from './archive.ts'
import { cellFormats, type CellFormats } from './cell-formats.ts'
import { columnOf, Grid } from './grid.ts'
import {
  commentLines,
  hiddenTitle,
  joinParts,
  readSections,
  type OfficeLabels,
  type OfficeSection,
  type ReviewComment,
} from './office-section.ts'
import { partsOfType, relationshipsOf } from './package-parts.ts'
import { type Attributes, forEachElement, xmlNodes } from './xml-nodes.ts'

/** A sheet as the workbook lists it. */
interface Sheet {
  readonly name: string
  readonly partName: string
  readonly isHidden: boolean
}

interface Workbook {
  readonly shared: readonly string[]
  readonly formats: CellFormats
  readonly labels: OfficeLabels
}

/** Returns the sheets of a workbook in the order of its tabs, hidden ones marked. `main`: the name of its main part */
export function workbookSections(
  archive: Archive,
  main: string,
  labels: OfficeLabels,
): readonly OfficeSection[] {
  const relationships = relationshipsOf(archive, main)
  const book = archive.read(main)
  const partOf = (type: string, usual: string) => archive.read(partsOfType(relationships, type)[0] ?? usual)
  const workbook: Workbook = {
    shared: sharedStrings(partOf('sharedStrings', 'xl/sharedStrings.xml')),
    formats: cellFormats(partOf('styles', 'xl/styles.xml'), is1904(book)),
    labels,
  }
  return readSections(sheetsOf(archive, main, book), ({ name, partName, isHidden }) => ({
    title: isHidden ? hiddenTitle(name, labels) : name,
    text: joinParts(
      sheetText(archive.read(partName), workbook),
      commentLines(sheetComments(archive, partName), labels),
    ),
  }))
}

function is1904(book: string): boolean {
  let result = false
  forEachElement(book, (name, attributes) => {
    if (name === 'workbookPr') result = isTrue(attributes.get('date1904'))
  })
  return result
}

const isTrue = (value: string | undefined): boolean => value === '1' || value === 'true' || value === 'on'

function sheetsOf(archive: Archive, main: string, book: string): readonly Sheet[] {
  const relationships = new Map(
    relationshipsOf(archive, main).map((relationship) => [relationship.id, relationship]),
  )
  const sheets: Sheet[] = []
  forEachElement(book, (element, attributes) => {
    if (element !== 'sheet') return
    const name = attributes.get('name') ?? String(sheets.length + 1)
    const isHidden = /^(?:very)?hidden$/i.test(attributes.get('state') ?? '')
    const related = relationships.get(attributes.get('r:id') ?? '')
    // Sheets of another kind, as of a chart, have no cells.
    if (related && related.type !== 'worksheet') return
    // A package without relationships is read by the usual names.
    const partName = related?.partName ?? `xl/worksheets/sheet${sheets.length + 1}.xml`
    sheets.push({ name, isHidden, partName })
  })
  return sheets
}

/** Characters that XML cannot contain are written as `_x000D_` (ECMA-376 part 1, 22.9.2.19). */
const unescapeText = (text: string): string =>
  text.includes('_x')
    ? text.replaceAll(/_x([0-9A-F]{4})_/gi, (_, code: string) => {
        const character = String.fromCharCode(Number.parseInt(code, 16))
        return character === '\r' ? '' : character
      })
    : text

/** Returns the strings that cells refer to by number; an entry may consist of several runs. Readings (`rPh`) are left out. */
function sharedStrings(xml: string): readonly string[] {
  const strings: string[] = []
  let [text, isText, isReading] = ['', false, false]
  for (const node of xmlNodes(xml)) {
    if (node.kind === 'text') {
      if (isText && !isReading) text += node.text
      continue
    }
    const isStart = node.kind === 'start'
    if (node.name === 't') isText = isStart
    else if (node.name === 'rPh') isReading = isStart
    else if (node.name === 'si') {
      if (!isStart) strings.push(unescapeText(text))
      text = ''
    }
  }
  return strings
}

interface Cell {
  readonly column: number
  readonly type: string
  readonly style: number
  value: string
  inline: string
  formula: string
}

function cellOf(attributes: Attributes, next: number): Cell {
  return {
    column: columnOf(attributes.get('r') ?? '') ?? next,
    type: attributes.get('t') ?? 'n',
    style: Number(attributes.get('s') ?? 0),
    value: '',
    inline: '',
    formula: '',
  }
}

/** Returns a cell as a person sees it: by its type and number format, with a formula's stored result. */
function cellText({ type, style, value, inline, formula }: Cell, { shared, formats }: Workbook): string {
  // A formula whose stored result is an empty text shows nothing.
  if (value === '' && inline === '') return formula === '' || type === 'str' ? '' : `=${formula}`
  switch (type) {
    case 's':
      return shared[Number(value)] ?? ''
    case 'b':
      return isTrue(value.trim()) ? 'TRUE' : 'FALSE'
    case 'd':
      return value
        .trim()
        .replace(/(?::00)?(?:\.\d+)?Z?$/, '')
        .replace(/T00:00$/, '')
        .replace('T', ' ')
    case 'str':
    case 'e':
      return unescapeText(value)
    case 'inlineStr':
      return unescapeText(inline === '' ? value : inline)
    default:
      return formats.text(style, value)
  }
}

/** Elements whose text is read, with the field of a cell that takes it. */
const FIELDS: Readonly<Record<string, 'value' | 'inline' | 'formula' | undefined>> = {
  v: 'value',
  t: 'inline',
  f: 'formula',
}

function sheetText(xml: string, workbook: Workbook): string {
  const grid = new Grid()
  let [number, isHiddenRow, isReading] = [0, false, false]
  let cell: Cell | undefined
  let field: 'value' | 'inline' | 'formula' | undefined
  for (const node of xmlNodes(xml)) {
    if (node.kind === 'text') {
      if (cell && field && !isReading) cell[field] += node.text
      continue
    }
    const isStart = node.kind === 'start'
    field = isStart ? FIELDS[node.name] : undefined
    if (node.name === 'rPh') isReading = isStart
    else if (node.name === 'c') {
      if (isStart) cell = cellOf(node.attributes, grid.width)
      else if (cell) {
        grid.set(cell.column, cellText(cell, workbook))
        cell = undefined
      }
    } else if (node.name === 'row') {
      if (isStart) {
        number = Number(node.attributes.get('r') ?? number + 1)
        isHiddenRow = isTrue(node.attributes.get('hidden'))
      } else grid.endRow(number, isHiddenRow)
    } else if (isStart && node.name === 'col' && isTrue(node.attributes.get('hidden')))
      grid.hideColumns(Number(node.attributes.get('min')) - 1, Number(node.attributes.get('max')) - 1)
    else if (isStart && node.name === 'sheetData') field = undefined
  }
  return grid.text(workbook.labels.hidden)
}

/** Returns the comments on cells: threads where there are any, else notes. */
function sheetComments(archive: Archive, partName: string): readonly ReviewComment[] {
  const relationships = relationshipsOf(archive, partName)
  const threads = partsOfType(relationships, 'threadedComment')
  const parts = threads.length > 0 ? threads : partsOfType(relationships, 'comments')
  return parts.flatMap((name) => commentsIn(archive.read(name)))
}

const COMMENT_TEXT: ReadonlySet<string> = new Set(['t', 'text', 'author'])

function commentsIn(xml: string): readonly ReviewComment[] {
  const comments: ReviewComment[] = []
  const authors: string[] = []
  let [text, author, subject, current] = ['', '', '', '']
  let isReading = false
  for (const node of xmlNodes(xml)) {
    if (node.kind === 'text') {
      if (COMMENT_TEXT.has(current) && !isReading) text += node.text
      continue
    }
    current = node.kind === 'start' ? node.name : ''
    if (node.name === 'rPh') isReading = node.kind === 'start'
    else if (node.name === 'author') {
      if (node.kind === 'end') authors.push(text)
      text = ''
    } else if (node.name === 'comment' || node.name === 'threadedComment') {
      if (node.kind === 'start') {
        text = ''
        subject = node.attributes.get('ref') ?? ''
        author = authors[Number(node.attributes.get('authorId') ?? -1)] ?? ''
      } else comments.push({ author, subject, text: withoutAuthor(text.trim(), author) })
    }
  }
  return comments
}

/** Excel begins a note with the name of its author. */
const withoutAuthor = (text: string, author: string): string =>
  author !== '' && text.startsWith(`${author}:`) ? text.slice(author.length + 1).trim() : text
