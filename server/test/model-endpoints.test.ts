import { DAY_MS } from '@vee/contract/time/durations'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, it } from 'vitest'
import type { ModelEndpoint } from '@vee/contract/entities/model-endpoint'
import type { OfferedModel } from '@vee/contract/http/models'
import { startUpstream, type Upstream } from '../../fakes/upstream/index.ts'
import { createTestServers, type TestServers } from './fixtures/test-server.ts'

// Model endpoints over HTTP: added by the host at run time, and used by the callers who have access.

const KEY = 'sk-house-9f8e7d'

let upstream: Upstream
let servers: TestServers
let url: string
let host: string

beforeEach(async () => {
  upstream = await startUpstream({ models: ['house-large', 'house-small'] })
  servers = await createTestServers()
  url = await start()
  host = await register('hana@example.org')
})
afterEach(async () => {
  await servers.close()
  await upstream.close()
})

const start = (variables?: Readonly<Record<string, string>>) => servers.start(variables)
const call = (method: string, path: string, token?: string, body?: object, base?: string) =>
  servers.call(method, path, token, body, base)
const register = (email: string) => servers.register(email)

const draft = (overrides: object = {}) => ({
  name: 'House models',
  protocol: 'openai',
  baseUrl: `${upstream.url}/v1/`,
  apiKey: KEY,
  models: [],
  prices: null,
  transcriptionModel: null,
  speechModel: null,
  access: { kind: 'everyone' },
  isEnabled: true,
  ...overrides,
})
const add = async (overrides: object = {}): Promise<ModelEndpoint> => {
  const { status, json } = await call('POST', '/host/endpoints', host, draft(overrides))
  expect(status).toBe(201)
  return json
}
const offered = async (token?: string): Promise<OfferedModel[]> =>
  (await call('GET', '/models', token)).json.items
const lockOf = async (token: string | undefined, name: string) =>
  (await offered(token)).find((model) => model.name === name)?.locked
const ask = (model: string | undefined, token?: string) =>
  call('POST', '/chat', token, {
    messages: [{ role: 'user', content: 'Good morning' }],
    model,
    stream: false,
  })

it('replies by an endpoint as soon as it is added, and no longer once it is removed', async () => {
  expect((await ask(undefined)).json.provider).toBe('builtin')
  const { id } = await add()
  expect((await ask(undefined)).json).toMatchObject({ provider: id, model: 'house-large', costUsd: 0 })
  expect((await ask(`${id}:house-small`)).json).toMatchObject({ provider: id, model: 'house-small' })
  expect(upstream.requests.every(({ headers }) => headers['authorization'] === `Bearer ${KEY}`)).toBe(true)
  expect((await call('DELETE', `/host/endpoints/${id}`, host)).status).toBe(204)
  expect((await ask(undefined)).json.provider).toBe('builtin')
})

it('never returns or stores a key in plain text', async () => {
  const { id } = await add({ headers: { 'x-team': 'secret-team' } })
  const responses = [
    await call('GET', '/host/endpoints', host),
    await call('GET', '/host', host),
    await call('GET', '/host/audit', host),
    await call('GET', '/models', host),
    await call('GET', '/account/export', host),
    await call('PATCH', `/host/endpoints/${id}`, host, { version: 1, name: 'Other' }),
  ]
  const stored = await servers.database.selectFrom('host_settings').selectAll().execute()
  const texts = [...responses.map(({ text }) => text), JSON.stringify(stored)]
  for (const text of texts) {
    expect(text).not.toContain(KEY)
    expect(text).not.toContain('secret-team')
  }
  expect(responses[0]?.json.items[0]).toMatchObject({
    hasKey: true,
    headerNames: ['x-team'],
    isReadable: true,
  })
})

it('preserves the key when other fields change, and drops it when the URL changes to another origin', async () => {
  const { id } = await add()
  const renamed = (await call('PATCH', `/host/endpoints/${id}`, host, { version: 1, name: 'Renamed' })).json
  expect(renamed).toMatchObject({ name: 'Renamed', version: 2, hasKey: true })
  const moved = { version: 2, baseUrl: 'https://models.example.org/v1' }
  expect((await call('PATCH', `/host/endpoints/${id}`, host, moved)).json).toMatchObject({ hasKey: false })
})

