import type { z } from 'zod'

/** How old a hit may be at most. */
export type Recency = 'day' | 'week' | 'month' | 'year'

export const RECENCIES = ['day', 'week', 'month', 'year'] as const satisfies readonly Recency[]

/** Longest query that every engine accepts, in UTF-16 code units. */
export const MAX_QUERY_LENGTH = 400

interface SearchRequest {
  /** at most `MAX_QUERY_LENGTH` */
  readonly query: string
  /** ISO 639-1, such as `de`; undefined: any language */
  readonly language?: string | undefined
  /** ISO 3166-1 alpha-2 in capitals, such as `DE`; undefined: any country */
  readonly country?: string | undefined
  readonly recency?: Recency | undefined
  /** wanted number of hits, 1..20 */
  readonly count: number
}

/** A hit: a link and a line about it, not a page that was read. Unchecked text of the engine. */
export interface SearchHit {
  readonly url: string
  readonly title: string
  readonly snippet: string
  /** as the engine writes it */
  readonly publishedAt?: string | undefined
}

interface SearchAnswer {
  /** the best first */
  readonly hits: readonly SearchHit[]
  /** what the engine charges for this search, in US dollars, if its answer states it; otherwise its list price applies */
  readonly costUsd?: number | undefined
}

/** A search engine of the web. */
export interface SearchProvider {
  readonly id: string
  /** as its vendor writes it */
  readonly name: string
  /** price of one search, in US dollars; 0 if it is free */
  readonly priceUsd: number
  /** Throws only ProviderFailure; its messages contain neither the query nor the key. */
  search(request: SearchRequest, signal: AbortSignal): Promise<SearchAnswer>
}

interface SearchContext {
  /** for the whole exchange, in ms */
  readonly timeoutMs: number
  /** the price that the host states for an engine, in US dollars; undefined: its list price */
  readonly priceOf: (id: string) => number | undefined
}

type VariableShape = Readonly<Record<string, z.ZodType>>

/** What a search engine's folder exports. */
export interface SearchModule<Variables extends VariableShape = VariableShape> {
  readonly id: string
  readonly name: string
  /** list price of one search, in US dollars; 0 if it is free */
  readonly listPriceUsd: number
  /** the environment variable that connects it */
  readonly envVar: string
  /** its environment variables */
  readonly variables: Variables
  /** Returns the engine; undefined if it is not set up. */
  create(variables: z.output<z.ZodObject<Variables>>, context: SearchContext): SearchProvider | undefined
}
