import { z } from 'zod'
import { trimmedText, variableNotes } from '#lib/variable-types.ts'
import { exchangeJson } from '../../wire/post.ts'
import { hitsIn, valueAt } from '../exchange.ts'
import type { SearchModule } from '../search.ts'

const ID = 'custom'

/** `{query}`, `{count}`, `{language}` and `{country}` are replaced in the address and in the texts of the body. */
const template = z.object({
  name: z.string().trim().min(1).max(60).default('Own search engine'),
  url: z.url({ protocol: /^https?$/ }),
  method: z.enum(['GET', 'POST']).default('GET'),
  headers: z.record(z.string(), z.string()).default({}),
  body: z.record(z.string(), z.unknown()).default({}),
  /** the path of the list of hits, such as `data.results`; empty: the answer is the list */
  hits: z.string().default('results'),
  fields: z
    .object({
      url: z.string().default('url'),
      title: z.string().default('title'),
      snippet: z.string().default('snippet'),
      publishedAt: z.string().optional(),
    })
    .prefault({}),
})

const VARIABLES = {
  SEARCH_TEMPLATE: trimmedText
    .transform((json, context) => {
      try {
        return template.parse(JSON.parse(json))
      } catch {
        context.addIssue({ code: 'custom', message: 'must be the JSON that describes a search engine' })
        return z.NEVER
      }
    })
    .optional()
    .register(variableNotes, {
      meaning:
        'JSON that describes any other search engine: address, headers, body, and where the hits are in its answer',
      example:
        '{"name":"Intranet","url":"https://search.example.org/api?q={query}&n={count}","hits":"data.results","fields":{"url":"link","snippet":"text"}}',
      secret: true,
    }),
}

/** An engine that the host describes by a template. */
export const customSearch = {
  id: ID,
  name: 'Own search engine',
  listPriceUsd: 0,
  envVar: 'SEARCH_TEMPLATE',
  variables: VARIABLES,
  create(variables, { timeoutMs, priceOf }) {
    const engine = variables.SEARCH_TEMPLATE
    if (engine === undefined) return undefined
    const { name, url, method, headers, body, hits, fields } = engine
    const provider = { id: ID, name }
    return {
      ...provider,
      priceUsd: priceOf(ID) ?? 0,
      async search({ query, language = '', country = '', count }, signal) {
        const values: Values = { query, language, country, count: String(count) }
        const { origin, pathname, search } = new URL(filled(url, values, encodeURIComponent))
        const target = { provider, headers, baseUrl: origin, timeoutMs }
        const path = `${pathname}${search}`
        const json = await exchangeJson(
          target,
          method === 'GET' ? { method, path } : { method, path, body: filledBody(body, values) as object },
          signal,
        )
        const { publishedAt, snippet, ...names } = fields
        return {
          hits: hitsIn(valueAt(json, hits), {
            ...names,
            snippet: [snippet],
            ...(publishedAt !== undefined && { publishedAt }),
          }).slice(0, count),
        }
      },
    }
  },
} as const satisfies SearchModule<typeof VARIABLES>

type Values = Readonly<Record<'query' | 'language' | 'country' | 'count', string>>

const filled = (text: string, values: Values, encode: (value: string) => string = (value) => value) =>
  text.replaceAll(/\{(query|language|country|count)\}/g, (_, name: keyof Values) => encode(values[name]))

function filledBody(value: unknown, values: Values): unknown {
  if (value === '{count}') return Number(values.count)
  if (typeof value === 'string') return filled(value, values)
  if (Array.isArray(value)) return value.map((entry) => filledBody(entry, values))
  if (typeof value !== 'object' || value === null) return value
  return Object.fromEntries(Object.entries(value).map(([name, entry]) => [name, filledBody(entry, values)]))
}