it('never sends a stored key to another origin in a test', async () => {
  const { id } = await add()
  const other = await startUpstream()
  try {
    const body = { id, protocol: 'openai', baseUrl: `${other.url}/v1`, models: ['gpt-4o'] }
    expect((await call('POST', '/host/endpoints/test', host, body)).json.isWorking).toBe(true)
    expect(other.requests[0]?.headers).not.toHaveProperty('authorization')
    const same = { ...body, baseUrl: `${upstream.url}/v1` }
    expect((await call('POST', '/host/endpoints/test', host, same)).json.isWorking).toBe(true)
    expect(upstream.requests[0]?.headers['authorization']).toBe(`Bearer ${KEY}`)
  } finally {
    await other.close()
  }
})

it('rejects a change that is based on an older version', async () => {
  const { id } = await add()
  expect((await call('PATCH', `/host/endpoints/${id}`, host, { version: 1, name: 'One' })).status).toBe(200)
  const late = await call('PATCH', `/host/endpoints/${id}`, host, { version: 1, name: 'Other' })
  expect(late.status).toBe(409)
  expect(late.text).toContain('EDIT_CONFLICT')
  expect((await call('GET', '/host/endpoints', host)).json.items[0].name).toBe('One')
})

it('moves an endpoint in the order of preference', async () => {
  const [first, second] = [await add({ name: 'One' }), await add({ name: 'Two' })]
  await call('PATCH', `/host/endpoints/${second.id}`, host, { version: 1, position: 0 })
  const { items } = (await call('GET', '/host/endpoints', host)).json
  expect(items.map(({ id }: ModelEndpoint) => id)).toEqual([second.id, first.id])
  expect((await ask(undefined)).json.provider).toBe(second.id)
})

it('offers a disabled endpoint to no caller', async () => {
  await add({ isEnabled: false })
  expect((await offered()).map(({ provider }) => provider.id)).toEqual(['builtin'])
})

it.each([
  ['everyone', { kind: 'everyone' }, [null, null, null]],
  ['signed-in callers', { kind: 'signed-in' }, ['sign-in', null, null]],
  ['plans', { kind: 'plans', plans: ['creator'] }, ['sign-in', 'plan', null]],
  ['people', { kind: 'people', emails: ['Cleo@example.org'] }, ['sign-in', 'people', null]],
])('opens an endpoint to %s, and others get another model', async (_, access, locks) => {
  const { id } = await add({ access })
  const [bob, cleo] = [await register('bob@example.org'), await register('cleo@example.org')]
  await servers.database
    .updateTable('users')
    .set({ plan_id: 'creator', subscription_status: 'active', renews_at: Date.now() + DAY_MS })
    .where('email', '=', 'cleo@example.org')
    .execute()
  const callers = [undefined, bob, cleo]
  for (const [index, caller] of callers.entries()) {
    expect(await lockOf(caller, 'house-small')).toBe(locks[index])
    const { provider } = (await ask(`${id}:house-small`, caller)).json
    expect(provider).toBe(locks[index] === null ? id : 'builtin')
  }
})

it("charges the host's prices", async () => {
  const { id } = await add({ prices: { input: 1_000, output: 1_000 } })
  upstream.script({ text: 'Hello', usage: { promptTokens: 100, completionTokens: 10 } })
  expect((await ask(undefined)).json).toMatchObject({ provider: id, costUsd: 0.11 })
})

it('measures the time to the first token', async () => {
  await add()
  await ask(undefined)
  const [large, small] = await offered()
  expect(large?.firstTokenMs).toBeGreaterThan(0)
  expect(small?.firstTokenMs).toBeNull()
})

it('applies a change on another server of the same database, and reads the key only with the same SEAL_KEY', async () => {
  const SEAL_KEY = Buffer.alloc(32, 7).toString('base64')
  const sealed = await start({ SEAL_KEY })
  const { json } = await call('POST', '/host/endpoints', host, draft(), sealed)
  const twin = await start({ SEAL_KEY })
  const reply = await call('POST', '/chat', undefined, { messages: [{ role: 'user', content: 'Hi' }] }, twin)
  expect(reply.json.provider).toBe(json.id)
  const { items } = (await call('GET', '/host/endpoints', host, undefined, url)).json
  expect(items[0]).toMatchObject({ id: json.id, isReadable: false, hasKey: false })
})

it.each([
  ['no address', { baseUrl: 'models' }],
  ['a file', { baseUrl: 'file:///etc/passwd' }],
  ['a key with a line break', { apiKey: 'sk\nx' }],
  ['a header with a line break', { headers: { 'x-a': 'b\r\nc' } }],
  ['a header that names another host', { headers: { Host: 'other.example' } }],
  ['a header of the connection', { headers: { 'Transfer-Encoding': 'chunked' } }],
  ['a length of its own', { headers: { 'content-length': '5' } }],
  ['markup as a model', { models: ['<b>'] }],
  ['a negative price', { prices: { input: -1, output: 1 } }],
  ['no people', { access: { kind: 'people', emails: [] } }],
  ['an unknown protocol', { protocol: 'gopher' }],
])('rejects %s', async (_, overrides) => {
  const { status, text } = await call('POST', '/host/endpoints', host, draft(overrides))
  expect(status).toBe(400)
  expect(text).not.toContain(KEY)
})

