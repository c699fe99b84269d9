import { sourceMarkerLength } from '@vee/contract/speech-text/source-marker'
import {
  type Citation,
  MAX_CITATION_LENGTH,
  citationAt,
  mayBecomeCitation,
  withoutCitations,
} from '@vee/contract/text/citations'
import { plainInline } from '@vee/contract/text/plain-markdown'
import { sentenceSpans } from './sentences.ts'

/**
 * Decides about the marker of a source: `claims` are what it may stand for, the closest clause first. Returns whether the number
 * stays in the text.
 */
type CheckMarker = (number: number, claims: readonly string[]) => boolean

/**
 * Decides about a citation of a document, `[report.pdf, Page 3]`. Returns the number that takes its place; `none` if the document
 * does not prove it; `unknown` if there is no such document: the citation stays; `pending` while its number is being
 * assigned: the citation is checked again with the next text.
 */
type CheckDocumentCitation = (
  citation: Citation,
  claims: readonly string[],
) => { readonly number: number } | 'none' | 'unknown' | 'pending'

/**
 * Decides about a citation that a vendor's model states, by its key. Returns the numbers that take its place, or what stays in the
 * text; `pending` while its page is being read: it is checked again with the next text.
 */
type CheckVendorCitation = (
  key: string,
  claims: readonly string[],
) => { readonly numbers: readonly number[]; readonly shown?: string } | 'pending'

