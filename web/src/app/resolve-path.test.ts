import { LOCALES } from '@vee/contract/entities/locale'
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { resolvePath, ROUTES, safeRedirect, type Resolution, type Visitor } from './resolve-path.ts'

const guest: Visitor = { stored: null, browser: ['de-DE'], isSignedIn: false }
const member = { ...guest, isSignedIn: true }
const at = (path: string, visitor = guest): Resolution => {
  const url = new URL(path, 'http://vee.test')
  return resolvePath({ pathname: url.pathname, search: url.search, hash: url.hash }, visitor)
}
const to = (path: string) => ({ kind: 'redirect', to: path })
const screen = (id: string, locale = 'en') => ({ kind: 'screen', screen: id, locale, params: {} })

describe('locale', () => {
  test.each([
    '/about',
    '/login',
    '/register',
    '/register/plan?plan=basic',
    '/invite/abc',
    '/settings',
    '/pro',
  ])('%s gets the chosen locale, the rest is preserved', (path) =>
    expect(at(path)).toEqual(to(`/de-DE${path}`)),
  )
  test('the bare root redirects to the home page', () => expect(at('/')).toEqual(to('/de-DE')))
  test.each([
    ['/en-NG', '/de-DE'],
    ['/xx/settings', '/de-DE/settings'],
    ['/pt_BR/login', '/de-DE/login'],
    ['/english/about', '/de-DE/about'],
  ])('%s is not a locale and is replaced', (path, expected) => expect(at(path)).toEqual(to(expected)))
  test.each([
    ['/en-US', '/en'],
    ['/en-us/settings?part=voice#keys', '/en/settings?part=voice#keys'],
    ['/en_US/login', '/en/login'],
  ])('%s is an alias of the default, independent of the preference', (path, expected) =>
    expect(at(path, { ...guest, stored: 'ja-JP' })).toEqual(to(expected)),
  )
  test.each(LOCALES)('%s in the address has priority over every preference', (locale) => {
    expect(at(`/${locale}/about`, { ...guest, stored: 'ja-JP' })).toEqual(screen('about', locale))
  })
})

describe('not found', () => {
  test.each(['/xyz', '/abouts', '/xyz/abc'])('%s is not found, in the chosen language', (path) => {
    expect(at(path)).toEqual(screen('not-found', 'de-DE'))
  })
  test.each(['/en/nothing', '/en/about/more', '/fr-FR/register/plan/x'])('%s is not found', (path) => {
    expect(at(path)).toMatchObject({ kind: 'screen', screen: 'not-found' })
  })
})

describe('access', () => {
  test.each(
    // The links to a meeting and to what is shared have an id, and are tested below.
    ROUTES.filter(({ screen: id }) => id !== 'meeting' && id !== 'shared').map(
      ({ path, access, screen: id }) => [path.replace('/:token?', ''), access, id] as const,
    ),
  )('/en/%s (%s)', (path, access, id) => {
    const address = path === '' ? '/en' : `/en/${path}`
    const login = to(`/en/login?redirect=${encodeURIComponent(address)}`)
    expect(at(address)).toEqual(access === 'login' ? login : screen(id))
    expect(at(address, member)).toEqual(access === 'guest' ? to('/en/pro') : screen(id))
  })
  test('the link to a meeting redirects to it, after a login if required', () => {
    expect(at('/meetings/abc', member)).toEqual(to('/de-DE/meetings/abc'))
    expect(at('/en/meetings/abc')).toEqual(to('/en/login?redirect=%2Fen%2Fmeetings%2Fabc'))
    expect(at('/en/meetings/abc', member)).toEqual({ ...screen('meeting'), params: { id: 'abc' } })
  })
  test('what is shared by link is open to everyone, and shown in the language of the reader', () => {
    for (const visitor of [guest, member])
      expect(at('/en/shared/abc', visitor)).toEqual({ ...screen('shared'), params: { token: 'abc' } })
    expect(at('/shared/abc', member)).toEqual(to('/de-DE/shared/abc'))
  })
  test('the redirect preserves path and query', () => {
    expect(at('/en/settings?part=voice')).toEqual(
      to(`/en/login?redirect=${encodeURIComponent('/en/settings?part=voice')}`),
    )
  })
  test('the redirect preserves the fragment, which identifies a section of the page', () => {
    expect(at('/en/settings?tab=x#teams')).toEqual(
      to(`/en/login?redirect=${encodeURIComponent('/en/settings?tab=x#teams')}`),
    )
  })
  test('the callback of an identity provider is also available to signed-in users', () => {
    expect(at('/en/login?code=a&state=b', member)).toEqual(screen('login'))
    expect(at('/en/register?state=b', member)).toEqual(to('/en/pro'))
  })
  test('an invite preserves its token', () => {
    expect(at('/en/invite/a%20b', member)).toMatchObject({ screen: 'invite', params: { token: 'a b' } })
  })
})

test('every address resolves within three redirects', () => {
  fc.assert(
    fc.property(fc.webPath(), fc.boolean(), (path, isSignedIn) => {
      let resolution = at(`/${path.replace(/^\/+/, '')}`, { ...guest, isSignedIn })
      for (let hops = 0; resolution.kind === 'redirect' && hops < 3; hops += 1) {
        resolution = at(resolution.to, { ...guest, isSignedIn })
      }
      return resolution.kind === 'screen'
    }),
  )
})

test.each(['/en/settings', '/en/invite/abc?x=1'])('%s is an allowed target', (wish) =>
  expect(safeRedirect(wish)).toBe(wish),
)
test.each([
  null,
  '',
  'https://evil.test',
  '//evil.test',
  '/\\evil.test',
  '/\t/evil.test',
  'javascript:alert(1)',
])('%j is not', (wish) => expect(safeRedirect(wish)).toBeUndefined())
