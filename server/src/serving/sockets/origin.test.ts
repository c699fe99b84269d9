import { describe, expect, it } from 'vitest'
import { isOwnOrigin } from './origin.ts'

const opening = { host: 'vee.example', publicUrl: undefined, isLoopback: false }

describe('a page that opens a socket', () => {
  it.each([
    ['no page', undefined, opening, true],
    ['of the requested host', 'https://vee.example', opening, true],
    ['of another host', 'https://evil.example', opening, false],
    ['of no host', 'null', opening, false],
    [
      'of this machine',
      'http://localhost:8080',
      { ...opening, host: 'localhost:8080', isLoopback: true },
      true,
    ],
    [
      'of this machine by IP address',
      'http://[::1]:8080',
      { ...opening, host: '[::1]:8080', isLoopback: true },
      true,
    ],
    [
      'that DNS resolves to this machine',
      'http://evil.example',
      { ...opening, host: 'evil.example', isLoopback: true },
      false,
    ],
    [
      'of PUBLIC_URL',
      'https://vee.example',
      { ...opening, host: 'inner:8080', publicUrl: 'https://vee.example/' },
      true,
    ],
    [
      'of the requested host instead of PUBLIC_URL',
      'http://inner:8080',
      { ...opening, host: 'inner:8080', publicUrl: 'https://vee.example/' },
      false,
    ],
    [
      'of PUBLIC_URL without TLS',
      'http://vee.example',
      { ...opening, publicUrl: 'https://vee.example/' },
      false,
    ],
  ])('%s', (_whose, origin, at, isOwn) => {
    expect(isOwnOrigin({ origin }, at)).toBe(isOwn)
  })
})
