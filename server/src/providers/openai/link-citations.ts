import { citationMarker, type EmitLlmEvent, type LateCitation, type LlmCitation } from '../llm/llm.ts'

/** A citation as OpenAI's protocols state it: its range is that of a link in the text. */
interface UrlCitation {
  readonly type?: unknown
  readonly url?: unknown
  readonly title?: unknown
  readonly end_index?: unknown
}

/** A link in parentheses, as models write what they cite: `([noaa.gov](https://…))`. */
const LINK = /\(?\[([^[\]\n]{1,300})\]\((https?:\/\/[^()\s]*(?:\([^()\s]*\)[^()\s]*)*)\)\)?/g
/** The end of a text that may become such a link, or is one. */
const OPEN_LINK = /\(?(?:\[[^[\]\n]{0,300}(?:\](?:\((?:https?:\/\/\S{0,2000}|h?t?t?p?s?:?\/?\/?))?)?)?$/

/**
 * Replaces the links of a text by the citations that the vendor states for them. What may be such a link is held back until the
 * text goes on or its citation arrives; citations of what was emitted are emitted at the end.
 */
export class LinkCitations {
  readonly #emit: EmitLlmEvent
  readonly #holdsBack: boolean
  /** the text that was emitted, with the markers of citations */
  #emitted = ''
  #held = ''
  #count = 0
  readonly #late: LateCitation[] = []

  /** @param holdsBack false: citations arrive after the text, so that nothing is held back */
  constructor(emit: EmitLlmEvent, holdsBack: boolean) {
    this.#emit = emit
    this.#holdsBack = holdsBack
  }

  addText(text: string): void {
    this.#held += text
    const open = this.#holdsBack ? this.#held.search(OPEN_LINK) : -1
    this.#release(open === -1 ? this.#held.length : open)
  }

  /** Takes back the end of the text. */
  retract(length: number): void {
    const emittedPart = Math.max(0, length - this.#held.length)
    this.#held = this.#held.slice(0, Math.max(0, this.#held.length - length))
    this.#emitted = this.#emitted.slice(0, this.#emitted.length - emittedPart)
  }

  cite(annotation: unknown): void {
    const { type, url, title, end_index: endIndex } = (annotation ?? {}) as UrlCitation
    if (type !== 'url_citation' || typeof url !== 'string') return
    const citation = (shown: string): LlmCitation => ({
      key: String(this.#count++),
      pages: [{ url, title: typeof title === 'string' ? title : '' }],
      shown,
    })
    const held = linkTo(url, this.#held, 0)
    if (held) {
      this.#release(held.start)
      const declared = citation(held.text)
      this.#emit({ type: 'citation', citation: declared })
      this.#held = citationMarker(declared.key) + this.#held.slice(held.text.length)
      return this.#release(this.#held.length)
    }
    const after = this.#late.reduce((end, late) => Math.max(end, late.end), 0)
    const link = linkTo(url, this.#emitted, after) ?? linkTo(url, this.#emitted, 0)
    const position = link ?? { start: offsetOf(this.#emitted, endIndex), text: '' }
    this.#late.push({
      start: position.start,
      end: position.start + position.text.length,
      citation: citation(position.text),
    })
  }

  /** Returns whether there are citations, late ones included. */
  get hasCitations(): boolean {
    return this.#count > 0
  }

  /** Emits what was held back, and the citations of what was emitted before. */
  end(): void {
    this.#release(this.#held.length)
    if (this.#late.length > 0) this.#emit({ type: 'late-citations', citations: this.#late })
  }

  #release(length: number): void {
    const text = this.#held.slice(0, length)
    this.#held = this.#held.slice(length)
    if (text === '') return
    this.#emitted += text
    this.#emit({ type: 'text', text })
  }
}

function linkTo(url: string, text: string, from: number) {
  for (const { 0: whole, 2: address, index } of text.slice(from).matchAll(LINK))
    if (address === url) return { start: from + index, text: balanced(whole) }
  return undefined
}

/** A link has its parentheses on both sides, or on neither. */
const balanced = (link: string) => (!link.startsWith('(') && link.endsWith('))') ? link.slice(0, -1) : link)

/** Returns the offset in UTF-16 code units of an index in characters; the end of the text for no index. */
function offsetOf(text: string, index: unknown): number {
  if (typeof index !== 'number' || !Number.isInteger(index) || index < 0) return text.length
  let [offset, left] = [0, index]
  for (const character of text) {
    if (left === 0) break
    offset += character.length
    left -= 1
  }
  return offset
}
