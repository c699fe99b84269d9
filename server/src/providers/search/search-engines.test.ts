import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { readSettings } from '#settings/settings.ts'
import { type FakeSearchEngine, SEARCH_KEY, startSearchEngine } from '../../../../fakes/search/index.ts'
import { createSearchRegistry } from './search-registry.ts'

const PAGES = [
  { url: 'https://noaa.example/seals', title: 'Seals', snippet: 'Seals rest.', publishedAt: '2026-10-01' },
  { url: 'https://wiki.example/seal', title: 'Harbour seal', snippet: 'A seal is a mammal.' },
]
const NEVER = new AbortController().signal
const REQUEST = {
  query: 'where do seals rest',
  language: 'pt',
  country: 'BR',
  recency: 'week',
  count: 2,
} as const

let engine: FakeSearchEngine
beforeEach(async () => {
  engine = await startSearchEngine(PAGES)
})
afterEach(() => engine.close())

/** Answers with these entries in place of hits, wherever an engine has its list of them. */
const answerOf = (entries: readonly unknown[]) => ({
  results: entries,
  web: { results: entries },
  data: { search: entries, results: entries },
})

/** The variables that connect each engine to the fake. */
const ENGINES: Readonly<Record<string, () => Readonly<Record<string, string>>>> = {
  searxng: () => ({ SEARXNG_URL: `${engine.url}/` }),
  brave: () => ({ BRAVE_API_KEY: SEARCH_KEY, BRAVE_BASE_URL: engine.url }),
  tavily: () => ({ TAVILY_API_KEY: SEARCH_KEY, TAVILY_BASE_URL: engine.url }),
  exa: () => ({ EXA_API_KEY: SEARCH_KEY, EXA_BASE_URL: engine.url }),
  kagi: () => ({ KAGI_API_KEY: SEARCH_KEY, KAGI_BASE_URL: engine.url }),
  custom: () => ({
    SEARCH_TEMPLATE: JSON.stringify({
      name: 'Intranet',
      url: `${engine.url}/own`,
      method: 'POST',
      body: { query: '{query}', size: '{count}', nested: ['{language}-{country}'] },
      hits: 'data.results',
      fields: { url: 'link', title: 'name', snippet: 'text' },
    }),
  }),
}

function providerOf(id: string, options?: { readonly timeoutMs: number }) {
  const registry = createSearchRegistry(readSettings(ENGINES[id]?.() ?? {}).search, options)
  const [provider] = registry.providers
  if (!provider) throw new Error(`${id} is not set up`)
  return provider
}

describe.each(Object.keys(ENGINES))('%s', (id) => {
  it('returns hits', async () => {
    const { hits } = await providerOf(id).search(REQUEST, NEVER)
    expect(hits.map(({ url, title }) => ({ url, title }))).toEqual(
      PAGES.map(({ url, title }) => ({ url, title })),
    )
    expect(hits[1]?.snippet).toMatch(/seal is a mammal/)
  })

  it('returns none if there is none', async () => {
    engine.index([])
    expect((await providerOf(id).search(REQUEST, NEVER)).hits).toEqual([])
  })

  it('skips what is no hit, and reads no more than a page of a long answer', async () => {
    const hit = { url: 'https://a.example', link: 'https://a.example' }
    const entries = [null, 7, { title: 'without address' }, ...Array.from({ length: 5_000 }, () => hit)]
    engine.answerWith(JSON.stringify(answerOf(entries)))
    const { hits } = await providerOf(id).search(REQUEST, NEVER)
    expect(hits.length).toBeLessThanOrEqual(50)
    expect(hits[0]).toMatchObject({ url: 'https://a.example' })
  })

  it.each([
    [403, 'unauthorized', 'answered 403'],
    [429, 'rate-limited', 'answered 429'],
    [500, 'unavailable', 'answered 500'],
  ])('fails with a reason at %i', async (status, kind, message) => {
    engine.fail(status)
    const expected = id === 'searxng' && status === 403 ? 'refused' : kind
    await expect(providerOf(id).search(REQUEST, NEVER)).rejects.toMatchObject({
      name: 'ProviderFailure',
      kind: expected,
      message: expect.stringContaining(message),
    })
  })

  it.each([
    ['HTML', '<html>Sign in</html>', 'text/html'],
    ['no JSON', 'Too many requests', 'application/json'],
    ['six megabytes', JSON.stringify({ results: 'x'.repeat(6_000_000) }), 'application/json'],
  ])('fails at %s', async (_, text, type) => {
    engine.answerWith(text, type)
    await expect(providerOf(id).search(REQUEST, NEVER)).rejects.toMatchObject({ kind: 'broken' })
  })

  it('never names the query or the key in a failure', async () => {
    engine.fail(400)
    const failure: unknown = await providerOf(id)
      .search(REQUEST, NEVER)
      .catch((error: unknown) => error)
    expect(String(failure)).not.toMatch(new RegExp(`seals|${SEARCH_KEY}`))
  })
})

