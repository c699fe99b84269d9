import { tidy } from '../xml-text.ts'
import { importedText } from './imported-text.ts'
import type { Archive } from './archive.ts'
import { docxNumbering, type Numbering } from './docx-numbering.ts'
import { Graphics } from './graphics.ts'
import {
  commentLines,
  joinParts,
  joinLines,
  type OfficeLabels,
  type OfficeSection,
  type ReviewComment,
} from './office-section.ts'
import { partsOfType, relationshipsOf } from './package-parts.ts'
import { symbolText } from './symbols.ts'
import { type Attributes, xmlNodes } from './xml-nodes.ts'

/** Returns the text of a document as accepted, with its notes and comments below. `main`: the name of its main part */
export function documentSections(
  archive: Archive,
  main: string,
  labels: OfficeLabels,
): readonly OfficeSection[] {
  const relationships = relationshipsOf(archive, main)
  const folder = main.slice(0, main.lastIndexOf('/') + 1)
  // Some programs name no relationship for parts that have the usual name.
  const partOf = (type: string) => partsOfType(relationships, type)[0] ?? `${folder}${type}.xml`
  const numbering = docxNumbering(archive.read(partOf('numbering')), archive.read(partOf('styles')))
  const imports = new Map(relationships.map(({ id, partName: part }) => [id, part]))
  const body = new WordText(new Graphics(archive, main), numbering, (id) =>
    importedText(archive.read(imports.get(id) ?? '')),
  )
  const text = body.read(archive.read(main))
  const notes = new Map<string, string>()
  const remarks: (ReviewComment & { readonly id: string })[] = []
  for (const kind of ['footnote', 'endnote', 'comment'] as const) {
    const partName = partOf(`${kind}s`)
    const reader = new WordText(new Graphics(archive, partName), numbering)
    reader.readEach(archive.read(partName), `w:${kind}`, (attributes, content) => {
      const id = attributes.get('w:id') ?? ''
      if (kind !== 'comment') notes.set(`${kind} ${id}`, content)
      else {
        const subject = tidy(body.commented.get(id) ?? '').replaceAll('\n', ' ')
        remarks.push({ id, author: attributes.get('w:author') ?? '', subject, text: content })
      }
    })
  }
  const noteLines = Array.from(body.noted, ([key, number]) => `[${number}] ${notes.get(key) ?? ''}`)
  return [
    {
      title: '',
      text: joinParts(tidy(text), noteLines.join('\n'), commentLines(remarks, labels)),
    },
  ]
}

/** Elements that are skipped with their content. */
const SKIPPED: ReadonlySet<string> = new Set([
  // Deleted and moved away by a tracked change.
  'w:del',
  'w:moveFrom',
  // Readings above a text, as of Japanese.
  'w:rt',
  'w:sdtPr',
  'w:sectPr',
  'w:tblPr',
  'w:tblGrid',
  'w:ffData',
  // What a paragraph or row was before a tracked change of its format.
  'w:pPrChange',
  'w:rPrChange',
  'w:tcPr',
])
const TEXT: ReadonlySet<string> = new Set(['w:t', 'm:t'])
const OPEN: Readonly<Record<string, string | undefined>> = {
  'w:br': '\n',
  'w:cr': '\n',
  'w:tab': '\t',
  'w:ptab': '\t',
  'w:noBreakHyphen': '\u2011',
  'm:num': '(',
  'm:den': '/(',
  'm:sup': '^(',
  'm:sub': '_(',
  'm:rad': '√(',
}
const CLOSE: Readonly<Record<string, string | undefined>> = {
  'm:num': ')',
  'm:den': ')',
  'm:sup': ')',
  'm:sub': ')',
  'm:rad': ')',
}
/** Text that a comment is about, in UTF-16 code units; the rest is not shown. */
const MAX_SUBJECT_LENGTH = 200
/** Elements whose text is read apart: of rows, cells and text boxes. */
const BOXES: ReadonlySet<string> = new Set(['w:tr', 'w:tc', 'w:txbxContent'])

const isOff = (attributes: Attributes) => /^(?:0|false|off)$/.test(attributes.get('w:val') ?? '')

/** The text of a row, a cell or a text box that is being read, or of the whole part. */
interface Box {
  /** of the paragraphs that have ended; only appended to, as it may be long */
  text: string
  /** of the current paragraph */
  line: string
  /** text boxes of the current paragraph, which stand below it */
  floating: string
  paragraph: Paragraph
}
interface Paragraph {
  style: string
  list: string | undefined
  level: number | undefined
  /** its end was deleted: it continues with the next one */
  isJoined: boolean
}

