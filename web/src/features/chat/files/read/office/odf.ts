import { MAX_DOCUMENT_SECTIONS, MAX_DOCUMENT_TEXT_LENGTH } from '@vee/contract/entities/attachment-limits'
import { tidy } from '../xml-text.ts'
import { MAX_COLUMNS, Grid, lettersOf } from './grid.ts'
import {
  commentLines,
  hiddenTitle,
  joinParts,
  joinLines,
  type OfficeLabels,
  type OfficeSection,
  type ReviewComment,
} from './office-section.ts'
import { odfStyles, type OdfStyles } from './odf-styles.ts'
import { type Attributes, xmlNodes } from './xml-nodes.ts'

/** Lines and cells that a repetition may write: a few characters can ask for a billion. */
const MAX_REPEATED = 1_000
/** Empty cells of a table in a text that a repetition may write. */
const MAX_EMPTY_REPEATED = 10
/** Text that repetitions may write altogether, in UTF-16 code units. */
const MAX_REPEATED_LENGTH = MAX_DOCUMENT_TEXT_LENGTH

/**
 * Returns the text of an OpenDocument file: a text in one part, a spreadsheet by its sheets, a presentation by its slides.
 * `content`, `styles`: the XML of the parts with these names
 */
export function odfSections(content: string, styles: string, labels: OfficeLabels): readonly OfficeSection[] {
  const reader = new OdfText(odfStyles(content, styles), labels)
  for (const node of xmlNodes(content)) {
    if (node.kind === 'text') reader.add(node.text)
    else if (node.kind === 'start') reader.open(node.name, node.attributes)
    else reader.close(node.name)
  }
  return reader.end().slice(0, MAX_DOCUMENT_SECTIONS)
}

const SKIPPED: ReadonlySet<string> = new Set([
  'office:automatic-styles',
  'office:font-face-decls',
  'office:forms',
  'text:tracked-changes',
  'table:tracked-changes',
  'table:content-validations',
  'table:dde-links',
  'office:scripts',
  'office:master-styles',
  'office:styles',
  'office:meta',
  'office:settings',
  'text:ruby-text',
  'text:note-citation',
  'svg:title',
  'svg:desc',
  'dc:date',
  'meta:date-string',
])
const PARAGRAPHS: ReadonlySet<string> = new Set(['text:p', 'text:h'])

/** Text that is read apart from what surrounds it: a note, a comment, a cell. */
interface Aside {
  readonly element: string
  text: string
  author: string
}
interface Cell {
  readonly repeated: number
  /** its value, where the text depends on the language of the program */
  readonly value: string | undefined
}
interface List {
  readonly style: string
  count: number
}

class OdfText {
  readonly #styles: OdfStyles
  readonly #labels: OfficeLabels
  readonly #sections: OfficeSection[] = []
  readonly #asides: Aside[] = []
  readonly #lists: List[] = []
  #text = ''
  #notes: string[] = []
  #comments: ReviewComment[] = []
  #paragraphs = 0
  #skipped = 0
  #isAuthor = false
  #grid: Grid | undefined
  #sheet: { readonly title: string; readonly isHidden: boolean } | undefined
  #isSpreadsheet = false
  #tables = 0
  #row = { number: 0, repeated: 1, isHidden: false }
  #column = 0
  #cell: Cell | undefined
  #slides = 0
  #repeatedLength = 0
  #speakerNotes = ''

  constructor(styles: OdfStyles, labels: OfficeLabels) {
    this.#styles = styles
    this.#labels = labels
  }

