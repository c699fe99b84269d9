import { trimEndOf } from '@vee/contract/text/trim'

/** Address of a link while its address is still being written. Shown as plain text. */
const HALF_LINK = '](vee:half)'

/** A last line that contains only the start of a marker: its meaning would change one word later. */
const MARKER_LINE =
  /(?:^|\n)[ \t]*(?:[-+*]|\d{1,9}[.)]?|#{1,6}|>(?: *>)*|[-=_*]{2,}|`{1,2}|~{1,2}|[-+*] \[[ xX]?)[ \t]*$/
const TABLE_LINE = /^[ \t]*\|/
const DELIMITER_BEGUN = /^[ \t]*\|[\s|:-]*$/
/** A line that starts a container or block: an item, a heading, a quote, a row, or an empty line. */
const CONTAINER_LINE = /^[ \t]*(?:[-+*][ \t]|\d{1,9}[.)][ \t]|#{1,6}[ \t]|>|\||$)/

const cellsOf = (line: string) =>
  line
    .trim()
    .replace(/^\||\|$/g, '')
    .split('|').length

/** Withholds a table until its delimiter row is complete: before that it is no table. */
function withoutHalfTable(source: string): string {
  const lines = source.split('\n')
  let first = lines.length
  while (first > 0 && TABLE_LINE.test(lines[first - 1] ?? '')) first -= 1
  const [header, delimiter] = lines.slice(first)
  if (header === undefined || lines.length - first > 2) return source
  const isBegun = delimiter === undefined || DELIMITER_BEGUN.test(delimiter)
  const isComplete = delimiter?.trimEnd().endsWith('|') === true && cellsOf(delimiter) === cellsOf(header)
  return isBegun && !isComplete ? lines.slice(0, first).join('\n') : source
}

/**
 * Returns the start of the last item, heading, row or paragraph: a marker that is open before it stays open.
 */
