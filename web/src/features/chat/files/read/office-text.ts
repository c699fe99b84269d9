import { DOCUMENT_SECTIONS_MAX } from '@vee/contract/entities/attachment-limits'
import { strFromU8, unzipSync } from 'fflate'
import { attributeOf, decodeEntities, htmlText, tidy, xmlText, xmlTokens, type XmlRules } from './xml-text.ts'

/** A part of a document. */
export interface OfficeSection {
  /** its name: the number of a slide or chapter, or the name of a sheet; empty for a document in one part */
  readonly title: string
  readonly text: string
}

/** Kinds of documents that are archives of XML. */
type OfficeKind = 'docx' | 'pptx' | 'xlsx' | 'odf' | 'epub'

/** Files of an archive that are unpacked, in bytes altogether: text is small, and a decompression bomb is not. */
const UNPACKED_MAX_BYTES = 80_000_000
const FILES_MAX = 5_000

type Files = Readonly<Record<string, Uint8Array>>

/** Unpacks the XML of an archive. Throws for a damaged archive and for one that unpacks to too much. */
function unpackText(bytes: Uint8Array): Files {
  let [total, count] = [0, 0]
  return unzipSync(bytes, {
    filter: ({ name, originalSize }) => {
      if (!/\.(?:xml|rels|opf|x?html?|ncx)$|^mimetype$/i.test(name)) return false
      total += originalSize
      count += 1
      if (total > UNPACKED_MAX_BYTES || count > FILES_MAX) throw new Error('the archive is too large')
      return true
    },
  })
}

/** Returns which kind an archive is, by the files in it; undefined for another one. */
function kindOf(files: Files): OfficeKind | undefined {
  if (files['word/document.xml']) return 'docx'
  if (files['ppt/presentation.xml']) return 'pptx'
  if (files['xl/workbook.xml']) return 'xlsx'
  if (files['META-INF/container.xml']) return 'epub'
  return files['content.xml'] ? 'odf' : undefined
}

/** Returns the text of a document that is an archive of XML; undefined if it is none. Throws if it is damaged. */
export function officeText(bytes: Uint8Array): readonly OfficeSection[] | undefined {
  const files = unpackText(bytes)
  switch (kindOf(files)) {
    case 'docx':
      return [{ title: '', text: tidy(xmlText(read(files, 'word/document.xml'), DOCX)) }]
    case 'pptx':
      return slides(files)
    case 'xlsx':
      return sheets(files)
    case 'odf':
      return [{ title: '', text: tidy(xmlText(read(files, 'content.xml'), ODF)) }]
    case 'epub':
      return chapters(files)
    case undefined:
      return undefined
  }
}

const read = (files: Files, name: string): string => {
  const bytes = files[name]
  return bytes ? strFromU8(bytes) : ''
}

const DOCX: XmlRules = {
  text: new Set(['w:t']),
  open: { 'w:tab': '\t', 'w:br': '\n', 'w:cr': '\n' },
  close: { 'w:p': '\n', 'w:tc': '\t', 'w:tr': '\n' },
}
const PPTX: XmlRules = {
  text: new Set(['a:t']),
  open: { 'a:br': '\n' },
  close: { 'a:p': '\n', 'a:tc': '\t', 'a:tr': '\n' },
}
const ODF: XmlRules = {
  skip: new Set(['office:automatic-styles', 'office:font-face-decls', 'office:annotation']),
  open: { 'text:tab': '\t', 'text:line-break': '\n', 'text:s': ' ' },
  close: { 'text:p': '\n', 'text:h': '\n\n', 'table:table-cell': '\t', 'table:table-row': '\n' },
}

const numberIn = (name: string): number =>
  Number.parseInt(name.slice(name.lastIndexOf('/') + 1).replace(/^[a-z]+/, ''), 10)

function slides(files: Files): readonly OfficeSection[] {
  return Object.keys(files)
    .filter((name) => /^ppt\/slides\/slide\d+\.xml$/.test(name))
    .toSorted((one, other) => numberIn(one) - numberIn(other))
    .slice(0, DOCUMENT_SECTIONS_MAX)
    .map((name, index) => ({ title: String(index + 1), text: tidy(xmlText(read(files, name), PPTX)) }))
}

/** Returns the tags of that name that begin or are empty. */
const tagsOf = (xml: string, name: string): readonly string[] =>
  [...xmlTokens(xml)].flatMap((token) =>
    token.kind === 'tag' && token.name === name && !token.isClosing ? token.raw : [],
  )

