import { fenceAfter, type Fence } from '../text/fences.ts'
import type { InlineStep } from './inline-step.ts'
import { readLineOpening } from './line-opening.ts'
import type { LineOpening } from './line-opening.ts'
import { WAIT } from './markdown-token.ts'
import type { Ahead, MarkdownToken, ShownThing } from './markdown-token.ts'
import { readInline } from './read-inline.ts'

/** Maximum length of source considered by one decision, in UTF-16 code units. */
const LOOK_AHEAD = 4_096
/** Length of source before a position that a decision may depend on, in UTF-16 code units. */
const CONTEXT_LENGTH = 32

/**
 * The state of the reader: `line` at the start of a line, `text` within one, `fence` in a code block, `table`
 * at the start of a line after a table row, `hidden` in a span that ends with `close`, `rest-of-line` before
 * a newline without preceding text.
 */
type ReaderState =
  | { readonly at: 'line' }
  | { readonly at: 'text'; readonly isHeading: boolean }
  | { readonly at: 'fence'; readonly fence: Fence }
  | { readonly at: 'table' }
  | { readonly at: 'hidden'; readonly close: string; readonly endsAtBlankLine: boolean }
  | { readonly at: 'rest-of-line'; readonly next: 'line' | 'table' }

/** Tokenizes a growing Markdown source. The tokens do not depend on how it is split into deltas. */
export class MarkdownReader {
  #source = ''
  #position = 0
  #isComplete = false
  #state: ReaderState = { at: 'line' }
  #tokens: MarkdownToken[] = []

  append(delta: string): MarkdownToken[] {
    this.#source += delta
    return this.#read()
  }

  /** Ends the source and returns the remaining tokens. */
  end(): MarkdownToken[] {
    this.#isComplete = true
    return [...this.#read(), { type: 'break' }]
  }

  #read(): MarkdownToken[] {
    while (this.#position < this.#source.length && this.#step());
    const tokens = this.#tokens
    this.#tokens = []
    return tokens
  }

  /** Returns false if more of the source is needed. */
  #step(): boolean {
    const state = this.#state
    switch (state.at) {
      case 'line':
        return this.#openLine()
      case 'text':
        return this.#readText(state.isHeading)
      case 'fence':
        return this.#skipLine((line) => afterFence(fenceAfter(state.fence, line)))
      case 'table':
        return this.#readTableRow()
      case 'hidden':
        return this.#skipHidden(state.close, state.endsAtBlankLine)
      case 'rest-of-line':
        return this.#skipLine(() => ({ at: state.next }))
    }
  }

  #openLine(): boolean {
    const opening = readLineOpening(this.#ahead())
    if (opening === WAIT) return false
    if (opening.type !== 'prose') this.#tokens.push({ type: 'break' })
    const what = shownBy(opening)
    if (what) this.#show(what, false, opening.length)
    else this.#takeMarkup(opening.length)
    this.#state = stateAfter(opening)
    return true
  }

  #readText(isHeading: boolean): boolean {
    const step = readInline(
      this.#ahead(),
      this.#source.slice(Math.max(0, this.#position - CONTEXT_LENGTH), this.#position),
    )
    if (step === WAIT) return false
    const isNewline = this.#source.charAt(this.#position) === '\n'
    this.#takeStep(step)
    if (isNewline && isHeading) this.#tokens.push({ type: 'break' })
    if (isNewline) this.#state = { at: 'line' }
    return true
  }

  #takeStep(step: InlineStep): void {
    if (step.type === 'show') this.#show(step.thing, true, step.length)
    else if (step.type === 'say')
      this.#tokens.push({ type: 'say', text: step.text, ...this.#consumeText(step.length) })
    else this.#takeMarkup(step.length)
    if (step.type === 'hidden') this.#state = { at: 'hidden', close: step.close, endsAtBlankLine: false }
  }

  #readTableRow(): boolean {
    const line = this.#wholeLine()
    if (line === undefined) return false
    if (line.includes('|')) this.#takeMarkup(line.length)
    else this.#state = { at: 'line' }
    return true
  }

  #skipHidden(close: string, endsAtBlankLine: boolean): boolean {
    const { text, isComplete } = this.#ahead()
    const end = text.toLowerCase().indexOf(close)
    const blank = endsAtBlankLine ? text.search(/\n[ \t\r]*\n/) : -1
    const isClosed = end >= 0 && (blank < 0 || end < blank)
    if (!isClosed && blank < 0 && !isComplete) return false
    if (isClosed) this.#takeMarkup(end + close.length)
    else this.#takeMarkup(blank < 0 ? text.length : blank)
    this.#state = { at: 'text', isHeading: false }
    return true
  }

  #skipLine(next: (line: string) => ReaderState): boolean {
    const line = this.#wholeLine()
    if (line === undefined) return false
    this.#takeMarkup(line.length)
    this.#state = next(line)
    return true
  }

  /** Returns the line from here, with its newline; undefined while its end is not known. */
  #wholeLine(): string | undefined {
    const end = this.#source.indexOf('\n', this.#position) + 1
    if (end > 0) return this.#source.slice(this.#position, end)
    return this.#isComplete ? this.#source.slice(this.#position) : undefined
  }

  #ahead(): Ahead {
    const text = this.#source.slice(this.#position, this.#position + LOOK_AHEAD)
    return { text, isComplete: this.#isComplete || text.length === LOOK_AHEAD }
  }

  #show(thing: ShownThing, isInline: boolean, length: number): void {
    this.#tokens.push({ type: 'show', thing: thing, isInline, ...this.#consumeText(length) })
  }

  #takeMarkup(length: number): void {
    if (length > 0) this.#tokens.push({ type: 'markup', ...this.#consumeText(length) })
  }

  #consumeText(length: number): { start: number; end: number } {
    const start = this.#position
    this.#position += length
    return { start, end: this.#position }
  }
}

function shownBy(opening: LineOpening): ShownThing | undefined {
  if (opening.type === 'fence') return opening.thing
  return opening.type === 'table' || opening.type === 'formula' ? opening.type : undefined
}

function stateAfter(opening: LineOpening): ReaderState {
  switch (opening.type) {
    case 'fence':
      return { at: 'fence', fence: opening.fence }
    case 'formula':
      return { at: 'hidden', close: opening.close, endsAtBlankLine: true }
    case 'table':
      return { at: 'rest-of-line', next: 'table' }
    case 'ignored':
      return { at: 'rest-of-line', next: 'line' }
    case 'blank':
      return { at: 'line' }
    case 'heading':
    case 'item':
    case 'prose':
      return { at: 'text', isHeading: opening.type === 'heading' }
  }
}

const afterFence = (fence: Fence | undefined): ReaderState =>
  fence ? { at: 'fence', fence } : { at: 'line' }
