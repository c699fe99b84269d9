import { variableNotes, webAddress } from '#lib/variable-types.ts'
import { ProviderFailure } from '../../failure.ts'
import { exchangeJson } from '../../wire/post.ts'
import { hitsIn, valueAt } from '../exchange.ts'
import type { SearchModule } from '../search.ts'

const SEARXNG = { id: 'searxng', name: 'SearXNG' } as const

const VARIABLES = {
  SEARXNG_URL: webAddress.optional().register(variableNotes, {
    meaning: 'A SearXNG server that web searches go to; its settings must list `json` in `search.formats`',
    example: 'http://searxng:8080',
  }),
}

/** SearXNG: a search engine that the host runs. It has no time range of a week, so that a month is searched. */
export const searxngSearch = {
  ...SEARXNG,
  listPriceUsd: 0,
  envVar: 'SEARXNG_URL',
  variables: VARIABLES,
  create(variables, { timeoutMs, priceOf }) {
    const baseUrl = variables.SEARXNG_URL
    if (baseUrl === undefined) return undefined
    return {
      ...SEARXNG,
      priceUsd: priceOf(SEARXNG.id) ?? 0,
      async search({ query, language, recency, count }, signal) {
        const parameters = new URLSearchParams({
          q: query,
          format: 'json',
          categories: 'general',
          safesearch: '1',
        })
        if (language !== undefined) parameters.set('language', language)
        if (recency !== undefined) parameters.set('time_range', recency === 'week' ? 'month' : recency)
        const target = { provider: SEARXNG, baseUrl, timeoutMs }
        try {
          const json = await exchangeJson(
            target,
            { method: 'GET', path: `/search?${parameters.toString()}` },
            signal,
          )
          const fields = { snippet: ['content'], publishedAt: 'publishedDate' }
          return { hits: hitsIn(valueAt(json, 'results'), fields).slice(0, count) }
        } catch (error) {
          throw error instanceof ProviderFailure && error.status === 403 ? withoutJson() : error
        }
      },
    }
  },
} as const satisfies SearchModule<typeof VARIABLES>

/** SearXNG returns 403 for formats that its settings do not list; by default only HTML is listed. */
const withoutJson = () =>
  new ProviderFailure({
    kind: 'refused',
    provider: SEARXNG.id,
    status: 403,
    message: 'SearXNG answered 403: add `json` to `search.formats` in its settings.yml.',
  })