const newParagraph = (): Paragraph => ({
  style: '',
  list: undefined,
  level: undefined,
  isJoined: false,
})
const newBox = (): Box => ({ text: '', line: '', floating: '', paragraph: newParagraph() })

/** Reads the text of parts of a Word document (ECMA-376 part 1, chapter 17). */
class WordText {
  /** numbers of notes by their keys, in the order of their references */
  readonly noted = new Map<string, number>()
  /** by the id of a comment: the text that it is about */
  readonly commented = new Map<string, string>()
  readonly #graphics: Graphics
  readonly #numbering: Numbering
  readonly #textOfImport: (id: string) => string
  readonly #openComments = new Set<string>()
  #boxes: Box[] = [newBox()]
  /** for each open field: whether its code is being read, which is not shown */
  #fields: boolean[] = []
  #current = ''
  #properties = ''
  #runStart = 0
  #isRowDeleted = false

  /** @param textOfImport returns the text of a part that the document imports, by the id of its relationship */
  constructor(graphics: Graphics, numbering: Numbering, textOfImport: (id: string) => string = () => '') {
    this.#graphics = graphics
    this.#textOfImport = textOfImport
    this.#numbering = numbering
  }

  read(xml: string): string {
    for (const node of shownNodes(xml)) {
      if (node.kind === 'text') this.#addText(node.text)
      else if (node.kind === 'start') this.#open(node.name, node.attributes)
      else this.#close(node.name)
    }
    return endOf(this.#box)
  }

  /** Reads the content of each element of a name, such as the notes of a part. */
  readEach(xml: string, element: string, add: (attributes: Attributes, text: string) => void): void {
    let attributesNow: Attributes | undefined
    for (const node of shownNodes(xml)) {
      if (node.kind === 'start' && node.name === element) {
        attributesNow = node.attributes
        this.#boxes = [newBox()]
        this.#fields = []
      } else if (node.kind === 'end' && node.name === element) {
        if (attributesNow) add(attributesNow, tidy(endOf(this.#box)))
        attributesNow = undefined
      } else if (node.kind === 'text') this.#addText(node.text)
      else if (node.kind === 'start') this.#open(node.name, node.attributes)
      else this.#close(node.name)
    }
  }

  get #box(): Box {
    const last = this.#boxes.at(-1)
    if (last) return last
    const box = newBox()
    this.#boxes.push(box)
    return box
  }

  #addText(text: string): void {
    if (TEXT.has(this.#current)) this.#add(text)
  }

  #add(text: string): void {
    if (this.#fields.includes(true)) return
    this.#box.line += text
    for (const id of this.#openComments) {
      const subject = this.commented.get(id) ?? ''
      if (subject.length < MAX_SUBJECT_LENGTH)
        this.commented.set(id, subject + text.slice(0, MAX_SUBJECT_LENGTH))
    }
  }

  #open(name: string, attributes: Attributes): void {
    this.#current = name
    if (this.#properties !== '') {
      this.#setProperty(name, attributes)
      return
    }
    if (BOXES.has(name)) this.#boxes.push(newBox())
    switch (name) {
      case 'w:pPr':
      case 'w:rPr':
      case 'w:trPr':
        this.#properties = name
        break
      case 'w:p':
        this.#box.paragraph = newParagraph()
        break
      case 'w:r':
        this.#runStart = this.#box.line.length
        break
      case 'w:tr':
        this.#isRowDeleted = false
        break
      case 'w:sym':
        this.#add(symbolText(attributes.get('w:font') ?? '', attributes.get('w:char') ?? ''))
        break
      case 'w:fldChar':
        this.#setField(attributes.get('w:fldCharType') ?? '')
        break
      case 'w:footnoteReference':
      case 'w:endnoteReference':
        this.#addNote(`${name.slice(2, -9)} ${attributes.get('w:id') ?? ''}`)
        break
      case 'w:altChunk':
        this.#box.text += `${this.#textOfImport(attributes.get('r:id') ?? '')}\n`
        break
      case 'w:commentRangeStart':
        this.#openComments.add(attributes.get('w:id') ?? '')
        break
      case 'w:commentRangeEnd':
        this.#openComments.delete(attributes.get('w:id') ?? '')
        break
      case 'm:chr':
        this.#add(attributes.get('m:val') ?? '')
        break
      default: {
        this.#add(OPEN[name] ?? '')
        const graphic = this.#graphics.textOf(name, attributes)
        if (graphic !== '') this.#box.floating += `${graphic}\n`
      }
    }
  }

  #addNote(key: string): void {
    const number = this.noted.get(key) ?? this.noted.size + 1
    this.noted.set(key, number)
    this.#add(`[${number}]`)
  }

  /** An element within the properties of a paragraph, a run or a row. */
  #setProperty(name: string, attributes: Attributes): void {
    const { paragraph } = this.#box
    if (this.#properties === 'w:rPr') {
      // Hidden text: what the run adds from here on is dropped at its end.
      if (name === 'w:vanish' && !isOff(attributes)) this.#properties = 'w:rPr hidden'
    } else if (this.#properties === 'w:trPr') {
      if (name === 'w:del') this.#isRowDeleted = true
    } else if (this.#properties === 'w:pPr') {
      if (name === 'w:pStyle') paragraph.style = attributes.get('w:val') ?? ''
      else if (name === 'w:numId') paragraph.list = attributes.get('w:val') ?? ''
      else if (name === 'w:ilvl') paragraph.level = Number(attributes.get('w:val') ?? 0)
      else if (name === 'w:del' || name === 'w:moveFrom') paragraph.isJoined = true
    }
  }

  #setField(type: string): void {
    if (type === 'begin') this.#fields.push(true)
    else if (type === 'separate' && this.#fields.length > 0) this.#fields[this.#fields.length - 1] = false
    else if (type === 'end') this.#fields.pop()
  }

  #isRunHidden = false

  #close(name: string): void {
    this.#current = ''
    if (this.#properties !== '') {
      const [element, isHidden] = this.#properties.split(' ')
      if (name !== element) return
      this.#properties = ''
      if (isHidden !== undefined) this.#isRunHidden = true
      return
    }
    if (name === 'w:r' && this.#isRunHidden) {
      this.#box.line = this.#box.line.slice(0, this.#runStart)
      this.#isRunHidden = false
    } else if (name === 'w:p') this.#endParagraph()
    else if (name === 'w:tc') this.#endCell()
    else if (name === 'w:tr') this.#endRow()
    else if (name === 'w:txbxContent') {
      // First, as it changes which box is the current one.
      const text = tidy(this.#closeBox())
      this.#box.floating += `${text}\n`
      this.#runStart = this.#box.line.length
    } else this.#add(CLOSE[name] ?? '')
  }

  #endParagraph(): void {
    const box = this.#box
    const { style, list, level, isJoined } = box.paragraph
    // The next paragraph continues this one.
    if (isJoined) return
    const prefix = box.line.trim() === '' ? '' : this.#numbering.prefix(style, list, level)
    box.text += `${prefix}${box.line}\n${box.floating}`
    box.line = ''
    box.floating = ''
  }

