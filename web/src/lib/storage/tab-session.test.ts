/** @vitest-environment happy-dom */
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { createApi } from '../http/index.ts'
import { forgetToken, keepToken } from '../http/auth-token.ts'
import { dataOwner, VISITOR } from './data-owner.ts'
import { followOwner, takeOverTab } from './tab-session.ts'
import { STORAGE_KEYS, readText, removeStorageKey, writeText } from './storage.ts'
import { storageKeyOf } from './tab-storage.ts'

const DRAFT = storageKeyOf('draft', 'v_agent')
/** the user of each token in the fake server */
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

function tellOfNoToken(): void {
  globalThis.dispatchEvent(new StorageEvent('storage', { key: 'vee.auth-token', newValue: null }))
}

/** Loads the modules like a new page. */
async function newPage() {
  const { storageKeyOf: placeHere } = await import('./tab-storage.ts')
  const draft = placeHere('draft', 'v_agent')
  return { draft, ...(await import('./tab-session.ts')) }
}

it('assigns a tab to the user who signs in after a visitor, and to no other user afterwards', () => {
  expect(takeOverTab('ann')).toBe(true)
  expect(takeOverTab('ann')).toBe(true)
  expect(takeOverTab('bob')).toBe(false)
  expect(takeOverTab('ann')).toBe(true)
})

it('clears a tab and reloads it when another user has signed in in another tab', async () => {
  const begin = vi.spyOn(globalThis.location, 'replace').mockImplementation(() => undefined)
  const api = createApi()
  keepToken('token-of-ann-1', true)
  const stop = followOwner(api, () => undefined)
  await vi.waitFor(() => expect(readText(storageKeyOf('tab', 'owner'))).toBe('ann'))
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

it('reports that a session was ended in another tab, but not when a token is replaced', async () => {
  keepToken('token-of-ann-1', true)
  const storage = localStorage
  const removed: string[] = []
  vi.stubGlobal('localStorage', {
    getItem: (key: string) => storage.getItem(key),
    setItem: (key: string, text: string) => storage.setItem(key, text),
    removeItem: (key: string) => removed.push(key),
  })
  keepToken('token-of-ann-2', true)
  expect(removed).toEqual(['vee.data-owner'])
  vi.stubGlobal('localStorage', storage)
  const onLeft = vi.fn()
  const stop = followOwner(createApi(), onLeft)
  await vi.waitFor(() => expect(readText(STORAGE_KEYS.tabOwner)).toBe('ann'))
  // A new token may have been stored in the meantime.
  tellOfNoToken()
  expect(onLeft).not.toHaveBeenCalled()
  forgetToken()
  tellOfNoToken()
  expect(onLeft).toHaveBeenCalledOnce()
  stop()
})

describe('a visitor in the tab of a member whose session has ended', () => {
  const OF_VISITOR = 'vee.draft-visitor.v_agent'
  beforeEach(() => {
    writeText(STORAGE_KEYS.tabOwner, 'ann')
    writeText(DRAFT, 'Of Ann')
    vi.resetModules()
  })
  it("cannot read the member's data, and does not delete it", async () => {
    const { draft } = await newPage()
    expect(readText(draft)).toBeUndefined()
    writeText(draft, 'Of a visitor')
    expect(readText(DRAFT)).toBe('Of Ann')
  })

  it('is not visible to the member, nor to a visitor in a tab without an owner', async () => {
    keepToken('token-of-ann-1', false)
    expect((await newPage()).draft).toEqual(DRAFT)
    forgetToken()
    removeStorageKey(STORAGE_KEYS.tabOwner)
    vi.resetModules()
    expect((await newPage()).draft).toEqual(DRAFT)
  })

  it('transfers typed text to the returning member, after the existing text', async () => {
    const begin = vi.spyOn(globalThis.location, 'replace').mockImplementation(() => undefined)
    const { draft, comeBack } = await newPage()
    writeText(draft, 'Of a visitor')
    sessionStorage.setItem('vee.conversation-visitor.v_agent', 'a talk')
    comeBack('/en/pro', false)
    expect(begin).toHaveBeenCalledExactlyOnceWith('/en/pro')
    expect(readText(DRAFT)).toBe('Of Ann\nOf a visitor')
    expect(sessionStorage.getItem(OF_VISITOR)).toBeNull()
    // Text that the account could not accept is not lost.
    expect(sessionStorage.getItem('vee.conversation-visitor.v_agent')).toBe('a talk')
    comeBack('/en/pro', true)
    expect(sessionStorage.getItem('vee.conversation-visitor.v_agent')).toBeNull()
    expect(readText(DRAFT)).toBe('Of Ann\nOf a visitor')
  })

  it('keeps their own text after signing in, and nothing else remains', async () => {
    vi.spyOn(globalThis.location, 'replace').mockImplementation(() => undefined)
    const { draft, beginAnew } = await newPage()
    writeText(draft, 'Of Bob')
    sessionStorage.setItem('vee.message.m1', 'of Ann')
    beginAnew('/en/pro')
    // Includes writes while the page is unloaded.
    sessionStorage.setItem('vee.message.m1', 'of Ann')
    globalThis.dispatchEvent(new Event('pagehide'))
    const { 'vee.visit-day': day, ...rest } = Object.fromEntries(Object.entries(sessionStorage))
    expect(day).toBe(new Date().toDateString())
    expect(rest).toEqual({ 'vee.draft.v_agent': 'Of Bob' })
  })
})

it('caches the owner of data, for the requested token only', async () => {
  const api = createApi()
  expect(await dataOwner(api)).toBe(VISITOR)
  keepToken('token-of-ann-1', false)
  expect([await dataOwner(api), await dataOwner(api), asked]).toEqual(['ann', 'ann', 1])
  // As in another tab with a separate token and shared storage.
  sessionStorage.setItem('vee.auth-token', 'token-of-bob-1')
  expect(await dataOwner(api)).toBe('bob')
  sessionStorage.setItem('vee.auth-token', 'token-of-ann-1')
  expect(await dataOwner(api)).toBe('ann')
})