it('creates the key file with access for its owner only', async () => {
  await add()
  expect(readFileSync(join(servers.directory, 'seal.key'), 'utf8')).toHaveLength(45)
})

it('replies by another endpoint with the same model when the first one fails before its first token', async () => {
  const broken = await startUpstream({ models: ['house-large'] })
  try {
    await add({ name: 'Broken', baseUrl: `${broken.url}/v1` })
    const working = await add({ name: 'Working' })
    broken.script({ refusal: { status: 401 } })
    const { status, json } = await ask('house-large')
    expect([status, json.provider, json.model]).toEqual([200, working.id, 'house-large'])
    for (let round = 0; round < 3; round++) await ask('house-large')
    // The circuit of the broken endpoint is open after three failures.
    expect(broken.requests).toHaveLength(3)
    expect(upstream.requests).toHaveLength(4)
  } finally {
    await broken.close()
  }
})

it('does not replace a failing endpoint by the built-in responder', async () => {
  const { id } = await add()
  upstream.script({ refusal: { status: 401 } })
  for (let round = 0; round < 4; round++) expect((await ask(undefined)).status).toBe(502)
  upstream.reset()
  expect((await ask(undefined)).json.provider).toBe(id)
})

it('shows hosts that the vendor rejects the key, until a reply succeeds', async () => {
  const { id } = await add()
  const troubles = async () => {
    const [list, overview] = [await call('GET', '/host/endpoints', host), await call('GET', '/host', host)]
    return [
      list.json.items[0].trouble,
      overview.json.providers.find((provider: { id: string }) => provider.id === id).trouble,
    ]
  }
  expect(await troubles()).toEqual([null, null])
  upstream.script({ refusal: { status: 401, code: 'invalid_api_key' } })
  expect((await ask(undefined)).status).toBe(502)
  const trouble = { kind: 'unauthorized', since: expect.stringMatching(/^\d{4}-\d\d-\d\dT/) }
  expect(await troubles()).toEqual([trouble, trouble])
  upstream.script({})
  expect((await ask(undefined)).status).toBe(200)
  expect(await troubles()).toEqual([null, null])
  upstream.script({ refusal: { status: 429, code: 'insufficient_quota' } })
  expect((await ask(`${id}:house-small`)).status).toBe(502)
  expect(await troubles()).toMatchObject([{ kind: 'no-credit' }, { kind: 'no-credit' }])
})

it('forgets a trouble once the endpoint passes a test, or has another key', async () => {
  const { id, version } = await add()
  const troubleOf = async () => (await call('GET', '/host/endpoints', host)).json.items[0].trouble
  const fail = async () => {
    upstream.script({ refusal: { status: 401, code: 'invalid_api_key' } })
    await ask(`${id}:house-small`)
    expect(await troubleOf()).toMatchObject({ kind: 'unauthorized' })
    upstream.script({})
  }
  await fail()
  const tested = { id, protocol: 'openai', baseUrl: `${upstream.url}/v1`, models: [] }
  expect((await call('POST', '/host/endpoints/test', host, tested)).json.isWorking).toBe(true)
  expect(await troubleOf()).toBeNull()
  await fail()
  await call('PATCH', `/host/endpoints/${id}`, host, { version, apiKey: 'sk-another' })
  await ask(`${id}:house-small`)
  expect(await troubleOf()).toBeNull()
})

it('offers an endpoint to the members of the teams that the host chose', async () => {
  const founder = await register('fritz@example.org')
  const outsider = await register('otto@example.org')
  const team = await call('POST', '/organizations', founder, { name: 'Harbor' })
  expect(team.status).toBe(201)
  const { id } = await add({ access: { kind: 'organizations', organizationIds: [team.json.id] } })
  expect(await lockOf(founder, 'house-small')).toBeNull()
  expect((await ask(`${id}:house-small`, founder)).json.provider).toBe(id)
  for (const [caller, lock] of [
    [outsider, 'people'],
    [undefined, 'sign-in'],
  ] as const) {
    expect(await lockOf(caller, 'house-small')).toBe(lock)
    expect((await ask(`${id}:house-small`, caller)).json.provider).toBe('builtin')
  }
  await call('DELETE', `/organizations/${team.json.id}`, founder)
  expect(await lockOf(founder, 'house-small')).toBe('people')
})
