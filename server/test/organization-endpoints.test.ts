import { afterEach, beforeEach, expect, it } from 'vitest'
import { ENDPOINT_PROTOCOLS } from '@vee/contract/entities/model-endpoint-limits'
import type { OrganizationEndpoint } from '@vee/contract/entities/teams/organization-endpoint'
import { MAX_ORGANIZATION_ENDPOINTS } from '@vee/contract/entities/teams/organization-limits'
import type { OfferedModel } from '@vee/contract/http/models'
import { startUpstream, type Upstream } from '../../fakes/upstream/index.ts'
import { createTestServers, type TestServers } from './fixtures/test-server.ts'

// Endpoints that organizations bring for their members, over HTTP.

const KEY = 'sk-harbour-51c2ab'
const SEAL_KEY = Buffer.alloc(32, 7).toString('base64')

let upstream: Upstream
let servers: TestServers
let url: string
/** the owner of the server, an admin and a member of an organization, and an outsider */
let [host, ann, bob, cleo] = ['', '', '', '']
let id: string

beforeEach(async () => {
  upstream = await startUpstream({ models: ['harbour-large', 'harbour-small'] })
  servers = await createTestServers()
  url = await start()
  host = await register('hana@example.org')
  ann = await register('ann@example.org')
  bob = await register('bob@example.org')
  cleo = await register('cleo@example.org')
  id = (await call('POST', '/organizations', ann, { name: 'Harbour' })).json.id
  await joinAs(bob, 'bob@example.org')
})
afterEach(async () => {
  await servers.close()
  await upstream.close()
})

const start = (variables: Readonly<Record<string, string>> = {}) =>
  servers.start({ SEAL_KEY, ORGANIZATION_ENDPOINT_NETWORKS: '127.0.0.1', ...variables })
const call = (method: string, path: string, token?: string, body?: object, base?: string) =>
  servers.call(method, path, token, body, base)
const register = (email: string) => servers.register(email)

async function joinAs(person: string, email: string, role = 'builder'): Promise<void> {
  const invite = await call('POST', `/organizations/${id}/invites`, ann, { email, role })
  expect((await call('POST', `/organizations/invites/${invite.json.token}/accept`, person)).status).toBe(200)
}

const draft = (overrides: object = {}) => ({
  name: 'Harbour models',
  protocol: 'openai',
  baseUrl: `${upstream.url}/v1`,
  apiKey: KEY,
  models: [],
  prices: { input: 1_000, output: 1_000 },
  isEnabled: true,
  ...overrides,
})
const add = async (overrides: object = {}): Promise<OrganizationEndpoint> => {
  const { status, json } = await call('POST', `/organizations/${id}/endpoints`, ann, draft(overrides))
  expect(status).toBe(201)
  return json
}
const offered = async (token?: string, base = url): Promise<OfferedModel[]> =>
  (await call('GET', '/models', token, undefined, base)).json.items
const ask = (model: string | undefined, token?: string, base = url) =>
  call(
    'POST',
    '/chat',
    token,
    { messages: [{ role: 'user', content: 'Good morning' }], model, stream: false },
    base,
  )
const providerOf = async (model: string | undefined, token?: string, base = url) =>
  (await ask(model, token, base)).json.provider

it('replies to members by the endpoint of their organization, and to nobody else', async () => {
  const endpoint = await add()
  const name = `${endpoint.id}:harbour-small`
  expect(await providerOf(name, bob)).toBe(endpoint.id)
  expect(await providerOf(undefined, bob)).toBe(endpoint.id)
  expect(upstream.requests[0]?.headers['authorization']).toBe(`Bearer ${KEY}`)
  const [first] = await offered(bob)
  expect(first).toMatchObject({
    id: `${endpoint.id}:harbour-large`,
    organization: { id, name: 'Harbour' },
    provider: { id: endpoint.id, name: 'Harbour models' },
    locked: null,
  })
  for (const outsider of [undefined, cleo, host]) {
    expect(await providerOf(name, outsider)).toBe('builtin')
    expect((await offered(outsider)).map((model) => model.provider.id)).toEqual(['builtin'])
  }
  // The host and the public status do not show what organizations bring.
  for (const { text } of [await call('GET', '/host', host), await call('GET', '/system/llm-status')]) {
    expect(text).not.toContain(endpoint.id)
  }
})