function lastContainer(source: string): number {
  const lines = source.split('\n')
  let start = source.length
  for (let index = lines.length - 1; index >= 0; index -= 1) {
    const line = lines[index] ?? ''
    start -= line.length
    if (CONTAINER_LINE.test(line)) {
      const marker = /^[ \t]*(?:(?:[-+*]|\d{1,9}[.)]|#{1,6})[ \t]+)?/.exec(line)?.[0].length ?? 0
      return start + marker
    }
    start -= 1
  }
  return 0
}

/** Something that was opened and waits for its end. */
interface Opened {
  readonly mark: string
  /** where it starts in the source */
  readonly offset: number
}

/** Changes to the end of the source. */
interface Ending {
  /** the source is cut here */
  readonly cut: number
  readonly opened: readonly Opened[]
}

const isSpace = (char: string | undefined) => char === undefined || /\s/.test(char)
const isWord = (char: string | undefined) => char !== undefined && /[\p{L}\p{N}]/u.test(char)

/** Scans the inline part of a source once, left to right, for markers that are still open at its end. */
class InlineScan {
  readonly #source: string
  #offset: number
  #opened: Opened[] = []

  constructor(source: string, from: number) {
    this.#source = source
    this.#offset = from
  }

  scan(): Ending {
    while (this.#offset < this.#source.length) {
      const ending = this.#scanChar(this.#source[this.#offset] ?? '')
      if (ending) return ending
    }
    return this.#endAt(this.#source.length)
  }

  #scanChar(char: string): Ending | undefined {
    switch (char) {
      case '\\':
        return this.#escape()
      case '`':
        return this.#scanCode()
      case '$':
        return this.#scanFormula()
      case '[':
        return this.#scanBracket()
      case ']':
        return this.#closingBracket()
      case '*':
      case '_':
      case '~':
        return this.#scanEmphasis(char)
      default:
        this.#offset += 1
        return undefined
    }
  }

  #endAt(cut: number, opened: readonly Opened[] = this.#opened): Ending {
    return { cut, opened }
  }

  #skipPast(end: string, from: number): Ending | undefined {
    const index = this.#source.indexOf(end, from)
    if (index === -1) return this.#endAt(this.#offset)
    this.#offset = index + end.length
    return undefined
  }

  #escape(): Ending | undefined {
    const next = this.#source[this.#offset + 1]
    if (next === undefined) return this.#endAt(this.#offset)
    if (next === '(') return this.#skipPast('\\)', this.#offset + 2)
    if (next === '[') return this.#skipPast('\\]', this.#offset + 2)
    this.#offset += 2
    return undefined
  }

  #runLength(char: string): number {
    let end = this.#offset
    while (this.#source[end] === char) end += 1
    return end - this.#offset
  }

  #scanCode(): Ending | undefined {
    const length = this.#runLength('`')
    const mark = '`'.repeat(length)
    const inside = this.#offset + length
    for (let closing = this.#source.indexOf(mark, inside); closing !== -1;) {
      let end = closing
      while (this.#source[end] === '`') end += 1
      if (end - closing === length) {
        this.#offset = end
        return undefined
      }
      closing = this.#source.indexOf(mark, end)
    }
    const rest = this.#source.slice(inside)
    if (rest.trim() === '') return this.#endAt(this.#offset)
    // Part of the closing run may already be there.
    const cut = length > 1 && rest.endsWith('`') ? inside + trimEndOf(rest, /`/).length : this.#source.length
    return this.#endAt(cut, [...this.#opened, { mark, offset: this.#offset }])
  }

  #scanFormula(): Ending | undefined {
    if (this.#source[this.#offset + 1] === '$') return this.#skipPast('$$', this.#offset + 2)
    this.#offset += 1
    return undefined
  }

  #scanBracket(): Ending | undefined {
    const rest = this.#source.slice(this.#offset + 1)
    if (rest === '' || rest.startsWith('^')) {
      if (rest.includes(']')) {
        this.#offset += 1
        return undefined
      }
      const isImage = this.#source[this.#offset - 1] === '!'
      return this.#endAt(isImage ? this.#offset - 1 : this.#offset)
    }
    this.#opened.push({ mark: '[', offset: this.#offset })
    this.#offset += 1
    return undefined
  }

  #closingBracket(): Ending | undefined {
    const index = this.#opened.findLastIndex(({ mark }) => mark === '[')
    const opening = this.#opened[index]
    if (!opening) {
      this.#offset += 1
      return undefined
    }
    const next = this.#source[this.#offset + 1]
    const isBox = /^[ xX]$/.test(this.#source.slice(opening.offset + 1, this.#offset))
    if ((next === undefined && !isBox) || (next === '(' && !this.#source.includes(')', this.#offset))) {
      return this.#endAt(this.#offset, this.#opened.slice(0, index + 1))
    }
    this.#opened = this.#opened.slice(0, index)
    this.#offset = next === '(' ? this.#source.indexOf(')', this.#offset) + 1 : this.#offset + 1
    return undefined
  }

  #scanEmphasis(char: string): Ending | undefined {
    const length = this.#runLength(char)
    const before = this.#source[this.#offset - 1]
    const after = this.#source[this.#offset + length]
    const index = this.#opened.findLastIndex(({ mark }) => mark.startsWith(char))
    const opening = this.#opened[index]
    const isInWord = char === '_' && isWord(before) && isWord(after)
    if (opening && !isSpace(before) && !isInWord) {
      // Part of the closing run may already be there.
      if (length < opening.mark.length && after === undefined) return this.#endAt(this.#offset)
      const left = opening.mark.slice(length)
      this.#opened = this.#opened.slice(0, index)
      if (left !== '') this.#opened.push({ mark: left, offset: opening.offset })
    } else if (after === undefined) {
      return this.#endAt(this.#offset)
    } else if (!isSpace(after) && !isInWord && (char !== '~' || length === 2)) {
      this.#opened.push({ mark: char.repeat(length), offset: this.#offset })
    }
    this.#offset += length
    return undefined
  }
}

/**
 * Returns an unfinished block as if it ended here: open markers are closed, incomplete ones withheld. Text is
 * removed and added only at the end, so that offsets into the source stay valid.
 */
export function mend(unfinished: string): string {
  const source = withoutHalfTable(unfinished).replace(MARKER_LINE, '')
  const { cut, opened } = new InlineScan(source, lastContainer(source)).scan()
  const closings = opened.toReversed().map(({ mark }) => (mark === '[' ? HALF_LINK : mark))
  return source.slice(0, cut).trimEnd() + closings.join('')
}
