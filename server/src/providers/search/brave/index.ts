import { apiKey, variableNotes, webAddress } from '#lib/variable-types.ts'
import { exchangeJson } from '../../wire/post.ts'
import { hitsIn, valueAt } from '../exchange.ts'
import type { SearchModule } from '../search.ts'

const BRAVE = { id: 'brave', name: 'Brave Search' } as const

const VARIABLES = {
  BRAVE_API_KEY: apiKey.optional().register(variableNotes, {
    meaning: 'Key for web searches by Brave Search',
    example: 'BSA…',
    secret: true,
  }),
  BRAVE_BASE_URL: webAddress.default('https://api.search.brave.com').register(variableNotes, {
    meaning: 'Brave Search, or a server with its API',
    example: 'https://api.search.brave.com',
  }),
}

/** List price of a search in US dollars, as known in November 2026. */
const PRICE_USD = 0.005
const MAX_HITS = 20
const FRESHNESS = { day: 'pd', week: 'pw', month: 'pm', year: 'py' } as const
/** Brave's own codes of languages. */
const LANGUAGES: Readonly<Record<string, string>> = { ja: 'jp', pt: 'pt-br', zh: 'zh-hans' }

export const braveSearch = {
  ...BRAVE,
  listPriceUsd: PRICE_USD,
  envVar: 'BRAVE_API_KEY',
  variables: VARIABLES,
  create(variables, { timeoutMs, priceOf }) {
    const key = variables.BRAVE_API_KEY
    const baseUrl = variables.BRAVE_BASE_URL
    if (key === undefined) return undefined
    const target = { provider: BRAVE, headers: { 'X-Subscription-Token': key }, baseUrl, timeoutMs }
    return {
      ...BRAVE,
      priceUsd: priceOf(BRAVE.id) ?? PRICE_USD,
      async search({ query, language, country, recency, count }, signal) {
        const parameters = new URLSearchParams({ q: query, count: String(Math.min(count, MAX_HITS)) })
        if (language !== undefined) parameters.set('search_lang', LANGUAGES[language] ?? language)
        if (country !== undefined) parameters.set('country', country)
        if (recency !== undefined) parameters.set('freshness', FRESHNESS[recency])
        const path = `/res/v1/web/search?${parameters.toString()}`
        const json = await exchangeJson(target, { method: 'GET', path }, signal)
        const fields = { snippet: ['description', 'extra_snippets'], publishedAt: 'page_age' }
        return { hits: hitsIn(valueAt(json, 'web.results'), fields) }
      },
    }
  },
} as const satisfies SearchModule<typeof VARIABLES>
