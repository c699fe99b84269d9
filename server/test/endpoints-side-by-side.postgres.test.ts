// Model endpoints of two servers with a shared Postgres and Redis: what is saved on one holds on the other.
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { createTestDatabase, type TestDatabase } from '#db/fixtures/test-database.ts'
import type { Database } from '#db/schema.ts'
import { startUpstream, type Upstream } from '../../fakes/upstream/index.ts'
import { hasRedis, TEST_REDIS } from '#adapters/redis/fixtures/test-redis.ts'
import { type ServerApp, createApp } from '#app.ts'
import { readSettings } from '#settings/settings.ts'

vi.setConfig({ testTimeout: 30_000 })

let directory: string
let testDatabase: TestDatabase
let upstream: Upstream
const opened: Database[] = []
const apps: ServerApp[] = []
/** their addresses */
let [a, b] = ['', '']
let host: string

beforeEach(async () => {
  directory = mkdtempSync(join(tmpdir(), 'vee-endpoints-beside-'))
  testDatabase = await createTestDatabase()
  upstream = await startUpstream({ models: ['house-large'] })
})
afterEach(async () => {
  await Promise.all(apps.splice(0).map((app) => app.stop()))
  await Promise.all(opened.splice(0).map((database) => database.destroy()))
  await upstream.close()
  await testDatabase.remove()
  rmSync(directory, { recursive: true })
})

/** Starts two servers. Their periodic jobs do not run: only a message or a request can bring a change to the other. */
async function startTwo(variables: Readonly<Record<string, string>>): Promise<void> {
  ;[a, b] = [await start(variables), await start(variables)]
  host = await register('hana@example.org')
}

async function start(variables: Readonly<Record<string, string>>): Promise<string> {
  const database = await testDatabase.open()
  opened.push(database)
  const app = await createApp({
    settings: readSettings({
      PORT: '0',
      LOCAL_PROVIDERS: 'off',
      LOCAL_SPEECH: 'off',
      LOG_LEVEL: 'silent',
      DATA_DIR: directory,
      SEAL_KEY: Buffer.alloc(32, 7).toString('base64'),
      ORGANIZATION_ENDPOINT_NETWORKS: '127.0.0.1',
      // Redis stores the usage of earlier tests.
      DEMO_REPLIES_PER_DAY: '1000000',
      ...variables,
    }),
    database,
    passphrase: undefined,
    webDirectory: directory,
    searchPath: '',
    now: Date.now,
    setTimer: () => () => undefined,
  })
  apps.push(app)
  return app.listen()
}

async function call(base: string, method: string, path: string, token?: string, body?: object) {
  const response = await fetch(`${base}/api${path}`, {
    method,
    headers: {
      ...(body && { 'content-type': 'application/json' }),
      ...(token !== undefined && { authorization: `Bearer ${token}` }),
    },
    ...(body && { body: JSON.stringify(body) }),
  })
  const text = await response.text()
  return { status: response.status, json: text === '' ? undefined : JSON.parse(text) }
}

async function register(email: string): Promise<string> {
  const account = { email, password: 'quiet harbour 1', acceptTerms: true }
  return (await call(a, 'POST', '/auth/register', undefined, account)).json.token
}

const draft = (more: object = {}) => ({
  name: 'House models',
  protocol: 'openai',
  baseUrl: `${upstream.url}/v1`,
  apiKey: 'sk-house-9f8e7d',
  models: [],
  prices: null,
  isEnabled: true,
  ...more,
})
const ofHost = { transcriptionModel: null, speechModel: null, access: { kind: 'everyone' } }
const providerAt = async (base: string, model?: string, token?: string) => {
  const body = { messages: [{ role: 'user', content: 'Good morning' }], model, stream: false }
  return (await call(base, 'POST', '/chat', token, body)).json.provider
}

describe.skipIf(!hasRedis)('two servers with Redis', () => {
  beforeEach(() => startTwo({ REDIS_URL: TEST_REDIS.href }))

  it('reply by an endpoint of the host as soon as the other one has saved it, and no longer once it is removed', async () => {
    const { id } = (await call(a, 'POST', '/host/endpoints', host, draft(ofHost))).json
    await expect.poll(() => providerAt(b), { timeout: 3_000 }).toBe(id)
    await call(b, 'PATCH', `/host/endpoints/${id}`, host, { version: 1, isEnabled: false })
    await expect.poll(() => providerAt(a), { timeout: 3_000 }).toBe('builtin')
    expect((await call(a, 'DELETE', `/host/endpoints/${id}`, host)).status).toBe(204)
    expect((await call(b, 'GET', '/host/endpoints', host)).json.items).toEqual([])
  })

  it('refuse a change that is based on what the other one has changed, with a code that says so', async () => {
    const { id } = (await call(a, 'POST', '/host/endpoints', host, draft(ofHost))).json
    const change = (base: string, name: string) =>
      call(base, 'PATCH', `/host/endpoints/${id}`, host, { version: 1, name })
    const both = await Promise.all([change(a, 'Of one'), change(b, 'Of the other')])
    const [won, lost] = both[0].status === 200 ? both : both.toReversed()
    expect([won?.status, lost?.status, lost?.json.error]).toEqual([200, 409, 'EDIT_CONFLICT'])
    for (const base of [a, b]) {
      const { items } = (await call(base, 'GET', '/host/endpoints', host)).json
      expect(items).toMatchObject([{ name: won?.json.name, version: 2, hasKey: true, isReadable: true }])
    }
  })
})

describe('two servers that cannot send each other messages', () => {
  beforeEach(() => startTwo({}))

  it('find an endpoint that the other one has saved when its model is chosen', async () => {
    const { id } = (await call(a, 'POST', '/host/endpoints', host, draft(ofHost))).json
    expect(await providerAt(b)).toBe('builtin')
    expect(await providerAt(b, `${id}:house-large`)).toBe(id)
    // From then on it is known there.
    expect(await providerAt(b)).toBe(id)
  })

  it('list the models that the other one has added', async () => {
    const { id } = (await call(a, 'POST', '/host/endpoints', host, draft(ofHost))).json
    const { items } = (await call(b, 'GET', '/models')).json
    expect(items[0].provider.id).toBe(id)
  })

  it('use the endpoints of an organization at once, and no longer after the membership ends', async () => {
    const organization = (await call(a, 'POST', '/organizations', host, { name: 'Harbour' })).json.id
    const path = `/organizations/${organization}/endpoints`
    const { id } = (await call(a, 'POST', path, host, draft())).json
    expect(await providerAt(b, undefined, host)).toBe(id)
    const off = { version: 1, isEnabled: false }
    expect((await call(b, 'PATCH', `${path}/${id}`, host, off)).status).toBe(200)
    expect(await providerAt(a, undefined, host)).toBe('builtin')
    const stale = await call(a, 'PATCH', `${path}/${id}`, host, { version: 1, isEnabled: true })
    expect([stale.status, stale.json.error]).toEqual([409, 'EDIT_CONFLICT'])
    await call(a, 'PATCH', `${path}/${id}`, host, { version: 2, isEnabled: true })
    expect(await providerAt(b, undefined, host)).toBe(id)
    expect((await call(b, 'DELETE', `/organizations/${organization}`, host)).status).toBe(204)
    expect(await providerAt(a, `${id}:house-large`, host)).toBe('builtin')
  })
})
