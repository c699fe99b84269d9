import { afterEach, beforeEach, expect, it } from 'vitest'
import { startGemini } from '../../fakes/gemini/index.ts'
import { startUpstream, type Upstream } from '../../fakes/upstream/index.ts'
import { createTestServers, type TestServers } from './fixtures/test-server.ts'

// Passages that are found by their meaning, at an endpoint that embeds, second to words.

let servers: TestServers
let upstream: Upstream
let token: string
let url: string

beforeEach(async () => {
  upstream = await startUpstream()
  servers = await createTestServers()
  url = await start()
  token = await servers.register('ann@example.org')
})
afterEach(async () => {
  await servers.close()
  await upstream.close()
})

const start = (variables: Readonly<Record<string, string>> = {}) =>
  servers.start({
    EMBEDDING_MODEL: 'hashed',
    EMBEDDING_BASE_URL: `${upstream.url}/v1`,
    EMBEDDING_PRICE: '20',
    ...variables,
  })
const call = (method: string, path: string, body?: object) => servers.call(method, path, token, body, url)
const search = async (q: string) => (await call('GET', `/search?q=${encodeURIComponent(q)}`)).json.items
const texts = async (q: string): Promise<string[]> =>
  (await search(q)).map(({ excerpt }: { excerpt: string }) => excerpt)

async function remember(...notes: readonly string[]): Promise<void> {
  for (const text of notes) expect((await call('POST', '/memory-notes', { text })).status).toBe(201)
}
const rows = () => servers.database.selectFrom('knowledge_vectors').selectAll().execute()
const embedded = async () => (await rows()).reduce((sum, { passage_count }) => sum + passage_count, 0)
/** Passages that were sent to the endpoint. */
const sent = () =>
  upstream.requests
    .filter(({ path }) => path.endsWith('/embeddings'))
    .flatMap(({ json }) => (json as { input: string[] }).input)
const untilEmbedded = (count: number) => expect.poll(embedded, { timeout: 8_000 }).toBe(count)

const NOTES = ['Rooftop chimneysweeping happens yearly.', 'Ferries leave from the pier.', 'Tea is at four.']

it('finds what has no word of the question in common, once passages are embedded', async () => {
  await remember(...NOTES)
  // Neither within a word, nor with the beginning of one.
  expect(await texts('xhimneysweeping')).toEqual([])
  await untilEmbedded(3)
  expect((await texts('xhimneysweeping'))[0]).toBe(NOTES[0])
  expect((await texts('tea'))[0]).toBe(NOTES[2])
})

it('embeds each passage once, and charges it', async () => {
  await remember(...NOTES)
  await search('tea')
  await untilEmbedded(3)
  const before = sent().length
  await remember('The attic leaks.')
  await servers.stop()
  url = await start()
  await search('attic')
  await untilEmbedded(4)
  expect(
    sent()
      .slice(before)
      .filter((text) => text === 'The attic leaks.'),
  ).toHaveLength(1)
  expect(sent().filter((text) => text === NOTES[0])).toHaveLength(1)
  const { costsByService } = (await call('GET', '/cost/session')).json
  expect(costsByService.embed).toBeGreaterThan(0)
})

it('embeds each passage once where two servers are searched at the same time', async () => {
  const notes = Array.from({ length: 80 }, (_, index) => `Remark ${index} about the roof.`)
  await remember(...notes)
  const other = await start()
  const searchAt = (server: string) => servers.call('GET', '/search?q=roof', token, undefined, server)
  await Promise.all([searchAt(url), searchAt(other), searchAt(url), searchAt(other)])
  await untilEmbedded(80)
  const passages = sent().filter((text) => text.startsWith('Remark'))
  expect(passages).toHaveLength(80)
  expect(new Set(passages).size).toBe(80)
})

it('stores vectors sealed, and forgets those of what is gone', async () => {
  await remember(...NOTES)
  await search('tea')
  await untilEmbedded(3)
  expect(JSON.stringify(await rows())).not.toContain('Ferries')
  const { json } = await call('GET', '/memory-notes?q=ferries')
  await call('DELETE', `/memory-notes/${json.items[0].id}`)
  await servers.stop()
  url = await start()
  await search('tea')
  await untilEmbedded(2)
  await call('POST', '/account/delete', { email: 'ann@example.org', password: 'quiet harbour 1' })
  expect(await rows()).toEqual([])
})

it('embeds again after a change of the model, and what a server began that was killed', async () => {
  await remember(...NOTES)
  await search('tea')
  await untilEmbedded(3)
  await servers.stop()
  await servers.database
    .updateTable('knowledge_embeddings')
    .set({ lease_until: Date.now() - 1 })
    .execute()
  url = await start({ EMBEDDING_MODEL: 'other' })
  await search('tea')
  await expect
    .poll(async () => (await rows()).map(({ model }) => model))
    .toEqual([expect.stringContaining('other')])
})

it('answers by words while the endpoint is down, or an allowance is used up', async () => {
  await remember(...NOTES)
  upstream.scriptOnly('embedding', { refusal: { status: 500 } })
  expect(await texts('tea')).toEqual([NOTES[2]])
  await expect.poll(() => sent().length).toBeGreaterThan(0)
  expect(await rows()).toEqual([])
  expect(await texts('ferries')).toEqual([NOTES[1]])
})

it('speaks Gemini’s protocol, with the purpose of each text', async () => {
  const gemini = await startGemini({ models: ['gemini-embedding-001'], apiKey: 'key' })
  await servers.stop()
  url = await start({
    EMBEDDING_PROTOCOL: 'gemini',
    EMBEDDING_MODEL: 'gemini-embedding-001',
    EMBEDDING_BASE_URL: `${gemini.url}/v1beta`,
    EMBEDDING_API_KEY: 'key',
  })
  await remember(...NOTES)
  await search('tea')
  await untilEmbedded(3)
  expect((await texts('xhimneysweeping'))[0]).toBe(NOTES[0])
  expect(JSON.stringify(gemini.requests.at(-1)?.json)).toContain('RETRIEVAL_QUERY')
  await gemini.close()
})

it('uses the endpoint that the host chooses while it runs, until it is removed', async () => {
  const draft = {
    protocol: 'openai',
    baseUrl: `${upstream.url}/v1`,
    model: 'chosen',
    apiKey: 'sk-1',
    priceUsd: 0,
    isEnabled: true,
  }
  const found = await call('POST', '/host/embedding/test', draft)
  expect(found.json).toMatchObject({ isWorking: true, dimensions: 384, reason: null })
  const { json } = await call('PUT', '/host/embedding', draft)
  expect(json).toMatchObject({ model: 'chosen', hasKey: true, source: 'host' })
  await remember(...NOTES)
  await search('tea')
  await untilEmbedded(3)
  expect((await rows()).every(({ model }) => model.endsWith('chosen'))).toBe(true)
  expect(upstream.requests.at(-1)?.headers['authorization']).toBe('Bearer sk-1')
  // The key stays for the same server, and is never shown.
  const { apiKey: _, ...unchanged } = draft
  await call('PUT', '/host/embedding', { ...unchanged, isEnabled: false })
  const before = sent().length
  await search('ferries')
  expect(sent()).toHaveLength(before)
  expect((await call('GET', '/host/embedding')).text).not.toContain('sk-1')
  await call('DELETE', '/host/embedding')
  expect((await call('GET', '/host/embedding')).json.embedding).toMatchObject({
    model: 'hashed',
    source: 'environment',
  })
})
