import { tavily } from '@tavily/core'
import { Exa, ExaError } from 'exa-js'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { type FakeSearchEngine, SEARCH_KEY, startSearchEngine } from '../../../../fakes/search/index.ts'
import type { RecordedRequest } from '../../../../fakes/upstream/recorded-request.ts'
import { readSettings } from '#settings/settings.ts'
import { createSearchRegistry } from './search-registry.ts'

// Runs the published clients of Tavily and Exa against the fake, so that it follows the engines and not our adapters: the clients
// must understand its answers, and send what the adapters send.

const PAGES = [
  {
    url: 'https://noaa.example/seals',
    title: 'Seals',
    snippet: 'Seals rest.',
    publishedAt: '2026-10-01T00:00:00.000Z',
  },
  { url: 'https://wiki.example/seal', title: 'Harbour seal', snippet: 'A seal is a mammal.' },
]
const QUERY = 'where do seals rest'
const NEVER = new AbortController().signal

let engine: FakeSearchEngine
beforeAll(async () => {
  engine = await startSearchEngine()
})
beforeEach(() => engine.index(PAGES))
afterAll(() => engine.close())

/** Searches with our adapter, and returns what the engine received. */
async function sentByAdapter(variables: Readonly<Record<string, string>>): Promise<RecordedRequest> {
  const [provider] = createSearchRegistry(readSettings(variables).search).providers
  await provider?.search({ query: QUERY, language: 'en', recency: 'week', count: 5 }, NEVER)
  return lastRequest()
}

function lastRequest(): RecordedRequest {
  const request = engine.requests.at(-1)
  if (!request) throw new Error('nothing was sent')
  return request
}

describe("Tavily's client", () => {
  const client = (apiKey = SEARCH_KEY) => tavily({ apiKey, apiBaseURL: engine.url })
  const options = { maxResults: 5, timeRange: 'week', searchDepth: 'basic', topic: 'general' } as const

  it('reads the results of the fake', async () => {
    const { query, results } = await client().search(QUERY, options)
    expect(query).toBe(QUERY)
    expect(results).toMatchObject(
      PAGES.map(({ url, title, snippet, publishedAt = undefined }) => ({
        url,
        title,
        content: snippet,
        publishedDate: publishedAt,
      })),
    )
    engine.index([])
    expect((await client().search(QUERY)).results).toEqual([])
  })

  it('is refused with another key', async () => {
    await expect(client('wrong').search(QUERY)).rejects.toThrow()
  })

  it('sends what our adapter sends', async () => {
    await client().search(QUERY, options)
    const published = lastRequest()
    const ours = await sentByAdapter({ TAVILY_API_KEY: SEARCH_KEY, TAVILY_BASE_URL: engine.url })
    expect([ours.method, ours.path, ours.headers.authorization]).toEqual([
      published.method,
      published.path,
      published.headers.authorization,
    ])
    // The client names every option, those without a value too.
    expect(published.json).toMatchObject(ours.json as object)
  })
})

describe("Exa's client", () => {
  const client = (apiKey = SEARCH_KEY) => new Exa(apiKey, engine.url)
  const options = {
    numResults: 5,
    contents: { highlights: true },
    startPublishedDate: '2026-11-01T00:00:00.000Z',
  } as const

  it('reads the results and the cost of the fake', async () => {
    const { results, costDollars } = await client().search(QUERY, options)
    expect(results).toMatchObject(
      PAGES.map(({ url, title, snippet }) => ({ url, title, highlights: [snippet] })),
    )
    expect(costDollars).toMatchObject({ total: 0.005 })
  })

  it('is refused with another key', async () => {
    await expect(client('wrong').search(QUERY)).rejects.toBeInstanceOf(ExaError)
  })

  it('sends what our adapter sends', async () => {
    await client().search(QUERY, options)
    const published = lastRequest()
    const ours = await sentByAdapter({ EXA_API_KEY: SEARCH_KEY, EXA_BASE_URL: engine.url })
    expect([ours.method, ours.path, ours.headers['x-api-key']]).toEqual([
      published.method,
      published.path,
      published.headers['x-api-key'],
    ])
    expect(published.json).toMatchObject({
      ...(ours.json as object),
      startPublishedDate: options.startPublishedDate,
    })
  })
})