/** Text before a marker that is read for the sentence that it belongs to, in UTF-16 code units. */
const CLAIM_READ_LENGTH = 1_200
/** Longest address after a marker that is written as a link. */
const MAX_ADDRESS_LENGTH = 2_100
/** Characters with which markers begin here; superscripts are left alone. */
const OPENINGS: ReadonlySet<string> = new Set(['[', '【', '［', '\uE200'])
const MARKERS = /\[\^?\d[\d\s,;–-]*\]|【[^】\n]{0,120}】|［[^］\n]{0,60}］|\uE200[^\uE201]{0,400}\uE201/g
const CITATION = /^\uE200cite:([^\uE201]{1,200})\uE201/
const BRACKETS = /\[[^[\]\n]{3,238}\]/g
const AT_LINE_START = /(?:^|\n)[ \t>*+-]*$/
const FENCE = /^[ \t]*(`{3,}|~{3,})/
/** The beginning of a line that may become a fence. */
const PART_OF_FENCE = /^~{1,2}$/

/**
 * Checks the markers of sources in a text while it is generated: `[2]` stays where the source proves its sentence, and other
 * markers are removed. Code stays as it is. Nothing but a marker, and blanks that may precede one, is held back.
 */
export class CitedText {
  readonly #check: CheckMarker
  readonly #checkDocumentCitation: CheckDocumentCitation | undefined
  readonly #checkVendorCitation: CheckVendorCitation | undefined
  /** what the model has written */
  #raw = ''
  /** end of the part of `#raw` that is decided */
  #position = 0
  /** blanks before a possible marker, which leave with it */
  #blanks = ''
  /** what stands for the marker at a place of `#raw`, so that text which is read again is not checked again */
  readonly #shown = new Map<number, string>()
  /** length of what was returned */
  #length = 0
  /** numbers of the markers that stand side by side before `#position` */
  readonly #adjacent = new Set<number>()
  /** whether only blanks are before `#position` in its line */
  #isLineStart = true
  #code: { readonly mark: string; readonly isFence: boolean } | undefined

  /**
   * @param checkDocumentCitation undefined: citations of documents stay as they are
   * @param checkVendorCitation undefined: the markers of vendors' citations are removed
   */
  constructor(
    check: CheckMarker,
    checkDocumentCitation?: CheckDocumentCitation,
    checkVendorCitation?: CheckVendorCitation,
  ) {
    this.#check = check
    this.#checkDocumentCitation = checkDocumentCitation
    this.#checkVendorCitation = checkVendorCitation
  }

  /** Adds text; returns what follows for certain. */
  push(text: string): string {
    this.#raw += text
    return this.#read(false)
  }

  /** Ends the text; returns what was held back. */
  end(): string {
    const rest = this.#read(true) + this.#blanks
    this.#length += this.#blanks.length
    this.#blanks = ''
    return rest
  }

  /** Takes back the end of the model's text. Returns how much of the returned text is taken back with it. */
  retract(length: number): number {
    const before = this.#length
    const raw = this.#raw.slice(0, -length)
    for (const position of this.#shown.keys()) if (position >= raw.length) this.#shown.delete(position)
    this.#raw = ''
    this.#position = 0
    this.#blanks = ''
    this.#length = 0
    this.#code = undefined
    this.#isLineStart = true
    this.#adjacent.clear()
    this.push(raw)
    return before - this.#length
  }

  #read(isComplete: boolean): string {
    let output = ''
    while (this.#position < this.#raw.length) {
      const step = this.#step(isComplete)
      if (step === undefined) break
      output += step
    }
    this.#length += output.length
    return output
  }

  /** Returns the next decided piece; undefined if more text is needed. */
  #step(isComplete: boolean): string | undefined {
    const rest = this.#raw.slice(this.#position, this.#position + MAX_ADDRESS_LENGTH)
    if (this.#code) return this.#insideCode(rest, isComplete)
    if (this.#isLineStart && !isComplete && PART_OF_FENCE.test(rest)) return undefined
    const [ticks = ''] = /^(?:`+|~{3,})/.exec(rest) ?? []
    if (ticks !== '') {
      if (!isComplete && ticks.length === rest.length) return undefined
      const isFence = this.#isLineStart && FENCE.test(rest)
      if (isFence || ticks.startsWith('`')) {
        this.#code = { mark: ticks, isFence }
        return this.#consumeText(ticks.length)
      }
    }
    const first = rest.charAt(0)
    if (first === ' ' || first === '\t') {
      this.#position += 1
      this.#blanks += first
      return ''
    }
    if (!OPENINGS.has(first)) return this.#consumeText(this.#plainLength(rest))
    const [citation = '', key = ''] = CITATION.exec(rest) ?? []
    if (this.#checkVendorCitation && citation !== '')
      return this.#citation(key, citation.length, this.#checkVendorCitation)
    return this.#marker(rest, isComplete)
  }

  /** Returns the length of the text that begins here and holds nothing to decide. */
  #plainLength(rest: string): number {
    const next = rest.slice(1).search(/[[【［\uE200`~ \t\n]/)
    return next === -1 ? rest.length : rest.charAt(0) === '\n' ? 1 : next + 1
  }

  #insideCode(rest: string, isComplete: boolean): string | undefined {
    const { mark, isFence } = this.#code ?? { mark: '', isFence: false }
    const isLineStart = this.#isLineStart
    if (isFence) {
      const end = rest.indexOf('\n')
      // A line that may close the block is decided as a whole.
      if (isLineStart && end === -1 && !isComplete && /^[`~]*$/.test(rest.trim())) return undefined
      const line = end === -1 ? rest : rest.slice(0, end + 1)
      const closing = FENCE.exec(line)?.[1] ?? ''
      if (isLineStart && closing.startsWith(mark) && line.trim() === closing) this.#code = undefined
      return this.#consumeText(line.length)
    }
    // An opening without an end is no code: it ends with its paragraph.
    if (rest === '\n' && !isComplete) return undefined
    const [run = ''] = /^`+/.exec(rest) ?? []
    if (run !== '' && !isComplete && run.length === rest.length) return undefined
    if (run === mark || rest.startsWith('\n\n')) this.#code = undefined
    if (run !== '') return this.#consumeText(run.length)
    const next = rest.slice(1).search(/[`\n]/)
    return this.#consumeText(next === -1 ? rest.length : next + 1)
  }

  #marker(rest: string, isComplete: boolean): string | undefined {
    const context = this.#raw.slice(Math.max(0, this.#position - 80), this.#position)
    const text = rest.slice(0, 500)
    if (this.#checkDocumentCitation && text.startsWith('[')) {
      const start = text.slice(0, MAX_CITATION_LENGTH + 1)
      const citation = citationAt(start)
      // A link may follow the brackets.
      const isOpen = citation ? citation.length === start.length : mayBecomeCitation(start)
      if (isOpen && !isComplete) return undefined
      if (citation) return this.#documents(citation, this.#checkDocumentCitation)
    }
    if (AT_LINE_START.test(context)) return this.#positionLineStart(text, isComplete)
    const length = sourceMarkerLength({ text, isComplete }, context)
    if (length === 'wait') return undefined
    if (length === 0) {
      // `[12` may become a marker; other brackets do not.
      if (!isComplete && /^\[\^?[\d\s,;–-]{0,40}$/.test(text)) return undefined
      return this.#consumeText(1)
    }
    // The length of a marker with an address leaves its closing bracket out.
    const isLink = text.charAt(length) === ']' && text.charAt(length + 1) === '('
    const link = isLink
      ? /^\]\([^()\s]*(?:\([^()\s]*\)[^()\s]*)*(\s"[^"\n]*")?\)/.exec(rest.slice(length))
      : null
    if (isLink && !link) {
      if (!isComplete && rest.length < MAX_ADDRESS_LENGTH && !/\s/.test(rest.slice(length))) return undefined
      return this.#consumeText(1)
    }
    const marker = rest.slice(0, length + (isLink ? 1 : 0))
    const shown = this.#shownNumbers(marker)
    const blanks = shown === '' ? '' : this.#blanks
    this.#blanks = ''
    this.#isLineStart = false
    this.#position += length + (link?.[0].length ?? 0)
    return blanks + shown
  }

  /** Replaces a citation of documents by their numbers. */
  #documents(
    { sources, length }: NonNullable<ReturnType<typeof citationAt>>,
    check: CheckDocumentCitation,
  ): string | undefined {
    const claims = this.#claims()
    const written = this.#shown.get(this.#position)
    const results = written === undefined ? sources.map((source) => check(source, claims)) : []
    if (results.includes('pending')) return undefined
    const shown =
      written ??
      (results.includes('unknown')
        ? this.#raw.slice(this.#position, this.#position + length)
        : results.map((result) => (typeof result === 'object' ? `[${result.number}]` : '')).join(''))
    this.#shown.set(this.#position, shown)
    const blanks = shown === '' ? '' : this.#blanks
    this.#blanks = ''
    this.#isLineStart = false
    this.#position += length
    return blanks + shown
  }

  /**
   * Replaces what a vendor's model cites by its numbers. Blanks follow the number of a sentence that has ended, and precede what was
   * a link.
   */
  #citation(key: string, length: number, check: CheckVendorCitation): string | undefined {
    let shown = this.#shown.get(this.#position)
    let isLink = false
    if (shown === undefined) {
      const result = check(key, this.#claims(this.#raw.slice(0, this.#position).trimEnd().length))
      if (result === 'pending') return undefined
      isLink = result.shown !== undefined
      const numbers = this.#newNumbers(result.numbers)
      shown = result.numbers.length > 0 ? numbers : (result.shown ?? '')
      this.#shown.set(this.#position, shown)
    }
    const blanks = isLink && shown !== '' ? this.#blanks : ''
    if (isLink) this.#blanks = ''
    this.#isLineStart = false
    this.#position += length
    return blanks + shown
  }

  /** Returns the markers of numbers that do not stand here already. */
  #newNumbers(numbers: readonly number[]): string {
    const added = [...new Set(numbers)].filter((number) => !this.#adjacent.has(number))
    for (const number of added) this.#adjacent.add(number)
    return added.map((number) => `[${number}]`).join('')
  }

  /** A number at the beginning of a line may be that of a list of sources: it stays if there is such a source. */
  #positionLineStart(text: string, isComplete: boolean): string | undefined {
    const [marker = '', digits = ''] = /^\[\^?(\d{1,4})\^?\]/.exec(text) ?? []
    if (marker === '') {
      if (!isComplete && /^\[\^?\d{0,4}\^?$/.test(text)) return undefined
      return this.#consumeText(1)
    }
    const isKnown = this.#once(() => (this.#check(Number(digits), []) ? marker : '')) !== ''
    if (isKnown) return this.#consumeText(marker.length)
    this.#position += marker.length
    this.#isLineStart = false
    return ''
  }

  #consumeText(length: number): string {
    const text = this.#raw.slice(this.#position, this.#position + length)
    const line = text.slice(text.lastIndexOf('\n') + 1)
    this.#isLineStart = (this.#isLineStart || text.includes('\n')) && line.trim() === ''
    const output = this.#blanks + text
    this.#blanks = ''
    this.#position += length
    this.#adjacent.clear()
    return output
  }

  #shownNumbers(marker: string): string {
    return this.#once(() => {
      const claims = this.#claims()
      return this.#newNumbers(numbersIn(marker).filter((number) => this.#check(number, claims)))
    })
  }

  #once(decide: () => string): string {
    const shown = this.#shown.get(this.#position) ?? decide()
    this.#shown.set(this.#position, shown)
    return shown
  }

  /** Returns what a marker here may stand for: the clause since the marker before it, and the sentence. */
  #claims(end = this.#position): readonly string[] {
    const before = this.#raw.slice(Math.max(0, end - CLAIM_READ_LENGTH), end)
    const paragraph = before.slice(before.lastIndexOf('\n') + 1)
    const lastEnd = lastMarkerEnd(paragraph)
    const clause = lastEnd === undefined ? undefined : toPlainText(paragraph.slice(lastEnd))
    const text = toPlainText(paragraph)
    const sentence = sentenceSpans(text).at(-1)
    const sentenceText = sentence ? text.slice(sentence.start, sentence.end) : ''
    const isClause = clause !== undefined && clause.split(/\s+/).length >= 3 && sentenceText.endsWith(clause)
    return [...new Set([...(isClause ? [clause] : []), sentenceText])].filter((claim) => claim !== '')
  }
}