it('ends with the membership, the endpoint and the organization, at once on every server', async () => {
  const other = await start()
  const { id: first } = await add()
  expect(await providerOf(undefined, bob, other)).toBe(first)
  const disable = { version: 1, isEnabled: false }
  expect((await call('PATCH', `/organizations/${id}/endpoints/${first}`, ann, disable)).status).toBe(200)
  expect(await providerOf(undefined, bob, other)).toBe('builtin')
  const { id: second } = await add({ name: 'Second' })
  expect(await providerOf(undefined, bob, other)).toBe(second)
  await call('POST', `/organizations/${id}/leave`, bob, {})
  expect(await providerOf(`${second}:harbour-large`, bob, other)).toBe('builtin')
  expect(await providerOf(undefined, ann, other)).toBe(second)
  expect((await call('DELETE', `/organizations/${id}`, ann)).status).toBe(204)
  expect(await providerOf(undefined, ann, other)).toBe('builtin')
  expect(await servers.database.selectFrom('organization_endpoints').selectAll().execute()).toEqual([])
})

it('shows nothing to viewers, who spend nothing of an organization', async () => {
  await joinAs(cleo, 'cleo@example.org', 'viewer')
  const endpoint = await add()
  expect(await providerOf(`${endpoint.id}:harbour-large`, cleo)).toBe('builtin')
  expect((await offered(cleo)).map((model) => model.provider.id)).toEqual(['builtin'])
})

it('uses the endpoint of another organization than the active one only where it is chosen', async () => {
  const endpoint = await add()
  expect((await call('PATCH', '/organizations/active', bob, { organizationId: null })).status).toBe(204)
  expect(await providerOf(undefined, bob)).toBe('builtin')
  expect(await providerOf('harbour-large', bob)).toBe('builtin')
  expect(await providerOf(`${endpoint.id}:harbour-large`, bob)).toBe(endpoint.id)
  const list = (await call('GET', '/models', bob)).json
  expect(list.defaultId).toMatch(/^builtin:/)
  expect(list.items.map((model: OfferedModel) => model.organization?.name)).toEqual([
    undefined,
    'Harbour',
    'Harbour',
  ])
})

it('records the cost for the organization, and takes nothing from pools and the month of the host', async () => {
  const endpoint = await add()
  upstream.script({ text: 'Hello', usage: { promptTokens: 100, completionTokens: 10 } })
  expect((await ask(undefined, bob)).json).toMatchObject({ provider: endpoint.id, costUsd: 0.11 })
  const entries = await servers.database.selectFrom('ledger_entries').selectAll().execute()
  expect(entries).toMatchObject([
    { payer: 'organization', pool: `organization:${id}`, charged: 0, cost_micro_usd: 110_000 },
  ])
  const spent = await servers.database.selectFrom('spent').selectAll().execute()
  expect(spent.filter(({ used }) => used !== 0).filter(({ meter }) => /token|host/.test(meter))).toEqual([])
  const usage = (await call('GET', `/organizations/${id}/usage?groupBy=model`, ann)).json
  expect(usage.series).toEqual([{ key: 'harbour-large', tokens: 0, costUsd: 0.11, requests: 1 }])
  const ofHost = (await call('GET', '/host/usage?groupBy=provider', host)).json
  expect(ofHost.series).toMatchObject([{ key: endpoint.id, costUsd: 0, requests: 1 }])
  expect((await call('GET', '/cost/session', ann)).json.globalMonthlyCost).toBe(0)
})

it('replies also where the allowance of the host is used up', async () => {
  const endpoint = await add()
  const houseModels = {
    ...draft({ name: 'House' }),
    transcriptionModel: null,
    speechModel: null,
    access: { kind: 'everyone' },
  }
  const house = (await call('POST', '/host/endpoints', host, houseModels)).json.id
  const bobs = await servers.database
    .selectFrom('users')
    .select('id')
    .where('email', '=', 'bob@example.org')
    .execute()
  await servers.database
    .insertInto('spent')
    .values({
      meter: `tokens ${bobs[0]?.id}`,
      period: new Date().toISOString().slice(0, 10),
      used: 1_000_000_000,
    })
    .execute()
  expect((await ask(`${house}:harbour-large`, bob)).json.error).toBe('ALLOWANCE_EXHAUSTED')
  expect(await providerOf(undefined, bob)).toBe(endpoint.id)
})

