import type { DocumentText } from '@vee/contract/entities/attachment'
import { type Citation, citableName } from '@vee/contract/text/citations'
import { type CitedPosition, findPlace } from '@vee/contract/text/find-place'
import type { Source } from '@vee/contract/entities/source'
import { type FindProof, findProofIn, hasFiguresOf } from './prove.ts'
import type { Span } from './sentences.ts'

/** Longest document in which a statement is looked for outside of the section that the model named, in UTF-16 code units. */
const MAX_SEARCHED_LENGTH = 400_000

const SHEET = /\.(?:xls[mx]|ods|csv|tsv)$/i

/** A document whose text the model has received. */
interface CitableDocument {
  readonly ref: string
  readonly name: string
  readonly text: DocumentText
  /** by section */
  readonly proofs: Map<number, FindProof>
}

/** A part of a document, as a source. */
export interface CitedPassage {
  readonly ref: string
  /** the name of the document and its part, such as `report.pdf, Page 3` */
  readonly title: string
  readonly place: Source['place']
  readonly text: string
  /** where the statement is in the text; undefined if it is not in the document */
  readonly span: Span | undefined
  /** the statement */
  readonly claim: string
}

/** The documents of a request, and what proves a statement in them. */
export class CitedDocuments {
  readonly #byName = new Map<string, CitableDocument>()

  get isEmpty(): boolean {
    return this.#byName.size === 0
  }

  add({ id, name }: { readonly id: string; readonly name: string }, text: DocumentText): void {
    const shown = citableName(name)
    this.#byName.set(shown.toLowerCase(), { ref: id, name: shown, text, proofs: new Map() })
  }

  /**
   * Returns the part of a document that a statement is from: the one that the model named, or another one that proves it.
   * @param claims what the citation may stand for, the closest clause first
   * @returns undefined if there is no such document
   */
  find({ name, locator }: Citation, claims: readonly string[]): CitedPassage | undefined {
    const document = this.#byName.get(name.toLowerCase())
    if (!document) return undefined
    const position = findPlace(document.text, locator) ?? onlySectionOf(document.text)
    const named = position && proofAt(document, position, claims)
    if (named?.span) return named
    const { sections } = document.text
    const isSearched = sections.reduce((sum, { text }) => sum + text.length, 0) <= MAX_SEARCHED_LENGTH
    for (const [section] of isSearched ? sections.entries() : []) {
      const passage = proofAt(document, { section }, claims)
      if (passage.span) return passage
    }
    const [claim = ''] = claims.slice(-1)
    return named ?? { ref: document.ref, title: document.name, place: null, text: '', span: undefined, claim }
  }
}

const onlySectionOf = ({ sections }: DocumentText): CitedPosition | undefined =>
  sections.length === 1 ? { section: 0 } : undefined

function proofAt(
  document: CitableDocument,
  position: CitedPosition,
  claims: readonly string[],
): CitedPassage {
  const { section } = position
  const { title = '', text = '' } = document.text.sections[section] ?? {}
  const row = rowOf(text, position)
  const source = {
    ref: document.ref,
    title: [document.name, row ? `${title}${title === '' ? '' : '!'}${row.cell}` : title]
      .filter((segment) => segment !== '')
      .join(', '),
    place: placeOf(document.name, title, row?.cell),
    text,
  }
  const window = SHEET.test(document.name) ? 1 : undefined
  const proof = document.proofs.get(section) ?? findProofIn(text, `${document.name} ${title}`, window)
  document.proofs.set(section, proof)
  for (const claim of claims) {
    // A row has few words of its own: its figures decide.
    const span = row && hasFiguresOf(claim, text.slice(row.start, row.end), row.value) ? row : proof(claim)
    if (span) return { ...source, span: { start: span.start, end: span.end }, claim }
  }
  return { ...source, span: undefined, claim: claims.at(-1) ?? '' }
}

/** Returns the row of a sheet that a position names, with the value and the name of its cell. */
function rowOf(text: string, { line, cell }: CitedPosition) {
  if (line === undefined || cell === undefined) return undefined
  const lines = text.split('\n')
  const row = lines[line] ?? ''
  const start = lines.slice(0, line).reduce((sum, { length }) => sum + length + 1, 0)
  const column = lines[0]?.split('\t')[cell] ?? ''
  const cells = row.split('\t')
  return { start, end: start + row.length, value: cells[cell] ?? '', cell: `${column}${cells[0] ?? ''}` }
}

const numberIn = (text: string) => Number(/\d{1,6}/.exec(text.normalize('NFKC'))?.[0] ?? 0)

/** Returns where a section is, by the kind of its file: its title is in the language of the person who attached it. */
function placeOf(name: string, title: string, cell: string | undefined): Source['place'] {
  const number = numberIn(title)
  if (/\.pdf$/i.test(name)) return number > 0 ? { page: number } : null
  if (/\.(?:ppt[mx]|odp)$/i.test(name)) return number > 0 ? { slide: number } : null
  if (!SHEET.test(name)) return null
  return { ...(title !== '' && { sheet: title }), ...(cell !== undefined && { cell }) }
}