/** Returns the end of the last marker in a line. */
function lastMarkerEnd(line: string): number | undefined {
  const documents = [...line.matchAll(BRACKETS)].filter(([brackets]) => citationAt(brackets))
  const ends = [...line.matchAll(MARKERS), ...documents].map(({ 0: marker, index }) => index + marker.length)
  return ends.length === 0 ? undefined : Math.max(...ends)
}

/** Returns a line without markers and the syntax of Markdown. */
const toPlainText = (text: string) =>
  plainInline(
    withoutCitations(text)
      .replaceAll(MARKERS, ' ')
      .replace(/^\s*(?:[-*+>#]+|\d{1,3}[.)])\s+/, ''),
  )
    .replaceAll(/[\s|]+/g, ' ')
    .replaceAll(/ ([.,;:!?])/g, '$1')
    .trim()

/** Returns the numbers of a marker: `[1, 3-5]` names 1, 3, 4 and 5. */
function numbersIn(marker: string): readonly number[] {
  // `【4†source】`, `[2:0]`: what follows the number is no number.
  const [text = ''] = marker.normalize('NFKC').split(/[†‡:]/)
  const numbers = [...text.matchAll(/(\d{1,4})(?:\s*[-–—]\s*(\d{1,4}))?/g)].flatMap(([, from = '', to]) => {
    const [first, last] = [Number(from), Number(to ?? from)]
    return last >= first && last - first <= 12
      ? Array.from({ length: last - first + 1 }, (_, index) => first + index)
      : [first]
  })
  return [...new Set(numbers)]
}
