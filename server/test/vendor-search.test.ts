import type { Source } from '@vee/contract/entities/source'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { startGemini } from '../../fakes/gemini/index.ts'
import { SEARCH_KEY, startSearchEngine } from '../../fakes/search/index.ts'
import { startUpstream, type Behaviour, type Upstream } from '../../fakes/upstream/index.ts'
import { articleOf, startSite, type FakeSite } from '../../fakes/web/index.ts'
import { createTestServers, type TestServers } from './fixtures/test-server.ts'

// Models that search by their vendor's own search: what they state to cite is read, checked and numbered.

const SEALS = articleOf('Harbour seals', [
  'Harbour seals rest on sandbanks at low tide, and they return to the same places every year of their lives.',
  'In 2024 the survey counted 41,300 harbour seals in the Wadden Sea, 4% fewer than in the year before.',
])
const OTTERS = articleOf('Sea otters', [
  'Sea otters hold hands while they sleep, so that they do not drift apart in the current of the open sea.',
])
const COUNT = 'In 2024 the survey counted 41,300 harbour seals 🦭.'
const FALSE = ' In 2024 there were 97,000 of them.'
const SLEEP = ' Sea otters hold hands while they sleep.'

let upstream: Upstream
let gemini: Upstream
let site: FakeSite
let servers: TestServers
let host: string
let url: string

beforeEach(async () => {
  upstream = await startUpstream({ models: ['gpt-5.6-luna', 'gpt-4o-search-preview', 'claude-sonnet-5-5'] })
  gemini = await startGemini({ models: ['gemini-3.8-flash', 'gemini-2.5-flash'] })
  site = await startSite({
    '/seals': SEALS,
    '/otters': OTTERS,
    '/redirect': (_, response) => void response.writeHead(302, { location: '/otters' }).end(),
  })
  servers = await createTestServers()
  url = await servers.start({ ALLOWED_PRIVATE_NETWORKS: '127.0.0.0/8' })
  host = await servers.register('hana@example.org')
})
afterEach(async () => {
  await servers.close()
  await Promise.all([upstream.close(), gemini.close(), site.close()])
})

const call = (method: string, path: string, body?: object) => servers.call(method, path, host, body, url)

const ENDPOINTS = {
  responses: { protocol: 'openai', model: 'gpt-5.6-luna' },
  'chat completions': { protocol: 'openai', model: 'gpt-4o-search-preview' },
  messages: { protocol: 'anthropic', model: 'claude-sonnet-5-5' },
  'gemini 3': { protocol: 'gemini', model: 'gemini-3.8-flash' },
  'gemini 2.5': { protocol: 'gemini', model: 'gemini-2.5-flash' },
} as const
type Wire = keyof typeof ENDPOINTS
const WIRES = Object.keys(ENDPOINTS) as Wire[]

const vendorOf = (wire: Wire) => (ENDPOINTS[wire].protocol === 'gemini' ? gemini : upstream)

/** Adds an endpoint whose models search, and returns the model. */
async function addEndpoint(wire: Wire, more: object = {}): Promise<string> {
  const { protocol, model } = ENDPOINTS[wire]
  const vendor = vendorOf(wire)
  const { status, json } = await call('POST', '/host/endpoints', {
    name: 'House models',
    protocol,
    baseUrl: protocol === 'openai' ? `${vendor.url}/v1` : vendor.url,
    apiKey: 'key',
    models: [model],
    prices: { input: 1, output: 2 },
    transcriptionModel: null,
    speechModel: null,
    access: { kind: 'everyone' },
    vendorSearch: true,
    isEnabled: true,
    ...more,
  })
  expect(status).toBe(201)
  return `${json.id}:${model}`
}

const search = (more: Partial<NonNullable<Behaviour['search']>> = {}): Behaviour => ({
  search: {
    query: 'seals and otters',
    pages: [
      { url: `${site.url}/seals`, title: 'Harbour seals' },
      { url: `${site.url}/redirect`, title: 'Otters' },
    ],
    statements: [
      { text: COUNT, pages: [0], quote: 'counted 41,300 harbour seals in the Wadden Sea' },
      { text: FALSE, pages: [0], quote: 'counted 41,300 harbour seals in the Wadden Sea' },
      { text: SLEEP, pages: [1], quote: 'Sea otters hold hands while they sleep' },
    ],
    ...more,
  },
})

const unread = () => ({
  pages: [{ url: `${site.url}/gone`, title: 'Harbour seals' }],
  statements: [{ text: COUNT, pages: [0], quote: 'In 2024 the survey counted 41,300 harbour seals.' }],
})

const ask = (model: string, more: object = {}) =>
  call('POST', '/chat', { model, messages: [{ role: 'user', content: 'Seals and otters?' }], ...more })
