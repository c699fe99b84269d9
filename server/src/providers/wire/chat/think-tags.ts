import type { EmitLlmEvent } from '../../llm/llm.ts'
import { createCodeTracker } from './code-tracker.ts'
import { findMark, partialMarkLength, type ThoughtMark } from './thought-marks.ts'

interface ThinkTagReader {
  addText(text: string): void
  /** The server separates the reasoning itself. */
  hasSeparateReasoning(): void
  /** Called before a call of a tool: what precedes a closing mark is decided. */
  decide(): void
  /** Emits what is still held back. `isComplete`: the model ended by itself. */
  end(isComplete: boolean): void
}

/** What is known about a model whose opening mark is part of its template, so that only the closing one is sent. */
export interface HeadlessThoughts {
  isExpected(): boolean
  expect(isExpected: boolean): void
}

const NEVER_HEADLESS: HeadlessThoughts = { isExpected: () => false, expect: () => {} }

/** Longest text that is still taken back when a closing mark shows that it was reasoning, in UTF-16 code units. */
const MAX_RETRACTED_LENGTH = 400_000
/** Longest text that is held back to find the end of code within a line. */
const MAX_CODE_LENGTH = 1_000
/** gpt-oss where its tokens were removed: the names of its channels are glued to the texts. */
const BARE_ANALYSIS = /^analysis(?=[A-Z"'(])/
const BARE_FINAL = 'assistantfinal'

/**
 * Separates the reasoning that a model writes into its text, as servers without a parser for the model pass it on.
 * Marks inside code and inside sentences about them are text.
 *
 * What precedes a closing mark without an opening one was reasoning: its text is retracted and emitted as reasoning as
 * soon as text or a call follows. `headless` remembers that, and the next reply of the model starts as reasoning; if
 * its closing mark never arrives, the reasoning is retracted and emitted as text.
 */
export function createThinkTagReader(
  emit: EmitLlmEvent,
  headless: HeadlessThoughts = NEVER_HEADLESS,
): ThinkTagReader {
  return new MarkedText(emit, headless)
}

class MarkedText implements ThinkTagReader {
  readonly #emit: EmitLlmEvent
  readonly #headless: HeadlessThoughts
  #code = createCodeTracker()
  #held = ''
  /** `assumed`: reasoning by what is known about the model */
  #mode: 'text' | 'reasoning' | 'bare' | 'assumed'
  /** blanks before the first text: dropped if a mark follows */
  #lead = ''
  #hasText = false
  #lastCharacter = ''
  #dropsBlanks = false
  /** text since the last mark, which a closing mark would turn into reasoning */
  #since: string[] = []
  #sinceLength = 0
  /** what was emitted while reasoning was assumed */
  #assumed: string[] = []
  /** a closing mark followed the text since the last mark */
  #awaitsText = false
  #hasMark = false

  constructor(emit: EmitLlmEvent, headless: HeadlessThoughts) {
    this.#emit = emit
    this.#headless = headless
    this.#mode = headless.isExpected() ? 'assumed' : 'text'
  }

  addText(text: string): void {
    this.#held += text
    this.#read(false)
  }

  hasSeparateReasoning(): void {
    if (this.#mode !== 'assumed' || this.#assumed.length > 0) return
    this.#headless.expect(false)
    this.#mode = 'text'
  }

  decide(): void {
    if (this.#awaitsText) this.#retract()
  }

  end(isComplete: boolean): void {
    this.#read(true)
    if (this.#mode !== 'assumed' || !isComplete || this.#assumed.length === 0) return
    // The model replied without reasoning this time.
    const text = this.#assumed.join('')
    this.#headless.expect(false)
    this.#emit({ type: 'retract', kind: 'reasoning', length: text.length })
    this.#emit({ type: 'text', text })
  }

  #read(isEnd: boolean): void {
    while (this.#held !== '' && this.#step(isEnd));
  }

  /** Handles the text up to the next mark, or the mark. Returns false if more text is needed. */
  #step(isEnd: boolean): boolean {
    if (this.#mode === 'bare') return this.#readBare(isEnd)
    if (this.#mode === 'text' && !this.#hasText && this.#lead === '') {
      if (!isEnd && 'analysis'.startsWith(this.#held)) return false
      if (BARE_ANALYSIS.test(this.#held)) return this.#beginBare()
    }
    const mark = findMark(this.#held)
    if (!mark) {
      this.#release(isEnd ? this.#held.length : this.#held.length - partialMarkLength(this.#held))
      return false
    }
    if (mark.start > 0) this.#release(mark.start)
    else if (this.#mode === 'text') return this.#readMarkInText(mark, isEnd)
    else this.#readMarkInReasoning(mark)
    return true
  }

  #beginBare(): boolean {
    this.#takeHeld('analysis'.length)
    this.#mode = 'bare'
    return true
  }

  #readBare(isEnd: boolean): boolean {
    const index = this.#held.indexOf(BARE_FINAL)
    if (index === -1) {
      const kept = isEnd ? 0 : BARE_FINAL.length
      this.#emitReasoning(this.#takeHeld(Math.max(0, this.#held.length - kept)))
      return false
    }
    this.#emitReasoning(this.#takeHeld(index))
    this.#takeHeld(BARE_FINAL.length)
    this.#mode = 'text'
    this.#dropsBlanks = true
    return true
  }

  #readMarkInReasoning({ end, kind }: ThoughtMark): void {
    this.#takeHeld(end)
    this.#hasMark = true
    if (kind === 'close') {
      this.#mode = 'text'
      this.#dropsBlanks = true
    } else if (kind === 'open' && this.#mode === 'assumed' && this.#assumed.length === 0) {
      this.#headless.expect(false)
      this.#mode = 'reasoning'
    }
  }

  /** Returns false if more text is needed to know whether it is a mark. */
  #readMarkInText(mark: ThoughtMark, isEnd: boolean): boolean {
    const verdict = this.#verdict(mark, isEnd)
    if (verdict === 'wait') return false
    if (verdict !== 'mark') {
      this.#release(verdict)
      return true
    }
    this.#takeHeld(mark.end)
    this.#lead = ''
    this.#dropsBlanks = true
    const canRetract = mark.kind === 'close' && !mark.isToken && this.#sinceLength > 0
    if (canRetract) this.#awaitsText = true
    else this.#hasMark = true
    if (mark.kind !== 'open') return true
    if (this.#awaitsText) this.#retract()
    this.#mode = 'reasoning'
    this.#forgetSince()
    return true
  }

  /** Returns the length of the text to release if the mark at its beginning is none. */
  #verdict({ end, isToken }: ThoughtMark, isEnd: boolean): 'mark' | 'wait' | number {
    const code = this.#code.state()
    if (code === 'fence') return end
    const rest = this.#held.slice(end)
    if (code !== 'none') {
      const line = /^[^\n]*/.exec(rest)?.[0] ?? ''
      const closing = [...line.matchAll(/`+/g)].find(([run]) => run.length === code)
      const isLineComplete = line.length < rest.length || isEnd || rest.length > MAX_CODE_LENGTH
      // At the end of what arrived, the run may become longer.
      if (closing && (isLineComplete || closing.index + code < line.length)) return end + closing.index + code
      return isLineComplete ? 'mark' : 'wait'
    }
    if (isToken || !MID_SENTENCE.test(this.#lastCharacter)) return 'mark'
    if (rest.length < 2 && !isEnd) return 'wait'
    return CONTINUES.test(rest) ? end : 'mark'
  }

  #release(length: number): void {
    if (length <= 0) return
    const text = this.#takeHeld(length)
    if (this.#mode === 'text') this.#emitText(text)
    else this.#emitReasoning(text)
  }

  #takeHeld(length: number): string {
    const text = this.#held.slice(0, length)
    this.#held = this.#held.slice(length)
    return text
  }

  #emitReasoning(text: string): void {
    if (text === '') return
    if (this.#mode === 'assumed') this.#assumed.push(text)
    this.#emit({ type: 'reasoning', text })
  }

  #emitText(raw: string): void {
    let text = raw
    if (this.#dropsBlanks) {
      const trimmed = text.trimStart()
      if (trimmed === '') return void (this.#lead += text)
      // Blanks on one side of the reasoning are enough.
      if (!this.#hasText || this.#awaitsText || /\s/.test(this.#lastCharacter)) text = trimmed
      else text = this.#lead + text
      this.#dropsBlanks = false
      this.#lead = ''
      if (this.#awaitsText) this.#retract()
    }
    if (!this.#hasText) {
      text = this.#lead + text
      this.#lead = ''
      if (text.trim() === '') return void (this.#lead = text)
      this.#hasText = true
    }
    if (this.#sinceLength < MAX_RETRACTED_LENGTH) this.#since.push(text)
    this.#sinceLength += text.length
    this.#code.addText(text)
    this.#lastCharacter = text.at(-1) ?? ''
    this.#emit({ type: 'text', text })
  }

  /** Turns the text since the last mark into reasoning. */
  #retract(): void {
    this.#awaitsText = false
    if (this.#sinceLength > 0 && this.#sinceLength < MAX_RETRACTED_LENGTH) {
      const text = this.#since.join('')
      this.#emit({ type: 'retract', kind: 'text', length: text.length })
      this.#emit({ type: 'reasoning', text })
      this.#code = createCodeTracker()
      if (!this.#hasMark) this.#headless.expect(true)
      this.#hasMark = true
    }
    this.#forgetSince()
  }

  #forgetSince(): void {
    this.#since = []
    this.#sinceLength = 0
  }
}

/** The end of text before which a mark may belong to a sentence: a blank within the line, or an opening quote. */
const MID_SENTENCE = /[^\S\n]|["'“‘„«»「『(（*]/u
/** The beginning of text that continues a sentence about the mark before it. */
const CONTINUES = /^(?:[^\S\n]+[\p{Ll}\p{Lo}\d&+]|[.,;:!?)”’"'»」』*、。，]|[^\S\n]*<\/)/u
