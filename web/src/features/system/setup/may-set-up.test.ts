import { afterEach, expect, it, vi } from 'vitest'
import type { Api } from '#lib/http/index.ts'
import { isThisMachine, readSetUpRole } from './may-set-up.ts'

afterEach(() => vi.unstubAllGlobals())

const roleOf = (auth: object, hostname: string) => {
  vi.stubGlobal('location', { hostname })
  const api = { json: () => Promise.resolve(auth) } as unknown as Api
  return readSetUpRole(api, new AbortController().signal)
}
const passphrase = { authenticated: true, tokenProvider: 'global' }

it('is the host on any page', async () => {
  expect(await roleOf({ authenticated: true, tokenProvider: 'local', isHost: true }, 'vee.example')).toBe(
    'host',
  )
})

it("is a passphrase holder on the server's machine, and on no other one", async () => {
  expect(await roleOf(passphrase, 'localhost')).toBe('local')
  expect(await roleOf(passphrase, 'vee.example')).toBeUndefined()
})

it.each([
  ['a visitor', { authenticated: false, tokenProvider: null }],
  ['a member who does not run the server', { authenticated: true, tokenProvider: 'local' }],
])('is not %s', async (_, auth) => {
  expect(await roleOf(auth, 'localhost')).toBeUndefined()
})

it.each([
  ['localhost', true],
  ['vee.localhost', true],
  ['127.0.0.1', true],
  ['127.8.8.8', true],
  ['[::1]', true],
  ['127.0.0.1.example.com', false],
  ['192.168.0.7', false],
  ['localhost.example.com', false],
])('treats %s as this machine: %s', (hostname, expected) => {
  expect(isThisMachine(hostname)).toBe(expected)
})
