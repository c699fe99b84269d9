import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { request } from './http-client.ts'
import { ADDRESS_NOT_ALLOWED, createGuardedAgent, isAllowedUrl, isPublicAddress } from './public-network.ts'

it.each(['168.63.129.16', '::7f00:1', '::127.0.0.1', '::a00:1', '::', '::ffff:168.63.129.16'])(
  '%s is not public',
  (ip) => {
    expect(isPublicAddress(ip)).toBe(false)
  },
)

it.each(['93.184.216.34', '168.63.129.17', '2606:4700::1111'])('%s is public', (ip) => {
  expect(isPublicAddress(ip)).toBe(true)
})

let server: Server
let port: number
beforeAll(async () => {
  server = createServer((_, response) => response.end('hello'))
  await new Promise<void>((resolve) => {
    server.listen(0, '127.0.0.1', resolve)
  })
  port = (server.address() as AddressInfo).port
})
afterAll(() => server.close())

const HERE = ['127.0.0.0/8', '::1']
const NOWHERE: readonly string[] = []

it.each([
  ['an address', () => `http://127.0.0.1:${port}/`],
  // A name is checked as it resolves at the moment of the connection.
  ['a name', () => `http://localhost:${port}/`],
  ['an address with TLS', () => `https://127.0.0.1:${port}/`],
])('a guarded connection does not reach %s in a network that is not allowed', async (_, url) => {
  const dispatcher = createGuardedAgent({ networks: NOWHERE })
  await expect(request(url(), { dispatcher })).rejects.toMatchObject({ code: ADDRESS_NOT_ALLOWED })
  await dispatcher.destroy()
})

it.each([() => `http://127.0.0.1:${port}/`, () => `http://localhost:${port}/`])(
  'a guarded connection reaches an allowed network',
  async (url) => {
    const dispatcher = createGuardedAgent({ networks: HERE })
    const { body } = await request(url(), { dispatcher })
    expect(await body.text()).toBe('hello')
    await dispatcher.destroy()
  },
)

it.each([
  ['https://93.184.216.34/v1', NOWHERE, true],
  ['http://93.184.216.34/v1', NOWHERE, false],
  ['https://[2606:4700::1111]/v1', NOWHERE, true],
  ['https://[::ffff:93.184.216.34]/v1', NOWHERE, false],
  ['https://10.0.0.1/v1', NOWHERE, false],
  ['http://10.0.0.1/v1', ['10.0.0.0/8'], true],
  ['http://11.0.0.1/v1', ['10.0.0.0/8'], false],
  ['http://[fd00::1]/v1', ['fd00::/8', '10.0.0.1'], true],
  ['http://localhost/v1', NOWHERE, false],
  // It may be known later, and every connection is checked.
  ['https://unknown.invalid/v1', NOWHERE, true],
  ['http://unknown.invalid/v1', NOWHERE, false],
])('%s with the allowed networks %j is allowed: %s', async (url, networks, isAllowed) => {
  expect(await isAllowedUrl(url, { networks })).toBe(isAllowed)
})
