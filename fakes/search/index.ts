import type { ServerResponse } from 'node:http'
import type { RecordedRequest } from '../upstream/recorded-request.ts'
import { serveRequests, type VendorServer } from '../serve-requests.ts'

/** A page that the engine knows. */
export interface IndexedPage {
  readonly url: string
  readonly title: string
  readonly snippet: string
  /** ISO 8601 */
  readonly publishedAt?: string
}

/** The key that the engine accepts; SearXNG needs none. */
export const SEARCH_KEY = 'search-key'

/** A search engine that speaks the protocols of SearXNG, Brave, Tavily, Exa and Kagi, and one of its own (`/own`). */
export interface FakeSearchEngine extends VendorServer {
  /** the pages that it finds for every query, the best first */
  index(pages: readonly IndexedPage[]): void
  /** Answers later requests with this text and type, with status 200. */
  answerWith(text: string, contentType?: string): void
  /** Makes SearXNG's format HTML alone, as it is installed. */
  withoutJson(): void
}

export async function startSearchEngine(pages: readonly IndexedPage[] = []): Promise<FakeSearchEngine> {
  let indexed = pages
  let nextResponse: { readonly text: string; readonly contentType: string } | undefined
  let hasJson = true
  const server = await serveRequests(isAuthorized, (request, response) => {
    if (nextResponse) {
      response.writeHead(200, { 'content-type': nextResponse.contentType }).end(nextResponse.text)
      return undefined
    }
    return search(request, response, indexed, hasJson)
  })
  return Object.assign(server, {
    index: (pages: readonly IndexedPage[]) => void (indexed = pages),
    answerWith: (text: string, contentType = 'application/json') =>
      void (nextResponse = { text, contentType }),
    withoutJson: () => void (hasJson = false),
  })
}

function isAuthorized({ method, path, headers }: RecordedRequest): boolean {
  if (path === '/res/v1/web/search') return headers['x-subscription-token'] === SEARCH_KEY
  if (method !== 'POST' || path === '/own') return true
  const key = headers['x-api-key'] ?? headers.authorization?.replace(/^Bearer /, '')
  return key === SEARCH_KEY
}

function search(
  { method, path, headers, query, json }: RecordedRequest,
  response: ServerResponse,
  pages: readonly IndexedPage[],
  hasJson: boolean,
): object | undefined {
  const refuse = (status: number) => {
    response
      .writeHead(status, { 'content-type': 'application/json' })
      .end('{"error":{"code":"invalid_request"}}')
    return undefined
  }
  if (method === 'GET' && path === '/search') {
    if (query.get('q') === null) return refuse(400)
    if (query.get('format') !== 'json' || !hasJson) return refuse(403)
    return searxng(query.get('q') ?? '', pages)
  }
  if (method === 'GET' && path === '/res/v1/web/search') return brave(query, pages) ?? refuse(422)
  if (method !== 'POST') return refuse(404)
  const given = (json ?? {}) as Readonly<Record<string, unknown>>
  if (typeof given['query'] !== 'string') return refuse(400)
  if (path === '/api/v1/search') return kagi(given, pages)
  if (path === '/own') {
    const results = pages.map(({ url, title, snippet }) => ({ link: url, name: title, text: snippet }))
    return { data: { results } }
  }
  if (path !== '/search') return refuse(404)
  return headers['x-api-key'] === undefined ? tavily(given, pages) : exa(given, pages)
}

const searxng = (query: string, pages: readonly IndexedPage[]) => ({
  query,
  number_of_results: pages.length,
  results: pages.map(({ url, title, snippet, publishedAt = null }, index) => ({
    url,
    title,
    content: snippet,
    publishedDate: publishedAt,
    engine: 'fake',
    engines: ['fake'],
    score: 1 / (index + 1),
    category: 'general',
    template: 'default.html',
    thumbnail: null,
  })),
  answers: [],
  corrections: [],
  infoboxes: [],
  suggestions: [],
  unresponsive_engines: [],
})

/** Brave refuses queries of more than 400 characters and more than 20 hits. */
function brave(parameters: URLSearchParams, pages: readonly IndexedPage[]) {
  const query = parameters.get('q') ?? ''
  const count = Number(parameters.get('count') ?? 20)
  if (query === '' || query.length > 400 || count > 20) return undefined
  return {
    type: 'search',
    query: { original: query },
    web: {
      type: 'search',
      results: pages.slice(0, count).map(({ url, title, snippet, publishedAt }) => ({
        type: 'search_result',
        url,
        title,
        description: snippet.replaceAll(/(\w+)/g, (word, _, offset: number) =>
          offset === 0 ? `<strong>${word}</strong>` : word,
        ),
        page_age: publishedAt,
      })),
    },
  }
}

const tavily = (given: Readonly<Record<string, unknown>>, pages: readonly IndexedPage[]) => ({
  query: given['query'],
  answer: null,
  images: [],
  results: pages
    .slice(0, Number(given['max_results'] ?? 5))
    .map(({ url, title, snippet, publishedAt }, index) => ({
      url,
      title,
      content: snippet,
      score: 1 / (index + 1),
      raw_content: null,
      published_date: publishedAt,
    })),
  response_time: 0.1,
  request_id: 'request-1',
})

const exa = (given: Readonly<Record<string, unknown>>, pages: readonly IndexedPage[]) => ({
  requestId: 'request-1',
  resolvedSearchType: 'neural',
  results: pages.slice(0, Number(given['numResults'] ?? 10)).map(({ url, title, snippet, publishedAt }) => ({
    id: url,
    url,
    title,
    publishedDate: publishedAt ?? null,
    author: null,
    highlights: [snippet],
    highlightScores: [0.5],
  })),
  costDollars: { total: 0.005, search: { neural: 0.005 } },
})

const kagi = (given: Readonly<Record<string, unknown>>, pages: readonly IndexedPage[]) => ({
  meta: { id: 'request-1', ms: 10 },
  data: {
    search: pages.slice(0, Number(given['limit'] ?? 10)).map(({ url, title, snippet, publishedAt }) => ({
      url,
      title,
      snippet,
      time: publishedAt,
    })),
  },
})
