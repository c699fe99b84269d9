import { afterEach, beforeEach, expect, it } from 'vitest'
import type { EditableModel, ModelEdit } from '@vee/contract/entities/model-edit'
import type { OfferedModel } from '@vee/contract/http/models'
import { startUpstream, type Upstream } from '../../fakes/upstream/index.ts'
import { createTestServers, type TestServers } from './fixtures/test-server.ts'

// The catalogue of models over HTTP: what the host states about a model holds for the picker, for replies and for costs.

const NOTHING: ModelEdit = {
  canSee: null,
  canUseTools: null,
  canReason: null,
  contextTokens: null,
  outputTokens: null,
  prices: null,
  region: null,
  isRetired: false,
}

let upstream: Upstream
let servers: TestServers
let host: string

beforeEach(async () => {
  upstream = await startUpstream({ models: ['gpt-4o', 'gpt-4o-mini', 'house-1'] })
  servers = await createTestServers()
  await servers.start({ OPENAI_API_KEY: 'sk-test', OPENAI_BASE_URL: `${upstream.url}/v1` })
  host = await servers.register('hana@example.org')
})
afterEach(async () => {
  await servers.close()
  await upstream.close()
})

const list = async (query = '') => (await servers.call('GET', `/host/models${query}`, host)).json
const entry = async (name: string): Promise<EditableModel> =>
  (await list()).items.find((model: EditableModel) => model.name === name)
const edit = (id: string, version: number, stated: Partial<ModelEdit> | null, token = host) =>
  servers.call('PUT', '/host/models', token, { id, version, edit: stated && { ...NOTHING, ...stated } })
const offered = async (): Promise<OfferedModel[]> => (await servers.call('GET', '/models', host)).json.items
const ask = (model: string | undefined, more: object = {}) =>
  servers.call('POST', '/chat', host, {
    messages: [{ role: 'user', content: 'Good morning' }],
    model,
    stream: false,
    ...more,
  })

it('shows what the host states in place of what is known', async () => {
  const { id, version, facts } = await entry('gpt-4o')
  expect({ version, facts }).toMatchObject({
    version: 0,
    facts: { canSee: true, canUseTools: null, region: null },
  })
  const prices = { input: 1, cachedInput: 0.5, output: 2 }
  const stated = { canSee: false, canUseTools: true, contextTokens: 64_000, prices, region: 'Frankfurt' }
  expect((await edit(id, 0, stated)).json).toMatchObject({
    version: 1,
    edit: stated,
    facts: { canSee: true },
  })
  expect((await offered()).find((model) => model.id === id)).toMatchObject({
    ...stated,
    outputTokens: facts.outputTokens,
  })
  await edit(id, 1, null)
  expect((await offered()).find((model) => model.id === id)).toMatchObject(facts)
})

it('charges the stated prices, tokens from the cache by their own', async () => {
  await edit('openai:house-1', 0, { prices: { input: 1_000, cachedInput: 100, output: 2_000 } })
  upstream.script({ text: 'Hello', usage: { promptTokens: 100, cachedTokens: 50, completionTokens: 10 } })
  // 50 × 1,000 + 50 × 100 + 10 × 2,000 millionths
  expect((await ask('house-1')).json).toMatchObject({ model: 'house-1', costUsd: 0.075 })
})

it('no longer offers a retired model, and replies by the automatic one in its place', async () => {
  await edit('openai:gpt-4o', 0, { isRetired: true })
  expect((await offered()).map(({ name }) => name)).not.toContain('gpt-4o')
  expect((await ask('openai:gpt-4o')).json.model).toBe('gpt-4o-mini')
  expect((await ask(undefined)).json.model).toBe('gpt-4o-mini')
  expect(await entry('gpt-4o')).toMatchObject({ isListed: true, edit: { isRetired: true } })
})

it('sends no tools to a model that calls none, and refuses those of a caller', async () => {
  await edit('openai:house-1', 0, { canUseTools: false })
  await ask('house-1')
  expect(upstream.requests.at(-1)?.json).not.toHaveProperty('tools')
  await ask('gpt-4o')
  expect(upstream.requests.at(-1)?.json).toHaveProperty('tools')
  await edit('openai:gpt-4o', 0, { canUseTools: false })
  const refused = await servers.call('POST', '/openai/v1/chat/completions', host, {
    model: 'v_agent',
    messages: [{ role: 'user', content: 'Hi' }],
    tools: [{ type: 'function', function: { name: 'look', parameters: { type: 'object' } } }],
  })
  expect(refused.json.error).toMatchObject({ param: 'tools' })
  expect(refused.status).toBe(400)
})

it('keeps an edit of a model that its provider no longer lists', async () => {
  await edit('openai:house-1', 0, { region: 'Oslo' })
  upstream.offerModels(['gpt-4o'])
  const url = await servers.start({ OPENAI_API_KEY: 'sk-test', OPENAI_BASE_URL: `${upstream.url}/v1` })
  const { items } = (await servers.call('GET', '/host/models', host, undefined, url)).json
  expect(items).toContainEqual(expect.objectContaining({ id: 'openai:house-1', isListed: false }))
})

it('holds on another server of the same database', async () => {
  await edit('openai:gpt-4o', 0, { region: 'Oslo' })
  const url = await servers.start({ OPENAI_API_KEY: 'sk-test', OPENAI_BASE_URL: `${upstream.url}/v1` })
  const { items } = (await servers.call('GET', '/models', host, undefined, url)).json
  expect(items[0]).toMatchObject({ id: 'openai:gpt-4o', region: 'Oslo' })
})

it('finds models by a part of their names, page by page', async () => {
  expect((await list('?q=MINI')).items.map(({ name }: EditableModel) => name)).toEqual(['gpt-4o-mini'])
  const first = await list('?limit=2')
  const second = await list(`?limit=2&cursor=${first.nextCursor}`)
  expect([...first.items, ...second.items].map(({ name }: EditableModel) => name)).toEqual([
    'gpt-4o',
    'gpt-4o-mini',
    'house-1',
  ])
  expect(second.nextCursor).toBeNull()
  expect((await servers.call('GET', '/host/models?cursor=nonsense', host)).status).toBe(400)
})

it('refuses an edit that is based on an old version, of an unknown model, and by others', async () => {
  await edit('openai:gpt-4o', 0, { region: 'Oslo' })
  expect((await edit('openai:gpt-4o', 0, { region: 'Rome' })).json.error).toBe('EDIT_CONFLICT')
  expect((await entry('gpt-4o')).edit?.region).toBe('Oslo')
  expect((await edit('openai:no-such', 0, { region: 'Rome' })).json.error).toBe('NOT_FOUND')
  const other = await servers.register('otto@example.org')
  expect((await edit('openai:gpt-4o', 1, { region: 'Rome' }, other)).json.error).toBe('FORBIDDEN')
  expect((await servers.call('GET', '/host/models', other)).json.error).toBe('FORBIDDEN')
})

it.each([
  ['a size that is none', { contextTokens: 0.5 }],
  ['a price below nothing', { prices: { input: -1, output: 1 } }],
  ['a place without end', { region: 'x'.repeat(61) }],
])('rejects %s', async (_, stated) => {
  expect((await edit('openai:gpt-4o', 0, stated)).json.error).toBe('VALIDATION')
})

it('writes each edit to the log of the host', async () => {
  await edit('openai:gpt-4o', 0, { region: 'Oslo' })
  const { items } = (await servers.call('GET', '/host/audit', host)).json
  expect(items[0]).toMatchObject({ action: 'models.model-edited', target: 'openai:gpt-4o' })
})
