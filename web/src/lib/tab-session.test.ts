/** @vitest-environment happy-dom */
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { createApi } from './api/index.ts'
import { forgetToken, keepToken } from './auth-token.ts'
import { dataOwner, VISITOR } from './data-owner.ts'
import { followOwner, takeOverTab } from './tab-session.ts'
import { PLACES, readText, removePlace, writeText } from './storage.ts'
import { placeOf } from './tab-storage.ts'

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

function tellOfNoToken(): void {
  globalThis.dispatchEvent(new StorageEvent('storage', { key: 'vee.auth-token', newValue: null }))
}

/** The modules as a page has them that begins now. */
async function newPage() {
  const { placeOf: placeHere } = await import('./tab-storage.ts')
  const draft = placeHere('draft', 'v_agent')
  return { draft, ...(await import('./tab-session.ts')) }
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
  const stop = followOwner(api, () => undefined)
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

it('tells that a session was ended in another tab, and a token that is replaced ends none', async () => {
  keepToken('token-of-ann-1', true)
  const storage = localStorage
  const removed: string[] = []
  vi.stubGlobal('localStorage', {
    setItem: (key: string, text: string) => storage.setItem(key, text),
    removeItem: (key: string) => removed.push(key),
  })
  keepToken('token-of-ann-2', true)
  expect(removed).toEqual(['vee.data-owner'])
  vi.stubGlobal('localStorage', storage)
  const onLeft = vi.fn()
  const stop = followOwner(createApi(), onLeft)
  await vi.waitFor(() => expect(readText(PLACES.tabOwner)).toBe('ann'))
  // Another one may have come meanwhile.
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
    writeText(PLACES.tabOwner, 'ann')
    writeText(DRAFT, 'Of Ann')
    vi.resetModules()
  })
  it('finds nothing of theirs, and takes nothing away from them', async () => {
    const { draft } = await newPage()
    expect(readText(draft)).toBeUndefined()
    writeText(draft, 'Of a visitor')
    expect(readText(DRAFT)).toBe('Of Ann')
  })

  it('is not there for the member, nor for a visitor in a tab of nobody', async () => {
    keepToken('token-of-ann-1', false)
    expect((await newPage()).draft).toEqual(DRAFT)
    forgetToken()
    removePlace(PLACES.tabOwner)
    vi.resetModules()
    expect((await newPage()).draft).toEqual(DRAFT)
  })

  it('leaves what they typed to the member who is back, behind what was typed before', async () => {
    const begin = vi.spyOn(globalThis.location, 'replace').mockImplementation(() => undefined)
    const { draft, comeBack } = await newPage()
    writeText(draft, 'Of a visitor')
    sessionStorage.setItem('vee.conversation-visitor.v_agent', 'a talk')
    comeBack('/en/pro', false)
    expect(begin).toHaveBeenCalledExactlyOnceWith('/en/pro')
    expect(readText(DRAFT)).toBe('Of Ann\nOf a visitor')
    expect(sessionStorage.getItem(OF_VISITOR)).toBeNull()
    // What the account could not take is not lost.
    expect(sessionStorage.getItem('vee.conversation-visitor.v_agent')).toBe('a talk')
    comeBack('/en/pro', true)
    expect(sessionStorage.getItem('vee.conversation-visitor.v_agent')).toBeNull()
    expect(readText(DRAFT)).toBe('Of Ann\nOf a visitor')
  })

  it('has their own words still when they sign in themselves, and nothing else is left', async () => {
    vi.spyOn(globalThis.location, 'replace').mockImplementation(() => undefined)
    const { draft, beginAnew } = await newPage()
    writeText(draft, 'Of Bob')
    sessionStorage.setItem('vee.message.m1', 'of Ann')
    beginAnew('/en/pro')
    // Whatever is written while the page goes.
    sessionStorage.setItem('vee.message.m1', 'of Ann')
    globalThis.dispatchEvent(new Event('pagehide'))
    const { 'vee.visit-day': day, ...rest } = Object.fromEntries(Object.entries(sessionStorage))
    expect(day).toBe(new Date().toDateString())
    expect(rest).toEqual({ 'vee.draft.v_agent': 'Of Bob' })
  })
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