it('says that the key of the organization was rejected, and sends the question to no other provider', async () => {
  const houseModels = {
    ...draft({ name: 'House', prices: null }),
    transcriptionModel: null,
    speechModel: null,
    access: { kind: 'everyone' },
  }
  const vendor = await startUpstream({ models: ['harbour-large'] })
  try {
    await call('POST', '/host/endpoints', host, { ...houseModels, baseUrl: `${vendor.url}/v1` })
    await add({ prices: null })
    upstream.script({ refusal: { status: 401 } })
    const { status, json } = await ask('harbour-large', bob)
    expect([status, json.error]).toEqual([402, 'TEAM_KEY_REJECTED'])
    expect(vendor.requests).toEqual([])
    const { items } = (await call('GET', `/organizations/${id}/endpoints`, ann)).json
    expect(items[0].trouble).toMatchObject({ kind: 'unauthorized' })
  } finally {
    await vendor.close()
  }
})

it('never returns, exports or stores a key in plain text', async () => {
  const endpoint = await add({ headers: { 'x-team': 'secret-team' } })
  const path = `/organizations/${id}/endpoints`
  const responses = [
    await call('GET', path, ann),
    await call('PATCH', `${path}/${endpoint.id}`, ann, { version: 1, name: 'Other' }),
    await call('GET', `/organizations/${id}/audit`, ann),
    await call('GET', `/organizations`, ann),
    await call('GET', '/account/export', ann),
    await call('GET', '/models', bob),
    await call('GET', '/host/audit', host),
  ]
  const stored = await servers.database.selectFrom('organization_endpoints').selectAll().execute()
  for (const text of [...responses.map((response) => response.text), JSON.stringify(stored)]) {
    expect(text).not.toContain(KEY)
    expect(text).not.toContain('secret-team')
  }
  expect(responses[0]?.json.items).toMatchObject([
    { hasKey: true, headerNames: ['x-team'], isReadable: true },
  ])
})

it('keeps an audit log of changes, with the names of endpoints only', async () => {
  const { id: endpointId } = await add()
  await call('PATCH', `/organizations/${id}/endpoints/${endpointId}`, ann, { version: 1, name: 'Renamed' })
  await call('DELETE', `/organizations/${id}/endpoints/${endpointId}`, ann)
  const { items } = (await call('GET', `/organizations/${id}/audit`, ann)).json
  const acts = items.map(({ action, target }: { action: string; target: string }) => `${action} ${target}`)
  expect(acts.slice(0, 3)).toEqual([
    'endpoint.removed Renamed',
    'endpoint.changed Renamed',
    'endpoint.added Harbour models',
  ])
})

it('is managed by admins only', async () => {
  const endpoint = await add()
  const path = `/organizations/${id}/endpoints`
  for (const [person, status] of [
    [bob, 403],
    [cleo, 404],
    [host, 404],
  ] as const) {
    const statuses = [
      await call('GET', path, person),
      await call('POST', path, person, draft()),
      await call('PATCH', `${path}/${endpoint.id}`, person, { version: 1, name: 'Mine' }),
      await call('DELETE', `${path}/${endpoint.id}`, person),
      await call('POST', `${path}/test`, person, { ...draft(), id: endpoint.id }),
    ].map((response) => response.status)
    expect(statuses).toEqual(statuses.map(() => status))
  }
  expect(upstream.requests).toEqual([])
})

it('rejects the older of two changes at once, and loses neither endpoint nor key', async () => {
  await joinAs(cleo, 'cleo@example.org', 'admin')
  const { id: endpointId } = await add()
  const path = `/organizations/${id}/endpoints/${endpointId}`
  const changes = await Promise.all([
    call('PATCH', path, ann, { version: 1, name: 'Of Ann' }),
    call('PATCH', path, cleo, { version: 1, name: 'Of Cleo' }),
  ])
  expect(new Set(changes.map(({ status }) => status))).toEqual(new Set([200, 409]))
  expect(changes.find(({ status }) => status === 409)?.json.error).toBe('EDIT_CONFLICT')
  const winner = changes.find(({ status }) => status === 200)?.json.name
  const { items } = (await call('GET', `/organizations/${id}/endpoints`, ann)).json
  expect(items).toMatchObject([{ name: winner, version: 2, hasKey: true }])
})

