import type { DocumentText } from '../entities/attachment.ts'
import { foldForSearch } from './search-fold.ts'

/** The part of a document that a source names, as indexes; the whole section without the others. */
export interface CitedPosition {
  readonly section: number
  /** the line of a sheet's text, and the cell in it */
  readonly line?: number
  readonly cell?: number
}

const foldText = (text: string) => foldForSearch(text).replaceAll(/\s+/g, ' ').trim()
/** The title of a hidden sheet or slide ends with a mark in brackets. */
const withoutMark = (title: string) => title.replace(/ \[[^[\]]*\]$/, '')
const numberIn = (text: string) => /\d+/.exec(text.normalize('NFKC'))?.[0]

/**
 * Returns the place that a model named, such as `Page 3`, `p. 3`, `Budget!C7`; undefined if the document has none like it.
 * Models write headings with small differences: the title decides, then the number in it.
 */
export function findPlace({ sections }: DocumentText, locator: string): CitedPosition | undefined {
  const wanted = withoutMark(foldText(locator))
  if (wanted === '') return undefined
  const titles = sections.map(({ title }) => withoutMark(foldText(title)))
  const [, sheet = '', column = '', row = ''] =
    /^(?:(.+)!)?\$?([a-z]{1,3})\$?(\d{1,7})(?::.*)?$/.exec(wanted) ?? []
  const bySheet = titles.indexOf(sheet.replaceAll(/^'|'$/g, ''))
  if (column !== '' && (bySheet !== -1 || (sheet === '' && sections.length === 1)))
    return cellIn(sections, Math.max(0, bySheet), column, row)
  const exact = titles.indexOf(wanted)
  if (exact !== -1) return { section: exact }
  const number = numberIn(wanted)
  const byNumber = number === undefined ? -1 : titles.findIndex((title) => numberIn(title) === number)
  return byNumber === -1 ? undefined : { section: byNumber }
}

/** The text of a sheet has the columns' letters in its first line and the row's number before each other one. */
function cellIn(
  sections: DocumentText['sections'],
  section: number,
  column: string,
  row: string,
): CitedPosition {
  const lines = (sections[section]?.text ?? '').split('\n')
  const cell = (lines[0] ?? '').toLowerCase().split('\t').indexOf(column)
  const lineIndex = lines.findIndex((text) => text.startsWith(`${row}\t`))
  if (lineIndex === -1) return { section }
  return cell === -1 ? { section, line: lineIndex } : { section, line: lineIndex, cell }
}
