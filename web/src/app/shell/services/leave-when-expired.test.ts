// @vitest-environment happy-dom
import { beforeEach, expect, test } from 'vitest'
import { leaveWhenExpired } from './leave-when-expired.ts'

const redirectTarget = () => new URLSearchParams(globalThis.location.search).get('redirectTo')

beforeEach(() => history.replaceState(null, '', '/'))

test.each(['/de-DE/settings#teams', '/en/pro', '/en/meetings/m1?tab=audio#summary'])(
  'a rejected token redirects from %s to the login and names the whole address to return to',
  (address) => {
    history.replaceState(null, '', address)
    leaveWhenExpired()
    expect(globalThis.location.pathname).toBe(`/${address.split('/')[1]}/login`)
    expect(redirectTarget()).toBe(address)
  },
)

test.each(['/en', '/en/login?redirectTo=%2Fen%2Fpro', '/en/register/plan#basic'])(
  '%s stays, because it needs no token',
  (address) => {
    history.replaceState(null, '', address)
    leaveWhenExpired()
    const { pathname, search, hash } = globalThis.location
    expect(`${pathname}${search}${hash}`).toBe(address)
  },
)
