import type { EmitLlmEvent, LlmCitation, LlmPassage, VendorPage } from '../llm/llm.ts'
import { citationMarker } from '../llm/llm.ts'
import { parseJson } from '../wire/event-stream.ts'

/** The fields of a content block that are read, over all its types. */
export interface ContentBlock {
  readonly type?: unknown
  readonly id?: unknown
  readonly name?: unknown
  readonly tool_use_id?: unknown
  readonly content?: unknown
}

/** The fields of a delta that are read, over all its types. */
export interface ContentDelta {
  readonly type?: unknown
  readonly text?: unknown
  readonly thinking?: unknown
  readonly signature?: unknown
  readonly partial_json?: unknown
  readonly citation?: unknown
}

interface VendorCitation {
  readonly type?: unknown
  readonly url?: unknown
  readonly title?: unknown
  readonly cited_text?: unknown
  readonly search_result_index?: unknown
}

/** A block while it arrives, as it goes back to the vendor. */
type OpenBlock = Record<string, unknown> & { json?: string; citations?: unknown[] }

/** Collects the blocks of a turn, and emits what the vendor searches and cites. */
export class ContentBlocks {
  readonly #passages: readonly LlmPassage[]
  readonly #emit: EmitLlmEvent
  readonly #blocks = new Map<unknown, OpenBlock>()
  #citations: number

  /** @param firstKey number of the first citation: keys differ between the requests of a turn */
  constructor(passages: readonly LlmPassage[], emit: EmitLlmEvent, firstKey = 0) {
    this.#passages = passages
    this.#emit = emit
    this.#citations = firstKey
  }

  /** number of citations so far, those before included */
  get citationCount(): number {
    return this.#citations
  }

  /** the blocks as the vendor accepts them back; it rejects empty texts */
  get content(): readonly object[] {
    return [...this.#blocks.values()]
      .filter(({ type, text }) => type !== 'text' || (typeof text === 'string' && text.trim() !== ''))
      .map(({ json, ...block }) => (json === undefined ? block : { ...block, input: inputOf(json) }))
  }

  start(index: unknown, block: ContentBlock): void {
    this.#blocks.set(index, { ...block })
    if (block.type === 'web_search_tool_result')
      this.#emit({
        type: 'web-search',
        id: String(block.tool_use_id),
        query: '',
        pages: pagesIn(block.content),
      })
  }

  add(index: unknown, { type, text, thinking, signature, partial_json, citation }: ContentDelta): void {
    const block = this.#blocks.get(index)
    if (!block) return
    if (type === 'text_delta') block['text'] = textOf(block['text']) + textOf(text)
    if (type === 'thinking_delta') block['thinking'] = textOf(block['thinking']) + textOf(thinking)
    if (type === 'signature_delta') block['signature'] = textOf(block['signature']) + textOf(signature)
    if (type === 'input_json_delta') block.json = textOf(block.json) + textOf(partial_json)
    if (type === 'citations_delta') block.citations = [...(block.citations ?? []), citation]
  }

  /** Emits the citations of a text, which stand for all of its block, and the query of a search. */
  stop(index: unknown): void {
    const block = this.#blocks.get(index)
    if (block?.['type'] === 'server_tool_use' && block['name'] === 'web_search') {
      const { query } = inputOf(textOf(block.json)) as { readonly query?: unknown }
      this.#emit({ type: 'web-search', id: String(block['id']), query: textOf(query) })
    }
    for (const citation of block?.['type'] === 'text' ? (block.citations ?? []) : []) this.#cite(citation)
  }

  #cite(stated: unknown): void {
    const citation = this.#citationOf(stated ?? {})
    if (!citation) return
    this.#citations += 1
    this.#emit({ type: 'citation', citation })
    this.#emit({ type: 'text', text: citationMarker(citation.key) })
  }

  #citationOf({
    type,
    url,
    title,
    cited_text,
    search_result_index,
  }: VendorCitation): LlmCitation | undefined {
    const key = String(this.#citations)
    const quote = textOf(cited_text)
    if (type === 'web_search_result_location' && typeof url === 'string')
      return { key, pages: [{ url, title: textOf(title) }], quote }
    const passage =
      type === 'search_result_location' && typeof search_result_index === 'number'
        ? this.#passages[search_result_index]
        : undefined
    return passage && { key, pages: [], sourceNumber: passage.number, quote }
  }
}

const textOf = (value: unknown): string => (typeof value === 'string' ? value : '')

function inputOf(json: string): object {
  const input = parseJson(json)
  return typeof input === 'object' && input !== null ? input : {}
}

/** Returns the pages that a search has found; none if it failed. */
function pagesIn(content: unknown): readonly VendorPage[] {
  if (!Array.isArray(content)) return []
  return (content as readonly ({ readonly url?: unknown; readonly title?: unknown } | null)[]).flatMap(
    (result) => (typeof result?.url === 'string' ? [{ url: result.url, title: textOf(result.title) }] : []),
  )
}
