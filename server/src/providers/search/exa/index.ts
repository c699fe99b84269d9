import { apiKey, variableNotes, webAddress } from '#lib/variable-types.ts'
import { exchangeJson } from '../../wire/post.ts'
import { firstDayOf, hitsIn, valueAt } from '../exchange.ts'
import type { SearchModule } from '../search.ts'

const EXA = { id: 'exa', name: 'Exa' } as const

const VARIABLES = {
  EXA_API_KEY: apiKey.optional().register(variableNotes, {
    meaning: 'Key for web searches by Exa',
    example: '0a1b2c3d-…',
    secret: true,
  }),
  EXA_BASE_URL: webAddress.default('https://api.exa.ai').register(variableNotes, {
    meaning: 'Exa, or a server with its API',
    example: 'https://api.exa.ai',
  }),
}

/** List price of a search in US dollars, as known in November 2026; answers state what it really was. */
const PRICE_USD = 0.007
const MAX_HITS = 20
/** A cost beyond this is a mistake of the engine, in US dollars. */
const MAX_COST_USD = 1

export const exaSearch = {
  ...EXA,
  listPriceUsd: PRICE_USD,
  envVar: 'EXA_API_KEY',
  variables: VARIABLES,
  create(variables, { timeoutMs, priceOf }) {
    const key = variables.EXA_API_KEY
    const baseUrl = variables.EXA_BASE_URL
    if (key === undefined) return undefined
    const target = { provider: EXA, headers: { 'x-api-key': key }, baseUrl, timeoutMs }
    const hostPriceUsd = priceOf(EXA.id)
    return {
      ...EXA,
      priceUsd: hostPriceUsd ?? PRICE_USD,
      async search({ query, recency, count }, signal) {
        const body = {
          query,
          numResults: Math.min(count, MAX_HITS),
          contents: { highlights: true },
          ...(recency !== undefined && {
            startPublishedDate: `${firstDayOf(recency, Date.now())}T00:00:00.000Z`,
          }),
        }
        const json = await exchangeJson(target, { method: 'POST', path: '/search', body }, signal)
        const cost = valueAt(json, 'costDollars.total')
        const isCost = typeof cost === 'number' && cost >= 0 && cost <= MAX_COST_USD
        return {
          hits: hitsIn(valueAt(json, 'results'), {
            snippet: ['highlights', 'text'],
            publishedAt: 'publishedDate',
          }),
          ...(isCost && hostPriceUsd === undefined && { costUsd: cost }),
        }
      },
    }
  },
} as const satisfies SearchModule<typeof VARIABLES>
