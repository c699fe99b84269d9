import { once } from 'node:events'
import { createServer, type Server } from 'node:http'
import { afterEach, beforeEach, expect, it } from 'vitest'
import { openRouterKeyWarning } from './key-warning.ts'

const NOW = Date.parse('2026-11-26T12:00:00Z')
let server: Server
let url: string
let keyResponse: { readonly status: number; readonly body: unknown }
const asked: (string | undefined)[] = []

beforeEach(async () => {
  asked.length = 0
  server = createServer((request, response) => {
    asked.push(request.headers.authorization)
    const isKey = request.url === '/api/v1/key'
    response.writeHead(isKey ? keyResponse.status : 404, { 'content-type': 'application/json' })
    response.end(JSON.stringify(keyResponse.body))
  }).listen(0, '127.0.0.1')
  await once(server, 'listening')
  const address = server.address()
  url = `http://127.0.0.1:${typeof address === 'object' ? address?.port : ''}/api/v1`
})
afterEach(() => server.close())

const ask = () => openRouterKeyWarning({ baseUrl: url, apiKey: 'sk-or-1' }, NOW)

it.each([
  ['no limits', { limit: null, limit_remaining: null, expires_at: null }, undefined],
  ['enough credit', { limit: 100, limit_remaining: 10 }, undefined],
  [
    'little credit',
    { limit: 100, limit_remaining: 9.99 },
    { kind: 'low-credit', since: '2026-11-26T12:00:00.000Z' },
  ],
  ['a distant end', { limit: null, expires_at: '2026-12-24T00:00:00Z' }, undefined],
  [
    'a near end',
    { limit: 100, limit_remaining: 1, expires_at: '2026-11-30T00:00:00Z' },
    { kind: 'expiring', since: '2026-11-30T00:00:00.000Z' },
  ],
])('of a key with %s', async (_, data, warning) => {
  keyResponse = { status: 200, body: { data } }
  expect(await ask()).toEqual(warning)
  expect(asked).toEqual(['Bearer sk-or-1'])
})

it.each([
  ['an error', { status: 401, body: { error: {} } }],
  ['another shape', { status: 200, body: { data: { limit: 'much' } } }],
])('states nothing after %s', async (_, given) => {
  keyResponse = given
  expect(await ask()).toBeUndefined()
})

it('asks nothing without a key', async () => {
  expect(await openRouterKeyWarning({ baseUrl: url, apiKey: undefined }, NOW)).toBeUndefined()
  expect(asked).toEqual([])
})
