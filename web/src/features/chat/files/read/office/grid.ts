import { MAX_DOCUMENT_TEXT_LENGTH } from '@vee/contract/entities/attachment-limits'
import { joinLines } from './office-section.ts'

/** Columns that a row may have: a wrong reference must not produce a long row. */
export const MAX_COLUMNS = 1_000
/** Longest text of a cell, as spreadsheets limit it: a small file can refer to one a million times. */
const MAX_CELL_LENGTH = 32_767
/** Numbers of hidden rows or columns that are listed. */
const MAX_HIDDEN = 200

/** The cells of a sheet as they are read. */
export class Grid {
  readonly #lines: string[] = []
  readonly #hiddenRows: number[] = []
  readonly #hiddenColumns: number[] = []
  #cells: string[] = []
  #widest = 0
  /** of the lines so far, in UTF-16 code units; what is longer is not sent */
  #length = 0

  /** Sets the text of a cell in the current row. `column` counts from 0. */
  set(column: number, text: string): void {
    const columnIndex = Math.min(Math.max(0, column), MAX_COLUMNS)
    while (this.#cells.length <= columnIndex) this.#cells.push('')
    this.#cells[columnIndex] = joinLines(text.slice(0, MAX_CELL_LENGTH)).replaceAll('\t', ' ')
  }

  /** number of cells of the current row */
  get width(): number {
    return this.#cells.length
  }

  /** Ends the current row. Writes nothing for a row without text. `number` counts from 1; `repeated`: how often it occurs */
  endRow(number: number, isHidden: boolean, repeated = 1): void {
    const cells = this.#cells
    this.#cells = []
    if (cells.every((text) => text === '')) return
    this.#widest = Math.max(this.#widest, cells.length)
    for (let row = number; row < number + repeated && this.#length <= MAX_DOCUMENT_TEXT_LENGTH; row++) {
      const line = [row, ...cells].join('\t').trimEnd()
      this.#lines.push(line)
      this.#length += line.length
      if (isHidden) this.#hiddenRows.push(row)
    }
  }

  hideColumns(from: number, to: number): void {
    for (let column = from; column <= Math.min(to, MAX_COLUMNS); column++) this.#hiddenColumns.push(column)
  }

  /**
   * Returns rows as lines, each after its number, with cells separated by tabs; the first line has the letters of the
   * columns, so that a cell can be named. Names hidden rows and columns in a last line.
   */
  text(hiddenLabel: string): string {
    if (this.#lines.length === 0) return ''
    const letters = Array.from({ length: this.#widest }, (_, index) => lettersOf(index))
    const columns = this.#hiddenColumns.filter((column) => column < this.#widest)
    const hidden = [...toRanges(this.#hiddenRows, String), ...toRanges(columns, lettersOf)]
    return [
      ['', ...letters].join('\t'),
      ...this.#lines,
      ...(hidden.length > 0 ? [`[${hiddenLabel}: ${hidden.slice(0, MAX_HIDDEN).join(', ')}]`] : []),
    ].join('\n')
  }
}

/** Returns numbers as ranges: 3, 4 and 5 are `3-5`. */
function toRanges(numbers: readonly number[], nameOf: (number: number) => string): readonly string[] {
  const merged: [number, number][] = []
  for (const number of numbers) {
    const last = merged.at(-1)
    if (last && number <= last[1] + 1) last[1] = Math.max(last[1], number)
    else merged.push([number, number])
  }
  return merged.map(([from, to]) => (from === to ? nameOf(from) : `${nameOf(from)}-${nameOf(to)}`))
}

/** Returns the letters of a column by its index: 2 is `C`, 26 is `AA`. */
export const lettersOf = (index: number): string =>
  (index < 26 ? '' : lettersOf(Math.floor(index / 26) - 1)) + String.fromCharCode(65 + (index % 26))

/** Returns the index of a cell's column from its reference (`C7` is 2), bounded; undefined without a reference. */
export function columnOf(reference: string): number | undefined {
  const letters = /^[A-Z]{1,3}/.exec(reference)?.[0]
  if (letters === undefined) return undefined
  let column = 0
  for (const letter of letters) column = column * 26 + letter.charCodeAt(0) - 64
  return Math.min(Math.max(0, column - 1), MAX_COLUMNS)
}
