/** @vitest-environment happy-dom */
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { createApi } from './api/index.ts'
import { keepToken } from './auth-token.ts'
import { dataOwner, VISITOR } from './data-owner.ts'
import { followOwner, takeOverTab } from './owner-of-tab.ts'
import { placeOf, readText, writeText } from './storage.ts'

const DRAFT = placeOf('draft', 'v_agent')
/** who each token is of; the server, as far as this is about it */
const USERS = new Map([
  ['token-of-ann-1', 'ann'],
  ['token-of-ann-2', 'ann'],
  ['token-of-bob-1', 'bob'],
])
let asked = 0

beforeEach(() => {
  localStorage.clear()
  sessionStorage.clear()
  asked = 0
  vi.stubGlobal('fetch', async (_address: string, { headers }: { headers: Headers }) => {
    asked += 1
    const id = USERS.get(headers.get('authorization')?.slice('Bearer '.length) ?? '')
    return Response.json({ authenticated: true, user: { id }, tokenProvider: 'local' })
  })
})
afterEach(() => {
  vi.unstubAllGlobals()
  vi.restoreAllMocks()
})

function signInElsewhere(token: string): void {
  keepToken(token, true)
  globalThis.dispatchEvent(new StorageEvent('storage', { key: 'vee.auth-token', newValue: token }))
}

it('gives a tab to whoever signs in after a visitor, and to them again, and to nobody else', () => {
  expect(takeOverTab('ann')).toBe(true)
  expect(takeOverTab('ann')).toBe(true)
  expect(takeOverTab('bob')).toBe(false)
  expect(takeOverTab('ann')).toBe(true)
})

it('forgets what is in a tab, and begins it anew, when somebody else has signed in in another one', async () => {
  const begin = vi.spyOn(globalThis.location, 'replace').mockImplementation(() => undefined)
  const api = createApi()
  keepToken('token-of-ann-1', true)
  const stop = followOwner(api)
  await vi.waitFor(() => expect(readText(placeOf('tab', 'owner'))).toBe('ann'))
  writeText(DRAFT, 'Mine')
  signInElsewhere('token-of-ann-2')
  await vi.waitFor(() => expect(asked).toBe(2))
  expect(readText(DRAFT)).toBe('Mine')
  expect(begin).not.toHaveBeenCalled()
  signInElsewhere('token-of-bob-1')
  await vi.waitFor(() => expect(begin).toHaveBeenCalledExactlyOnceWith(globalThis.location.href))
  expect(readText(DRAFT)).toBeUndefined()
  stop()
})

it('knows whose data is kept without asking again, for the token that was asked about alone', async () => {
  const api = createApi()
  expect(await dataOwner(api)).toBe(VISITOR)
  keepToken('token-of-ann-1', false)
  expect([await dataOwner(api), await dataOwner(api), asked]).toEqual(['ann', 'ann', 1])
  // As in another tab, which has a token of its own and the rest in common.
  sessionStorage.setItem('vee.auth-token', 'token-of-bob-1')
  expect(await dataOwner(api)).toBe('bob')
  sessionStorage.setItem('vee.auth-token', 'token-of-ann-1')
  expect(await dataOwner(api)).toBe('ann')
})
