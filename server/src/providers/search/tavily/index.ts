import { apiKey, variableNotes, webAddress } from '#lib/variable-types.ts'
import { exchangeJson } from '../../wire/post.ts'
import { hitsIn, valueAt } from '../exchange.ts'
import type { SearchModule } from '../search.ts'

const TAVILY = { id: 'tavily', name: 'Tavily' } as const

const VARIABLES = {
  TAVILY_API_KEY: apiKey.optional().register(variableNotes, {
    meaning: 'Key for web searches by Tavily',
    example: 'tvly-…',
    secret: true,
  }),
  TAVILY_BASE_URL: webAddress.default('https://api.tavily.com').register(variableNotes, {
    meaning: 'Tavily, or a server with its API',
    example: 'https://api.tavily.com',
  }),
}

/** Price of one credit, which a basic search takes, in US dollars, as known in November 2026. */
const PRICE_USD = 0.008
const MAX_HITS = 20

export const tavilySearch = {
  ...TAVILY,
  listPriceUsd: PRICE_USD,
  envVar: 'TAVILY_API_KEY',
  variables: VARIABLES,
  create(variables, { timeoutMs, priceOf }) {
    const key = variables.TAVILY_API_KEY
    const baseUrl = variables.TAVILY_BASE_URL
    if (key === undefined) return undefined
    const target = { provider: TAVILY, apiKey: key, baseUrl, timeoutMs }
    return {
      ...TAVILY,
      priceUsd: priceOf(TAVILY.id) ?? PRICE_USD,
      async search({ query, recency, count }, signal) {
        const body = {
          query,
          search_depth: 'basic',
          topic: 'general',
          max_results: Math.min(count, MAX_HITS),
          ...(recency !== undefined && { time_range: recency }),
        }
        const json = await exchangeJson(target, { method: 'POST', path: '/search', body }, signal)
        const fields = { snippet: ['content'], publishedAt: 'published_date' }
        return { hits: hitsIn(valueAt(json, 'results'), fields) }
      },
    }
  },
} as const satisfies SearchModule<typeof VARIABLES>