  #closeBox(): string {
    return endOf(this.#boxes.length > 1 ? (this.#boxes.pop() ?? newBox()) : newBox())
  }

  #endCell(): void {
    const text = this.#closeBox()
    this.#box.text += `${joinLines(text).replaceAll('\t', ' ')}\t`
  }

  #endRow(): void {
    const text = this.#closeBox().trimEnd()
    if (!this.#isRowDeleted) this.#box.text += `${text}\n`
    this.#isRowDeleted = false
  }
}

/** Returns the whole text of a box, with a paragraph that did not end. */
const endOf = ({ text, line, floating }: Box): string => text + line + floating

/** Yields the nodes of a part without the elements that are skipped. */
function* shownNodes(xml: string) {
  let depth = 0
  let properties = 0
  for (const node of xmlNodes(xml)) {
    const isProperties = node.kind !== 'text' && /^w:(?:p|r|tr)Pr$/.test(node.name)
    if (depth === 0 && isProperties) properties += node.kind === 'start' ? 1 : -1
    // Within properties, a mark of a deletion concerns the end of the paragraph or the row.
    const isMark =
      properties > 0 && node.kind !== 'text' && (node.name === 'w:del' || node.name === 'w:moveFrom')
    if (node.kind === 'start' && (depth > 0 || (SKIPPED.has(node.name) && !isMark))) {
      depth++
      continue
    }
    if (depth === 0) yield node
    else if (node.kind === 'end') depth--
  }
}