  add(text: string): void {
    if (this.#skipped > 0) return
    const aside = this.#asides.at(-1)
    if (this.#isAuthor && aside) aside.author += text
    // White space is one space; more of it is written as elements (OpenDocument 1.3 part 3, 6.1.2).
    else if (this.#paragraphs > 0) this.#write(text.replaceAll(/[\t\r\n ]+/g, ' '))
  }

  /** Returns a text as often as wanted, while repetitions have room; else once. */
  #repeatText(text: string, times: number): string {
    this.#repeatedLength += text.length * times
    return this.#repeatedLength > MAX_REPEATED_LENGTH ? text : text.repeat(times)
  }

  #write(text: string): void {
    const aside = this.#asides.at(-1)
    if (aside) aside.text += text
    else this.#text += text
  }

  open(name: string, attributes: Attributes): void {
    if (this.#skipped > 0 || SKIPPED.has(name)) {
      this.#skipped++
      return
    }
    if (PARAGRAPHS.has(name)) {
      this.#paragraphs++
      return
    }
    switch (name) {
      case 'office:spreadsheet':
        this.#isSpreadsheet = true
        break
      case 'text:s':
        this.#write(this.#repeatText(' ', clampCount(attributes.get('text:c'))))
        break
      case 'text:tab':
        this.#write('\t')
        break
      case 'text:line-break':
        this.#write('\n')
        break
      case 'text:list':
        this.#lists.push({
          style: attributes.get('text:style-name') ?? this.#lists.at(-1)?.style ?? '',
          count: 0,
        })
        break
      case 'text:list-item':
        this.#openItem(attributes)
        break
      case 'text:note':
      case 'office:annotation':
      case 'presentation:notes':
        this.#asides.push({ element: name, text: '', author: '' })
        break
      case 'dc:creator':
        this.#isAuthor = true
        break
      case 'draw:page':
        this.#slides++
        this.#sheet = {
          title: String(this.#slides),
          isHidden: this.#styles.isHidden(attributes.get('draw:style-name') ?? ''),
        }
        break
      default:
        if (name.startsWith('table:')) this.#openTable(name, attributes)
    }
  }

  #openItem(attributes: Attributes): void {
    const list = this.#lists.at(-1)
    if (!list) return
    const start = attributes.get('text:start-value')
    list.count = start === undefined ? list.count + 1 : Number(start)
    const indent = '  '.repeat(this.#lists.length - 1)
    const isNumbered = this.#styles.isNumbered(list.style, this.#lists.length)
    this.#write(`${indent}${isNumbered ? `${list.count}.` : '-'} `)
  }

  #openTable(name: string, attributes: Attributes): void {
    const isHidden = /^(?:collapse|filter)$/.test(attributes.get('table:visibility') ?? '')
    if (name === 'table:table') {
      this.#tables++
      if (!this.#isSpreadsheet || this.#tables > 1) return
      this.#grid = new Grid()
      this.#row = { number: 0, repeated: 1, isHidden: false }
      this.#column = 0
      this.#sheet = {
        title: attributes.get('table:name') ?? String(this.#sections.length + 1),
        isHidden: this.#styles.isHidden(attributes.get('table:style-name') ?? ''),
      }
    } else if (name === 'table:table-column') {
      const columns = Number(attributes.get('table:number-columns-repeated') ?? 1)
      if (isHidden) this.#grid?.hideColumns(this.#column, this.#column + columns - 1)
      this.#column += columns
    } else if (name === 'table:table-row') {
      const repeated = Number(attributes.get('table:number-rows-repeated') ?? 1)
      this.#row = { number: this.#row.number + 1, repeated, isHidden }
      this.#column = 0
      if (!this.#isOfSheet) this.#asides.push({ element: name, text: '', author: '' })
    } else if (name === 'table:table-cell' || name === 'table:covered-table-cell') {
      const repeated = Number(attributes.get('table:number-columns-repeated') ?? 1)
      this.#cell = { repeated, value: cellValue(attributes) }
      this.#asides.push({ element: name, text: '', author: '' })
    }
  }

  close(name: string): void {
    if (this.#skipped > 0) {
      this.#skipped--
      return
    }
    if (PARAGRAPHS.has(name)) {
      this.#paragraphs = Math.max(0, this.#paragraphs - 1)
      this.#write(name === 'text:h' ? '\n\n' : '\n')
      return
    }
    switch (name) {
      case 'dc:creator':
        this.#isAuthor = false
        break
      case 'text:list':
        this.#lists.pop()
        break
      case 'text:note':
        this.#notes.push(tidy(this.#closeAside(name).text))
        this.#write(`[${this.#notes.length}]`)
        break
      case 'office:annotation': {
        const { text, author } = this.#closeAside(name)
        const subject = this.#grid && this.#cell ? `${lettersOf(this.#column)}${this.#row.number}` : ''
        this.#comments.push({ author: author.trim(), subject, text: tidy(text) })
        break
      }
      case 'presentation:notes':
        this.#speakerNotes = tidy(this.#closeAside(name).text)
        break
      case 'table:table-cell':
      case 'table:covered-table-cell':
        this.#closeCell(name)
        break
      case 'table:table-row':
        this.#closeRow()
        break
      case 'table:table':
        this.#tables = Math.max(0, this.#tables - 1)
        if (this.#grid && this.#tables === 0) this.#endSection(this.#grid.text(this.#labels.hidden))
        break
      case 'draw:page':
        this.#endSection('')
        break
      default:
    }
  }

  /** whether a row or cell is one of a sheet, and not of a table within a text or a cell */
  get #isOfSheet(): boolean {
    return this.#grid !== undefined && this.#tables === 1
  }

  #closeAside(element: string): Aside {
    const aside = this.#asides.at(-1)
    if (aside?.element !== element) return { element, text: '', author: '' }
    this.#asides.pop()
    return aside
  }

  #closeCell(element: string): void {
    const { text: shown } = this.#closeAside(element)
    const { repeated, value } = this.#cell ?? { repeated: 1, value: undefined }
    this.#cell = undefined
    const text = value ?? joinLines(shown)
    if (!this.#grid || !this.#isOfSheet) {
      const times = text === '' ? Math.min(repeated, MAX_EMPTY_REPEATED) : clampCount(repeated)
      this.#write(this.#repeatText(`${text.replaceAll('\t', ' ')}\t`, times))
      return
    }
    if (text !== '')
      for (let column = this.#column; column < Math.min(this.#column + repeated, MAX_COLUMNS); column++)
        this.#grid.set(column, text)
    this.#column += repeated
  }

  #closeRow(): void {
    const { number, repeated, isHidden } = this.#row
    if (!this.#isOfSheet) {
      this.#write(`${this.#closeAside('table:table-row').text.trimEnd()}\n`)
      return
    }
    this.#grid?.endRow(number, isHidden, clampCount(repeated))
    this.#row = { number: number + repeated - 1, repeated: 1, isHidden: false }
  }

  /** Ends a sheet or slide. */
  #endSection(cells: string): void {
    const { title, isHidden } = this.#sheet ?? { title: '', isHidden: false }
    const notes = this.#speakerNotes
    this.#sections.push({
      title: isHidden ? hiddenTitle(title, this.#labels) : title,
      text: joinParts(cells, this.#takeText(), notes === '' ? '' : `${this.#labels.notes}:\n${notes}`),
    })
    this.#speakerNotes = ''
    this.#grid = undefined
    this.#sheet = undefined
  }

  /** Returns the text so far with its notes and comments, and begins another one. */
  #takeText(): string {
    const notes = this.#notes.map((note, index) => `[${index + 1}] ${note}`).join('\n')
    const text = joinParts(tidy(this.#text), notes, commentLines(this.#comments, this.#labels))
    this.#text = ''
    this.#notes = []
    this.#comments = []
    return text
  }

  end(): readonly OfficeSection[] {
    const rest = this.#takeText()
    if (this.#sections.length === 0) return [{ title: '', text: rest }]
    return rest === '' ? this.#sections : [...this.#sections, { title: '', text: rest }]
  }
}

const clampCount = (count: string | number | undefined): number =>
  Math.min(Math.max(1, Math.trunc(Number(count ?? 1)) || 1), MAX_REPEATED)

/** Returns the value of a cell whose text depends on the language of the program: a date, a boolean. */
function cellValue(attributes: Attributes): string | undefined {
  const type = attributes.get('office:value-type') ?? attributes.get('table:value-type')
  if (type === 'date') {
    const value = attributes.get('office:date-value') ?? attributes.get('table:date-value')
    return value
      ?.replace(/T00:00:00(?:\.0+)?$/, '')
      .replace('T', ' ')
      .replace(/(\d\d:\d\d):00(?:\.0+)?$/, '$1')
  }
  if (type === 'boolean')
    return (attributes.get('office:boolean-value') ?? attributes.get('table:boolean-value'))?.toUpperCase()
  return undefined
}
