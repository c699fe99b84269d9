import { afterEach, beforeEach, expect, it } from 'vitest'
import { SEARCH_KEY, startSearchEngine, type FakeSearchEngine } from '../../fakes/search/index.ts'
import { startUpstream, type Upstream } from '../../fakes/upstream/index.ts'
import { articleOf, startSite, type FakeSite } from '../../fakes/web/index.ts'
import { createTestServers, type TestServers } from './fixtures/test-server.ts'

// Who may search, and what earlier searches take of the history.

const CONVERSATION = 'conv-v_agent-1'

let upstream: Upstream
let engine: FakeSearchEngine
let site: FakeSite
let servers: TestServers
let token: string

beforeEach(async () => {
  upstream = await startUpstream()
  const paragraph =
    'Harbour seals rest on sandbanks at low tide, and they return to the same places every year.'
  site = await startSite({ '/seals': articleOf('Harbour seals', [paragraph, paragraph]) })
  engine = await startSearchEngine([{ url: `${site.url}/seals`, title: 'Harbour seals', snippet: '' }])
  servers = await createTestServers()
  await servers.start({
    OPENAI_API_KEY: 'sk-test',
    OPENAI_BASE_URL: `${upstream.url}/v1`,
    BRAVE_API_KEY: SEARCH_KEY,
    BRAVE_BASE_URL: engine.url,
    ALLOWED_PRIVATE_NETWORKS: '127.0.0.0/8',
  })
  token = await servers.register('ann@example.org')
})
afterEach(async () => {
  await servers.close()
  await Promise.all([upstream.close(), engine.close(), site.close()])
})

const call = (method: string, path: string, body?: object) => servers.call(method, path, token, body)
const ask = (content: string, caller: string | undefined = token) =>
  servers.call('POST', '/chat', caller, {
    conversationId: CONVERSATION,
    messages: [{ role: 'user', content, id: 'q1' }],
  })
/** The tools that the model was offered last, as text. */
const offered = () => JSON.stringify(Object(upstream.requests.at(-1)?.json).tools ?? [])
const preview = (conversationId: string) =>
  call('POST', '/chat/history-preview', {
    conversationId,
    messages: [{ role: 'user', content: 'And otters?', id: 'q2' }],
  })
const exceptFor = (exceptions: object) =>
  call('PUT', '/host/search/brave', {
    baseUrl: engine.url,
    apiKey: SEARCH_KEY,
    priceUsd: null,
    access: { kind: 'everyone' },
    isEnabled: true,
    exceptFor: exceptions,
  })

it('the history preview counts what earlier replies have read', async () => {
  const query = JSON.stringify({ query: 'seals' })
  upstream.scriptOnly(
    'chat',
    { text: '', toolCalls: [{ id: 'call_1', name: 'search_web', arguments: query }] },
    { text: 'Seals rest on sandbanks at low tide [1].' },
  )
  await ask('Where do seals rest?')
  const { json } = await preview(CONVERSATION)
  expect(json.sourceTokens).toBeGreaterThan(50)
  expect((await preview('conv-v_agent-2')).json).toMatchObject({
    sourceTokens: 0,
    maxContextTokens: json.maxContextTokens,
  })
})

it('keeps the words of a plan or a team from an engine that all others use', async () => {
  const { json: team } = await call('POST', '/organizations', { name: 'Harbour' })
  await exceptFor({ plans: [], organizationIds: [team.id] })
  await ask('Hello')
  expect(offered()).not.toContain('search_web')
  const eve = await servers.register('eve@example.org')
  await ask('Hello', eve)
  expect(offered()).toContain('search_web')
  await exceptFor({ plans: ['free'], organizationIds: [] })
  await ask('Hello', eve)
  expect(offered()).not.toContain('search_web')
  await servers.call('POST', '/chat', undefined, { messages: [{ role: 'user', content: 'Hello' }] })
  expect(offered()).toContain('search_web')
})
