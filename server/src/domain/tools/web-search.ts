import { MICRO_USD_PER_USD } from '#providers/llm/prices.ts'
import type { AgentId } from '@vee/contract/entities/agent-ids'
import type { Locale } from '@vee/contract/entities/locale'
import { ProviderFailure } from '#providers/failure.ts'
import {
  MAX_QUERY_LENGTH,
  type Recency,
  type SearchHit,
  type SearchProvider,
} from '#providers/search/search.ts'
import type { Caller } from '../accounts/index.ts'
import { DomainError } from '../errors/domain-error.ts'
import type { Ledger } from '../money/ledger/index.ts'

/** Hits that are asked for. */
const MAX_HITS = 8
const MAX_TITLE_LENGTH = 200
const MAX_SNIPPET_LENGTH = 400
interface WebQuery {
  readonly query: string
  readonly recency?: Recency | undefined
}

/** For whom, and for which reply, a search is. */
interface WebSearchContext {
  readonly caller: Caller
  readonly locale: Locale
  readonly agentId?: AgentId | undefined
  readonly conversationId?: string | undefined
  readonly replyId?: string | undefined
}

export interface FoundPages {
  /** the name of the engine that answered */
  readonly engine: string
  /** the best first, each address once */
  readonly hits: readonly SearchHit[]
  /** what the search cost the payer, in US dollars */
  readonly costUsd: number
}

/** Searches the web with the engines that the host has set up. */
export interface WebSearch {
  /** whether this caller's queries go to an engine */
  isAvailableTo(caller: Caller): boolean
  /** whether no engine that this caller's queries may go to has a price */
  isFreeFor(caller: Caller): boolean
  /**
   * Searches with the first engine that answers; each search is reserved in the ledger before and settled after. Throws
   * DomainError of the ledger, or the ProviderFailure of the last engine.
   */
  search(query: WebQuery, context: WebSearchContext, signal: AbortSignal): Promise<FoundPages>
}

interface WebSearchDependencies {
  /** returns the engines in order of preference for a caller; empty if it may use none */
  readonly enginesFor: (caller: Caller) => readonly SearchProvider[]
  readonly ledger: Pick<Ledger, 'reserve'>
  /** called with the failure of an engine when the next one is asked; contains no query */
  readonly onFailure: (failure: unknown) => void
}

export function createWebSearch({ enginesFor, ledger, onFailure }: WebSearchDependencies): WebSearch {
  const searchWith = async (
    searchProvider: SearchProvider,
    { query, recency }: WebQuery,
    { caller, locale, agentId, conversationId, replyId }: WebSearchContext,
    signal: AbortSignal,
  ) => {
    const reservation = await ledger.reserve({
      caller,
      provider: searchProvider.id,
      model: searchProvider.id,
      expected: unitsOf(searchProvider.priceUsd, true),
      ...(agentId !== undefined && { agentId }),
      ...(conversationId !== undefined && { conversationId }),
      ...(replyId !== undefined && { replyId }),
    })
    try {
      const [language] = locale.split('-')
      const text = query.trim().slice(0, MAX_QUERY_LENGTH).toWellFormed()
      const answer = await searchProvider.search({ query: text, language, recency, count: MAX_HITS }, signal)
      const isListPrice = answer.costUsd === undefined
      const costUsd = await reservation.settle(
        unitsOf(answer.costUsd ?? searchProvider.priceUsd, isListPrice),
      )
      return { engine: searchProvider.name, hits: cleaned(answer.hits), costUsd }
    } finally {
      // Nothing was found out: the search is not charged. A settled reservation stays as it is.
      await reservation.settle(undefined)
    }
  }
  return {
    isAvailableTo: (caller) => enginesFor(caller).length > 0,
    isFreeFor: (caller) => enginesFor(caller).every(({ priceUsd }) => priceUsd === 0),
    async search(query, context, signal) {
      const engines = enginesFor(context.caller)
      for (const [index, engine] of engines.entries()) {
        try {
          return await searchWith(engine, query, context, signal)
        } catch (error) {
          const isLast = index === engines.length - 1
          if (isLast || signal.aborted || !(error instanceof ProviderFailure)) throw error
          onFailure(error)
        }
      }
      throw new DomainError('FORBIDDEN', 'No search engine is set up.')
    },
  }
}

/** Returns one search as it is charged. */
const unitsOf = (priceUsd: number, isEstimated: boolean) => ({
  kind: 'search' as const,
  searches: 1,
  price: { microUsd: Math.round(priceUsd * MICRO_USD_PER_USD), isEstimated },
})

/** Returns hits with web addresses, each once, on one line and of usual length: an engine's answer is not trusted. */
function cleaned(hits: readonly SearchHit[]): readonly SearchHit[] {
  const byUrl = new Map<string, SearchHit>()
  for (const { url, title, snippet, publishedAt } of hits) {
    const parsed = URL.parse(url)
    if (!parsed || !/^https?:$/.test(parsed.protocol) || url.length > 2_000) continue
    parsed.hash = ''
    if (byUrl.has(parsed.href) || byUrl.size === MAX_HITS) continue
    byUrl.set(parsed.href, {
      url: parsed.href,
      title: oneLine(title).slice(0, MAX_TITLE_LENGTH),
      snippet: oneLine(snippet).slice(0, MAX_SNIPPET_LENGTH),
      ...(publishedAt !== undefined && { publishedAt: oneLine(publishedAt).slice(0, 40) }),
    })
  }
  return [...byUrl.values()]
}

/** Engines mark matches with tags. */
const oneLine = (text: string) =>
  text
    .replaceAll(/<[^<>]{0,40}>/g, '')
    .replaceAll(/\s+/g, ' ')
    .trim()
