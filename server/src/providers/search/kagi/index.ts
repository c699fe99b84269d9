import { apiKey, variableNotes, webAddress } from '#lib/variable-types.ts'
import { exchangeJson } from '../../wire/post.ts'
import { firstDayOf, hitsIn, valueAt } from '../exchange.ts'
import type { SearchModule } from '../search.ts'

const KAGI = { id: 'kagi', name: 'Kagi' } as const

const VARIABLES = {
  KAGI_API_KEY: apiKey.optional().register(variableNotes, {
    meaning: 'Key for web searches by Kagi',
    example: 'kagi-…',
    secret: true,
  }),
  KAGI_BASE_URL: webAddress.default('https://kagi.com').register(variableNotes, {
    meaning: 'Kagi, or a server with its API',
    example: 'https://kagi.com',
  }),
}

/** List price of a search in US dollars, as known in November 2026. */
const PRICE_USD = 0.025

/** Kagi's API of version 1. */
export const kagiSearch = {
  ...KAGI,
  listPriceUsd: PRICE_USD,
  envVar: 'KAGI_API_KEY',
  variables: VARIABLES,
  create(variables, { timeoutMs, priceOf }) {
    const key = variables.KAGI_API_KEY
    const baseUrl = variables.KAGI_BASE_URL
    if (key === undefined) return undefined
    const target = { provider: KAGI, apiKey: key, baseUrl, timeoutMs }
    return {
      ...KAGI,
      priceUsd: priceOf(KAGI.id) ?? PRICE_USD,
      async search({ query, recency, count }, signal) {
        const body = {
          query,
          workflow: 'search',
          limit: count,
          ...(recency !== undefined && { filters: { after: firstDayOf(recency, Date.now()) } }),
        }
        const json = await exchangeJson(target, { method: 'POST', path: '/api/v1/search', body }, signal)
        return {
          hits: hitsIn(valueAt(json, 'data.search'), { snippet: ['snippet'], publishedAt: 'time' }),
        }
      },
    }
  },
} as const satisfies SearchModule<typeof VARIABLES>
