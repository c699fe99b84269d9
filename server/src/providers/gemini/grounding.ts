import { MAX_SEARCH_SUGGESTIONS_LENGTH } from '@vee/contract/entities/source'
import type { EmitLlmEvent, LateCitation, VendorPage } from '../llm/llm.ts'
import { combinesTools } from './generate-content-request.ts'

/** What Google states about its search for a reply; the fields that are read. */
export interface GroundingMetadata {
  readonly webSearchQueries?: unknown
  readonly groundingChunks?:
    | readonly ({ readonly web?: { readonly uri?: unknown; readonly title?: unknown } | null } | null)[]
    | null
  readonly groundingSupports?: readonly (Support | null)[] | null
  readonly searchEntryPoint?: { readonly renderedContent?: unknown } | null
}

interface Support {
  /** a range of the text in bytes of UTF-8 */
  readonly segment?: {
    readonly startIndex?: unknown
    readonly endIndex?: unknown
    readonly text?: unknown
  } | null
  readonly groundingChunkIndices?: readonly unknown[] | null
}

/** Collects what the text of a reply rests on. Google states it with the end of the text. */
export class Grounding {
  readonly #emit: EmitLlmEvent
  #text = ''
  readonly #queries = new Set<string>()
  readonly #pages: VendorPage[] = []
  readonly #supports: { readonly support: Support; readonly firstPage: number }[] = []
  #suggestions: string | undefined
  #searchId = 'grounding'
  #isGrounded = false

  constructor(emit: EmitLlmEvent) {
    this.#emit = emit
  }

  addText(text: string): void {
    this.#text += text
  }

  /** The model searches before it writes; the pages are stated later. */
  search({
    id,
    args,
  }: {
    readonly id?: unknown
    readonly args?: { readonly queries?: unknown } | null
  }): void {
    const [query = ''] = textsIn(args?.queries)
    if (typeof id === 'string' && !this.#isGrounded) this.#searchId = id
    this.#isGrounded = true
    this.#emit({ type: 'web-search', id: this.#searchId, query })
  }

  /** The indices of supports count the pages of the same metadata. */
  add({ webSearchQueries, groundingChunks, groundingSupports, searchEntryPoint }: GroundingMetadata): void {
    for (const query of textsIn(webSearchQueries)) this.#queries.add(query)
    const firstPage = this.#pages.length
    for (const chunk of groundingChunks ?? []) {
      const { uri, title } = chunk?.web ?? {}
      this.#pages.push({
        url: typeof uri === 'string' ? uri : '',
        title: typeof title === 'string' ? title : '',
      })
    }
    for (const support of groundingSupports ?? []) if (support) this.#supports.push({ support, firstPage })
    const html = searchEntryPoint?.renderedContent
    if (typeof html === 'string' && html !== '' && html.length <= MAX_SEARCH_SUGGESTIONS_LENGTH)
      this.#suggestions = html
  }

  /** Emits the pages, and the citations of the text. */
  end(): void {
    const pages = this.#pages.filter(({ url }) => url !== '')
    if (this.#queries.size > 0 || pages.length > 0) {
      const [query = ''] = this.#queries
      this.#isGrounded = true
      this.#emit({ type: 'web-search', id: this.#searchId, query, pages })
    }
    const citations = this.#supports.flatMap(({ support, firstPage }, index) =>
      this.#citationOf(support, firstPage, String(index)),
    )
    if (citations.length > 0) this.#emit({ type: 'late-citations', citations })
    if (this.#suggestions !== undefined) this.#emit({ type: 'search-suggestions', html: this.#suggestions })
  }

  /** Returns the charged searches: since Gemini 3 each query, before each grounded reply. */
  searchesOf(model: string): number {
    if (!this.#isGrounded) return 0
    return combinesTools(model) ? Math.max(1, this.#queries.size) : 1
  }

  #citationOf({ segment, groundingChunkIndices }: Support, firstPage: number, key: string): LateCitation[] {
    const pages = (groundingChunkIndices ?? []).flatMap((index) => {
      const page = typeof index === 'number' ? this.#pages[firstPage + index] : undefined
      return page && page.url !== '' ? [page] : []
    })
    const end = this.#endOf(segment ?? {})
    return pages.length === 0 || end === undefined ? [] : [{ start: end, end, citation: { key, pages } }]
  }

  /** Returns where a segment ends, in UTF-16 code units: by its bytes if its text is there, otherwise by its text. */
  #endOf({ startIndex = 0, endIndex, text }: NonNullable<Support['segment']>): number | undefined {
    if (typeof startIndex !== 'number' || typeof endIndex !== 'number' || endIndex <= startIndex)
      return undefined
    const bytes = Buffer.from(this.#text)
    const end = bytes.subarray(0, endIndex).toString().length
    const start = bytes.subarray(0, startIndex).toString().length
    if (typeof text !== 'string' || this.#text.slice(start, end) === text) return end
    const index = this.#text.indexOf(text)
    return index === -1 || text === '' ? undefined : index + text.length
  }
}

const textsIn = (value: unknown): readonly string[] =>
  Array.isArray(value) ? value.filter((text): text is string => typeof text === 'string') : []
