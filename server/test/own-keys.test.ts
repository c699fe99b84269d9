import { afterEach, beforeEach, expect, it } from 'vitest'
import { OWN_KEY_VENDORS } from '@vee/contract/entities/own-key-vendors'
import { startUpstream, type Upstream } from '../../fakes/upstream/index.ts'
import { createTestServers, type TestServers } from './fixtures/test-server.ts'
import { readSettings } from '#settings/settings.ts'

// Tests of people's own keys over HTTP.

const KEY = 'sk-mine-51c2ab77'

let upstream: Upstream
let servers: TestServers
const logged: string[] = []
let url: string
let token: string

beforeEach(async () => {
  upstream = await startUpstream({ models: ['gpt-4o'] })
  servers = await createTestServers({ logStream: { write: (line) => void logged.push(line) } })
  url = await start()
  token = await servers.register('ann@example.org')
})
afterEach(async () => {
  await servers.close()
  await upstream.close()
})

const start = (variables: Readonly<Record<string, string>> = {}) =>
  servers.start({ LOG_LEVEL: 'debug', OPENAI_BASE_URL: `${upstream.url}/v1`, ...variables })

async function call(
  method: string,
  path: string,
  body?: object,
  headers: Readonly<Record<string, string>> = {},
  base = url,
) {
  const response = await fetch(`${base}/api${path}`, {
    method,
    headers: { ...(body && { 'content-type': 'application/json' }), ...headers },
    ...(body && { body: JSON.stringify(body) }),
  })
  return { status: response.status, json: JSON.parse(await response.text()) }
}
const test = (vendor: string, headers: Readonly<Record<string, string>>, base = url) =>
  call('POST', '/own-keys/test', { vendor }, { authorization: `Bearer ${token}`, ...headers }, base)

it('tests a key at its vendor, and neither stores nor logs it', async () => {
  const { json } = await test('openai', { 'x-own-key-openai': KEY })
  expect(json).toMatchObject({ isWorking: true, model: 'gpt-4o' })
  expect(upstream.requests.at(-1)?.headers['authorization']).toBe(`Bearer ${KEY}`)
  for (const table of ['counters', 'ledger_entries', 'users', 'host_settings'] as const) {
    expect(JSON.stringify(await servers.database.selectFrom(table).selectAll().execute())).not.toContain(KEY)
  }
  expect(logged.length).toBeGreaterThan(0)
  expect(logged.join('')).not.toContain(KEY)
})

it('says why a key does not work', async () => {
  upstream.script({ refusal: { status: 401 } })
  expect((await test('openai', { 'x-own-key-openai': KEY })).json).toMatchObject({
    isWorking: false,
    failure: 'key',
    status: 401,
  })
  for (const headers of [{}, { 'x-own-key-openai': 'short' }, { 'x-own-key-groq': KEY }]) {
    expect((await test('openai', headers)).status).toBe(400)
  }
})

it('uses keys of the vendors that the host allows only', async () => {
  expect((await call('GET', '/own-keys/vendors')).json).toEqual({ vendors: OWN_KEY_VENDORS })
  const few = await start({ OWN_KEY_VENDORS: 'groq, mistral' })
  expect((await call('GET', '/own-keys/vendors', undefined, {}, few)).json).toEqual({
    vendors: ['groq', 'mistral'],
  })
  expect((await test('openai', { 'x-own-key-openai': KEY }, few)).status).toBe(400)
  const none = await start({ OWN_KEY_VENDORS: 'none' })
  expect((await call('GET', '/own-keys/vendors', undefined, {}, none)).json).toEqual({ vendors: [] })
  expect(upstream.requests).toEqual([])
  expect(() => readSettings({ OWN_KEY_VENDORS: 'acme' })).toThrow(/openai, anthropic/)
})

it('limits the tests of one person', async () => {
  await test('openai', { 'x-own-key-openai': KEY })
  await servers.database
    .updateTable('counters')
    .set({ used: 60 })
    .where('key', 'like', 'own key tests of%')
    .execute()
  expect((await test('openai', { 'x-own-key-openai': KEY })).status).toBe(429)
})