it('an engine that does not answer is given up', async () => {
  engine.hang()
  await expect(providerOf('tavily', { timeoutMs: 50 }).search(REQUEST, NEVER)).rejects.toMatchObject({
    kind: 'timeout',
  })
})

it('a stopped search fails at once', async () => {
  engine.hang()
  const stop = new AbortController()
  const search = providerOf('kagi').search(REQUEST, stop.signal)
  stop.abort()
  await expect(search).rejects.toMatchObject({ name: 'ProviderFailure' })
})

it('says what SearXNG needs if it does not offer JSON', async () => {
  engine.withoutJson()
  await expect(providerOf('searxng').search(REQUEST, NEVER)).rejects.toThrow('search.formats')
})

it('sends what each engine expects', async () => {
  await providerOf('searxng').search(REQUEST, NEVER)
  await providerOf('brave').search(REQUEST, NEVER)
  await providerOf('custom').search(REQUEST, NEVER)
  const [searxng, brave, custom] = engine.requests
  expect(Object.fromEntries(searxng?.query ?? [])).toMatchObject({
    language: 'pt',
    time_range: 'month',
    format: 'json',
  })
  expect(Object.fromEntries(brave?.query ?? [])).toMatchObject({
    search_lang: 'pt-br',
    country: 'BR',
    freshness: 'pw',
  })
  expect(custom?.json).toEqual({ query: REQUEST.query, size: 2, nested: ['pt-BR'] })
})

const status = (variables: Readonly<Record<string, string>>) =>
  statusOf(createSearchRegistry(readSettings(variables).search))

const statusOf = (registry: ReturnType<typeof createSearchRegistry>) => registry.status(registry.providers)

describe('the registry', () => {
  it('lists what is set up first, in the order of the host', () => {
    const variables = { SEARXNG_URL: 'http://searx.example', BRAVE_API_KEY: 'key', KAGI_API_KEY: 'key' }
    const listed = status({
      ...variables,
      SEARCH_PROVIDERS: 'brave,searxng,exa',
      SEARCH_PRICES: 'brave=0.003',
    })
    const others = Object.keys(ENGINES).filter((id) => id !== 'brave' && id !== 'searxng')
    expect(listed.map(({ id, available }) => [id, available])).toEqual([
      ['brave', true],
      ['searxng', true],
      ...others.map((id) => [id, false]),
    ])
    const engineOf = (id: string) => listed.find((listedEngine) => listedEngine.id === id)
    expect(listed[0]).toMatchObject({ priceUsd: 0.003, reason: null, envVar: null })
    expect(engineOf('exa')).toMatchObject({ envVar: 'EXA_API_KEY', reason: 'Exa is not connected.' })
    expect(engineOf('kagi')).toMatchObject({ envVar: 'SEARCH_PROVIDERS' })
  })

  it.each([
    [{ SEARCH_PROVIDERS: 'bing' }, 'SEARCH_PROVIDERS'],
    [{ SEARCH_PRICES: 'brave=cheap' }, 'SEARCH_PRICES'],
    [{ SEARCH_TEMPLATE: '{"url":"ftp://a"}' }, 'SEARCH_TEMPLATE'],
    [{ SEARXNG_URL: 'searx' }, 'SEARXNG_URL'],
  ])('rejects %j', (variables, name) => {
    expect(() => readSettings(variables)).toThrow(name)
  })
})

it('states what Exa charged', async () => {
  expect((await providerOf('exa').search(REQUEST, NEVER)).costUsd).toBe(0.005)
})