it('keeps a limited number of endpoints and models', async () => {
  for (let count = 0; count < MAX_ORGANIZATION_ENDPOINTS; count++) await add({ name: `Number ${count}` })
  const path = `/organizations/${id}/endpoints`
  expect((await call('POST', path, ann, draft())).status).toBe(400)
  const many = Array.from({ length: 201 }, (_, index) => `model-${index}`)
  expect((await call('POST', path, ann, draft({ models: many }))).status).toBe(400)
})

it('limits tests, so that the server is no scanner of ports', async () => {
  const path = `/organizations/${id}/endpoints/test`
  const now = Date.now()
  const used = { key: `endpoint tests of ${id}`, used: 60, resets_at: now + 3_600_000 }
  expect((await call('POST', path, ann, draft())).json).toMatchObject({ isWorking: true })
  await servers.database.updateTable('counters').set(used).where('key', '=', used.key).execute()
  expect((await call('POST', path, ann, draft())).status).toBe(429)
})

it.each([
  ['this machine', 'http://127.0.0.1:8000/v1'],
  ['its name', 'http://localhost:8000/v1'],
  ['this machine with TLS', 'https://127.0.0.1/v1'],
  ['a private network', 'https://10.1.2.3/v1'],
  ['the metadata of a cloud', 'http://169.254.169.254/latest'],
  ['IPv6 of this machine', 'https://[::1]/v1'],
  ['a wrapped address', 'https://[::ffff:127.0.0.1]/v1'],
  ['an address in another notation', 'https://0x7f000001/v1'],
  ['no TLS', 'http://93.184.216.34/v1'],
])('refuses %s as the address of an organization', async (_, baseUrl) => {
  const guarded = await start({ ORGANIZATION_ENDPOINT_NETWORKS: '' })
  const path = `/organizations/${id}/endpoints`
  const created = await call('POST', path, ann, draft({ baseUrl }), guarded)
  expect([created.status, created.json.details?.[0]?.path]).toEqual([400, 'baseUrl'])
  const tested = await call('POST', `${path}/test`, ann, draft({ baseUrl }), guarded)
  expect(tested.json).toMatchObject({ isWorking: false, failure: 'network' })
  const { id: endpointId } = await add()
  const moved = await call('PATCH', `${path}/${endpointId}`, ann, { version: 1, baseUrl }, guarded)
  expect(moved.status).toBe(400)
})

it.each(ENDPOINT_PROTOCOLS)('refuses private addresses by the protocol %s', async (protocol) => {
  const guarded = await start({ ORGANIZATION_ENDPOINT_NETWORKS: '' })
  const path = `/organizations/${id}/endpoints/test`
  const body = draft({ protocol, baseUrl: upstream.url, models: ['harbour-large'] })
  expect((await call('POST', path, ann, body, guarded)).json).toMatchObject({ failure: 'network' })
  expect((await call('POST', path, ann, { ...body, models: [] }, guarded)).json.isWorking).toBe(false)
  expect(upstream.requests).toEqual([])
})

it('checks the address at every connection, also where it was allowed when it was stored', async () => {
  const endpoint = await add({ models: ['harbour-large'] })
  const guarded = await start({ ORGANIZATION_ENDPOINT_NETWORKS: '' })
  expect((await ask(`${endpoint.id}:harbour-large`, bob, guarded)).status).toBe(502)
  expect(upstream.requests).toEqual([])
  expect(await providerOf(undefined, bob)).toBe(endpoint.id)
})

it('does not follow redirects', async () => {
  upstream.script({ refusal: { status: 302 } })
  const path = `/organizations/${id}/endpoints/test`
  const { json } = await call('POST', path, ann, draft({ models: ['harbour-large'] }))
  expect(json).toMatchObject({ isWorking: false, failure: 'redirect' })
})