const plain = (text: string) => text.replaceAll(/\s+(?=[[.])/g, '').replaceAll(/\s+/g, ' ')

describe.each(WIRES)('%s', (wire) => {
  it('numbers what was read and is proven, charges the search, and keeps the rest without a number', async () => {
    const model = await addEndpoint(wire)
    vendorOf(wire).script(search())
    const { json } = await ask(model, { replyId: 'r1' })
    expect(plain(json.content)).toBe(
      `In 2024 the survey counted 41,300 harbour seals 🦭.[1]${FALSE}${SLEEP}[2]`,
    )
    expect(json.sources.map(({ number, url, title }: Source) => [number, url, title])).toEqual([
      [1, `${site.url}/seals`, 'Harbour seals'],
      [2, `${site.url}/otters`, 'Sea otters'],
    ])
    const [seals] = json.sources
    expect(seals.quotes).toEqual([
      { text: expect.stringContaining('41,300'), isProven: true },
      { text: FALSE.trim(), isProven: false },
    ])
    expect(json.toolRuns).toMatchObject([{ name: 'search_web', outcome: 'done' }])
    const stored = await call('GET', `/chat/replies/r1/sources/${seals.id}`)
    expect(stored.json.text).toContain('return to the same places')
    const [entry, ...others] = await searchesInLedger()
    expect(others).toEqual([])
    expect(entry).toMatchObject({ status: 'settled', payer: 'platform', reply_id: 'r1' })
    expect(entry?.cost_micro_usd).toBeGreaterThanOrEqual(10_000)
    expect(json.costUsd).toBeGreaterThan(0.01)
    const { json: conversation } = await call('GET', `/conversations/${json.conversationId}`)
    expect(conversation.messages[1]).toMatchObject({ content: json.content, sources: json.sources })
  })

  it('a stream ends with the text that is stored, with each source before its number', async () => {
    const model = await addEndpoint(wire)
    vendorOf(wire).script(search())
    const events = await streamOf(model)
    const text = events.reduce((before, event) => {
      if (event.type === 'chunk') return before + event.content
      return event.type === 'marked' ? before.slice(0, -(event.length ?? 0)) + event.content : before
    }, '')
    expect(plain(text)).toContain('41,300 harbour seals 🦭.[1]')
    const types = events.map(({ type }) => type)
    const numbered = events.findIndex(({ content }) => typeof content === 'string' && content.includes('[1]'))
    expect(types.indexOf('source')).toBeLessThan(numbered)
    expect(types.filter((type) => type === 'tool_started')).toHaveLength(1)
    expect(types).not.toContain('retracted')
    expect(JSON.stringify(events)).not.toContain('\uE200')
  })

  it('does not search where the caller or the endpoint says no', async () => {
    const model = await addEndpoint(wire)
    vendorOf(wire).script(search())
    await ask(model, { useSearch: false })
    const [id = ''] = model.split(':')
    const { json: endpoint } = await call('GET', '/host/endpoints')
    const [{ version }] = endpoint.items
    await call('PATCH', `/host/endpoints/${id}`, { version, vendorSearch: false })
    const { json } = await ask(model)
    for (const { path, json: sent } of vendorOf(wire).requests) {
      expect(path).not.toContain('/responses')
      expect(JSON.stringify(sent)).not.toMatch(/"(?:web_search|googleSearch|web_search_options)/)
    }
    expect(json.sources).toEqual([])
    expect(await searchesInLedger()).toEqual([])
  })

  it('charges nothing where nothing was searched', async () => {
    const model = await addEndpoint(wire)
    vendorOf(wire).script({ text: 'Good morning.' })
    expect((await ask(model)).json).toMatchObject({ content: 'Good morning.', sources: [] })
    const isAlways = wire === 'chat completions'
    expect(await searchesInLedger()).toMatchObject([{ status: isAlways ? 'settled' : 'released' }])
  })
})

describe('a page that cannot be read', () => {
  it("is checked by the vendor's quote", async () => {
    const model = await addEndpoint('messages')
    upstream.script(search(unread()))
    const { json } = await ask(model, { replyId: 'r1' })
    expect(json.content).toBe(`${COUNT}[1]`)
    const [source] = json.sources
    const stored = await call('GET', `/chat/replies/r1/sources/${source.id}`)
    expect(stored.json.text).toBe('In 2024 the survey counted 41,300 harbour seals.')
  })

  it.each(['responses', 'chat completions'] as const)('stays a link without a number: %s', async (wire) => {
    const model = await addEndpoint(wire)
    upstream.script(search(unread()))
    const { json } = await ask(model)
    expect(json.content).toBe(`${COUNT} ([127.0.0.1](${site.url}/gone?utm_source=openai))`)
    expect(json.sources).toEqual([])
  })

  it('has no number where the vendor quotes nothing', async () => {
    const model = await addEndpoint('gemini 3')
    gemini.script(search(unread()))
    expect((await ask(model)).json).toMatchObject({ content: COUNT, sources: [] })
  })
})

it('continues a turn that Anthropic has paused, with what it has found', async () => {
  const model = await addEndpoint('messages')
  upstream.script(search({ pauses: true }))
  const { json } = await ask(model)
  expect(plain(json.content)).toContain('harbour seals 🦭.[1]')
  const [, second] = upstream.requests.map(
    ({ json: sent }) => sent as { messages: { role: string; content: object[] }[] },
  )
  expect(second?.messages.at(-1)).toMatchObject({
    role: 'assistant',
    content: [
      { type: 'server_tool_use', id: 'srvtoolu_1', input: { query: 'seals and otters' } },
      { type: 'web_search_tool_result', content: [{ encrypted_content: 'ZW5jcnlwdGVk' }, {}] },
    ],
  })
  expect(await searchesInLedger()).toHaveLength(1)
})

it("keeps Google's search suggestions with the reply", async () => {
  const model = await addEndpoint('gemini 3')
  gemini.script(search({ suggestions: '<div class="chip">seals</div>' }))
  const { json } = await ask(model)
  expect(json.searchSuggestions).toBe('<div class="chip">seals</div>')
  const { json: conversation } = await call('GET', `/conversations/${json.conversationId}`)
  expect(conversation.messages[1].searchSuggestions).toBe(json.searchSuggestions)
})

it('searches by a vendor of the environment, and names it beside the switch', async () => {
  const { json: before } = await call('GET', '/system/search')
  expect(before.vendors).toEqual([])
  url = await servers.start({
    ALLOWED_PRIVATE_NETWORKS: '127.0.0.0/8',
    ANTHROPIC_API_KEY: 'key',
    ANTHROPIC_BASE_URL: upstream.url,
    SEARCH_BY_VENDOR: 'anthropic',
  })
  expect((await call('GET', '/system/search')).json.vendors).toEqual(['Anthropic'])
  upstream.script(search())
  expect((await ask('claude-sonnet-5-5')).json.sources).toHaveLength(2)
})

it('is refused for a protocol without a search', async () => {
  const { status, json } = await call('POST', '/host/endpoints', {
    name: 'Azure',
    protocol: 'azure',
    baseUrl: 'https://a.openai.azure.com',
    models: ['gpt-5.6-luna'],
    prices: null,
    transcriptionModel: null,
    speechModel: null,
    access: { kind: 'everyone' },
    vendorSearch: true,
    isEnabled: true,
  })
  expect([status, json.error]).toEqual([400, 'VALIDATION'])
})

it("has Anthropic's own proof for what the host's engine has found", async () => {
  const engine = await startSearchEngine([{ url: `${site.url}/seals`, title: 'Harbour seals', snippet: '' }])
  try {
    url = await servers.start({
      ALLOWED_PRIVATE_NETWORKS: '127.0.0.0/8',
      BRAVE_API_KEY: SEARCH_KEY,
      BRAVE_BASE_URL: engine.url,
      ANTHROPIC_API_KEY: 'key',
      ANTHROPIC_BASE_URL: upstream.url,
    })
    upstream.script(
      { text: '', toolCalls: [{ id: 'call_1', name: 'search_web', arguments: '{"query":"seals"}' }] },
      search({
        query: '',
        pages: [],
        statements: [
          // In other words than the page: the sentence that the model names proves it.
          { text: 'Counted were 41,300 animals that year.', passage: { index: 0, from: 1, to: 2 } },
          { text: ' It were 97,000.', passage: { index: 0, from: 1, to: 2 } },
        ],
      }),
    )
    const { json } = await ask('claude-sonnet-5-5')
    expect(json.content).toBe('Counted were 41,300 animals that year.[1] It were 97,000.')
    expect(json.sources[0].quotes).toEqual([
      { text: expect.stringContaining('In 2024 the survey counted 41,300'), isProven: true },
      { text: 'It were 97,000.', isProven: false },
    ])
    const sent = upstream.requests[1]?.json as
      | { readonly messages: { content: { content: object[] }[] }[] }
      | undefined
    expect(sent?.messages.at(-1)?.content[0]?.content[1]).toMatchObject({
      type: 'search_result',
      source: `${site.url}/seals`,
      citations: { enabled: true },
      content: [{ type: 'text' }, { type: 'text', text: expect.stringContaining('41,300') }],
    })
  } finally {
    await engine.close()
  }
})

async function searchesInLedger() {
  const entries = await servers.database.selectFrom('ledger_entries').selectAll().execute()
  return entries.filter(({ kind }) => kind === 'search')
}

interface StreamedEvent {
  readonly type: string
  readonly content?: string
  readonly length?: number
}

async function streamOf(model: string): Promise<readonly StreamedEvent[]> {
  const response = await fetch(`${url}/api/chat`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', authorization: `Bearer ${host}` },
    body: JSON.stringify({
      stream: true,
      model,
      messages: [{ role: 'user', content: 'Seals and otters?' }],
    }),
  })
  return (await response.text())
    .split('\n')
    .flatMap((line) => (line.startsWith('data: ') ? [JSON.parse(line.slice(6))] : []))
}
