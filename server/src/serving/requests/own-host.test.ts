import { describe, expect, it } from 'vitest'
import { type Arrival, isOwnHost } from './own-host.ts'

const direct: Arrival = { host: 'localhost:3836', isLoopback: true, localPort: 3836, isForwarded: false }
const OWN = new Set(['vee.example', 'my-box', 'my-box.local'])

describe('a request that arrives at a loopback address', () => {
  it.each<readonly [why: string, arrival: Partial<Arrival>, isOwn: boolean]>([
    ['for localhost', {}, true],
    ['for a name below localhost', { host: 'vee.localhost:3836' }, true],
    ['for localhost with a dot at its end', { host: 'LOCALHOST.:3836' }, true],
    ['for an IPv4 address', { host: '127.0.0.1:3836' }, true],
    ['for an IPv6 address', { host: '[::1]:3836' }, true],
    ['for an address of the network', { host: '192.168.1.20:5173' }, true],
    ['for the machine', { host: 'my-box:3836' }, true],
    ['for PUBLIC_URL', { host: 'vee.example' }, true],
    ['without a host', { host: undefined }, true],
    ['for a foreign name', { host: 'evil.example:3836' }, false],
    ['for a name that begins like an own one', { host: 'localhost.evil.example:3836' }, false],
    ['for no name', { host: 'a b' }, false],
    ['for a foreign name by a proxy', { host: 'chat.example', isForwarded: true }, true],
    ['for a foreign name by a proxy of another port', { host: 'chat.lan:8443', isForwarded: true }, true],
    ['with the headers of a proxy, set by a page', { host: 'evil.example:3836', isForwarded: true }, false],
    ['the same at port 80', { host: 'evil.example', localPort: 80, isForwarded: true }, false],
    ['for a foreign name, by the network', { host: 'evil.example:3836', isLoopback: false }, true],
  ])('%s', (_, arrival, isOwn) => {
    expect(isOwnHost({ ...direct, ...arrival }, OWN, false)).toBe(isOwn)
  })

  it('for the same port by a trusted proxy', () => {
    expect(isOwnHost({ ...direct, host: 'chat.lan:3836', isForwarded: true }, OWN, true)).toBe(true)
  })
})