function sheets(files: Files): readonly OfficeSection[] {
  const shared = sharedStrings(read(files, 'xl/sharedStrings.xml'))
  const names = tagsOf(read(files, 'xl/workbook.xml'), 'sheet').map((tag) => attributeOf(tag, 'name') ?? '')
  return Object.keys(files)
    .filter((name) => /^xl\/worksheets\/sheet\d+\.xml$/.test(name))
    .toSorted((one, other) => numberIn(one) - numberIn(other))
    .slice(0, DOCUMENT_SECTIONS_MAX)
    .map((name, index) => ({
      title: decodeEntities(names[index] ?? String(index + 1)),
      text: sheetText(read(files, name), shared),
    }))
}

/** Returns the strings that cells refer to by number; an entry may consist of several runs. */
function sharedStrings(xml: string): readonly string[] {
  const strings: string[] = []
  let isText = false
  for (const token of xmlTokens(xml)) {
    if (token.kind === 'text') {
      if (isText) strings.push((strings.pop() ?? '') + decodeEntities(token.raw))
    } else if (token.name === 'si' && !token.isClosing) strings.push('')
    else if (token.name === 't') isText = !token.isClosing && !token.isEmpty
  }
  return strings
}

/**
 * Returns rows as lines, each after its number, with cells separated by tabs; the first line has the letters of the
 * columns, so that a cell can be named. Uses a formula's stored value.
 */
function sheetText(xml: string, shared: readonly string[]): string {
  const rows: string[] = []
  let cells: string[] = []
  let [number, widest] = [0, 0]
  let cell = { isShared: false, value: '' }
  let isValue = false
  const endCell = () => {
    cells.push(cell.isShared ? (shared[Number(cell.value)] ?? '') : cell.value)
    cell = { isShared: false, value: '' }
  }
  for (const token of xmlTokens(xml)) {
    if (token.kind === 'text') {
      if (isValue) cell.value += decodeEntities(token.raw)
    } else if (token.name === 'c' && token.isClosing) endCell()
    else if (token.name === 'c') {
      const column = columnOf(attributeOf(token.raw, 'r') ?? '')
      while (cells.length < column) cells.push('')
      cell = { isShared: attributeOf(token.raw, 't') === 's', value: '' }
      if (token.isEmpty) endCell()
    } else if (token.name === 'v' || token.name === 't') isValue = !token.isClosing && !token.isEmpty
    else if (token.name === 'row') {
      if (!token.isClosing) number = Number(attributeOf(token.raw, 'r') ?? number + 1)
      if (token.isClosing && cells.some((value) => value !== '')) {
        rows.push([number, ...cells].join('\t').trimEnd())
        widest = Math.max(widest, cells.length)
      }
      if (token.isClosing) cells = []
    }
  }
  const letters = Array.from({ length: widest }, (_, index) => lettersOf(index))
  return rows.length === 0 ? '' : [['', ...letters].join('\t'), ...rows].join('\n')
}

/** Returns the letters of a column by its index: 2 is `C`, 26 is `AA`. */
const lettersOf = (index: number): string =>
  (index < 26 ? '' : lettersOf(Math.floor(index / 26) - 1)) + String.fromCharCode(65 + (index % 26))

/**
 * Returns the index of a cell's column from its reference (`C7` is 2), bounded so that a wrong one does not
 * produce a long row.
 */
function columnOf(reference: string): number {
  const letters = /^[A-Z]{1,3}/.exec(reference)?.[0] ?? ''
  let column = 0
  for (const letter of letters) column = column * 26 + letter.charCodeAt(0) - 64
  return Math.min(Math.max(0, column - 1), 1_000)
}

/** The chapters of a book in the order of its spine (EPUB 3.3, section 5.7). */
function chapters(files: Files): readonly OfficeSection[] {
  const [rootFile = ''] = tagsOf(read(files, 'META-INF/container.xml'), 'rootfile')
  const packagePath = attributeOf(rootFile, 'full-path') ?? ''
  const folder = packagePath.includes('/') ? packagePath.slice(0, packagePath.lastIndexOf('/') + 1) : ''
  const book = read(files, packagePath)
  const paths = new Map(tagsOf(book, 'item').map((tag) => [attributeOf(tag, 'id'), attributeOf(tag, 'href')]))
  return tagsOf(book, 'itemref')
    .map((tag) => read(files, folder + decodeURI(paths.get(attributeOf(tag, 'idref')) ?? '')))
    .map(htmlText)
    .filter((text) => text !== '')
    .slice(0, DOCUMENT_SECTIONS_MAX)
    .map((text, index) => ({ title: String(index + 1), text }))
}
