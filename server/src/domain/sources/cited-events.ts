import type { EmitLlmEvent, LateCitation, LlmEvent } from '#providers/llm/llm.ts'
import { citationMarker } from '#providers/llm/llm.ts'
import { CitedText } from './cited-text.ts'
import type { ReplySources } from './reply-sources.ts'

/** An event of a model, or: the last `length` UTF-16 code units of the text become `text`, which adds the numbers of sources. */
export type CitedLlmEvent =
  | LlmEvent
  | { readonly type: 'marked'; readonly length: number; readonly text: string }

interface CitedEvents {
  readonly emit: EmitLlmEvent
  /** Resolves when every event was passed on. */
  settled(): Promise<void>
}

/**
 * Passes on the events of a round with the markers of sources that are proven. While the passage of a document or the page of a
 * vendor's citation gets its number, events wait in their order.
 */
export function citedEvents(sources: ReplySources, emit: (event: CitedLlmEvent) => void): CitedEvents {
  return new EventsInOrder(sources, emit)
}

class EventsInOrder implements CitedEvents {
  readonly #sources: ReplySources
  readonly #emit: (event: CitedLlmEvent) => void
  readonly #cited: CitedText
  readonly #waiting: LlmEvent[] = []
  /** what the model has written in this round */
  #raw = ''
  /** the text with late citations, while it is read again */
  #marked: { readonly length: number; text: string } | undefined
  #passing: Promise<void> | undefined

  constructor(sources: ReplySources, emit: (event: CitedLlmEvent) => void) {
    this.#sources = sources
    this.#emit = emit
    this.#cited = new CitedText(
      (number, claims) => sources.check(number, claims),
      sources.hasDocuments
        ? (citation, claims) => sources.checkDocumentCitation(citation, claims)
        : undefined,
      (key, claims) => sources.checkVendorCitation(key, claims),
    )
  }

  readonly emit = (event: LlmEvent): void => {
    if (this.#passing) return void this.#waiting.push(event)
    this.#pass(event)
    if (this.#sources.numbering) this.#passing = this.#passWhenNumbered()
  }

  async settled(): Promise<void> {
    await this.#passing
  }

  async #passWhenNumbered(): Promise<void> {
    for (;;) {
      while (this.#sources.numbering) {
        await this.#sources.numbering
        this.#passText(this.#cited.push(''))
      }
      this.#endMarked()
      const event = this.#waiting.shift()
      if (!event) break
      this.#pass(event)
    }
    this.#passing = undefined
  }

  #pass(event: LlmEvent): void {
    switch (event.type) {
      case 'text':
        this.#raw += event.text
        return this.#passText(this.#cited.push(event.text))
      case 'retract': {
        if (event.kind !== 'text') break
        this.#raw = this.#raw.slice(0, -event.length)
        const length = this.#cited.retract(event.length)
        if (length > 0) this.#emit({ ...event, length })
        return
      }
      case 'citation':
        return this.#sources.declareCitation(event.citation)
      case 'late-citations':
        return this.#mark(event.citations)
      case 'web-search':
        if (event.pages) this.#sources.readFound(event.pages)
        break
      case 'finish':
      case 'tool-call-delta':
        this.#passText(this.#cited.end())
        break
      case 'provider':
      case 'reasoning':
      case 'search-suggestions':
    }
    this.#emit(event)
  }

  #passText(text: string): void {
    if (this.#marked) this.#marked.text += text
    else if (text !== '') this.#emit({ type: 'text', text })
  }

  /** Reads the text of the round again with the markers of citations that were stated after it. */
  #mark(citations: readonly LateCitation[]): void {
    this.#passText(this.#cited.end())
    for (const { citation } of citations) this.#sources.declareCitation(citation)
    const raw = this.#raw
    this.#raw = withMarkers(raw, citations)
    this.#marked = { length: this.#cited.retract(raw.length), text: '' }
    this.#passText(this.#cited.push(this.#raw))
    if (!this.#sources.numbering) this.#endMarked()
  }

  #endMarked(): void {
    if (!this.#marked) return
    this.#passText(this.#cited.end())
    const { length, text } = this.#marked
    this.#marked = undefined
    if (length > 0) this.#emit({ type: 'marked', length, text })
  }
}

/** Replaces the ranges of citations by their markers; of ranges that overlap, the first one counts. */
function withMarkers(text: string, citations: readonly LateCitation[]): string {
  let result = ''
  let offset = 0
  for (const { start, end, citation } of citations.toSorted((left, right) => left.start - right.start)) {
    if (start < offset || end < start || end > text.length) continue
    result += text.slice(offset, start) + citationMarker(citation.key)
    offset = end
  }
  return result + text.slice(offset)
}
