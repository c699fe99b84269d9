import { goTo, redirectedFrom } from '../../navigation.ts'

/** Pages for users without a session, who may be in the middle of something. */
const STAYS = /^\/[^/]+(\/login|\/register(\/.*)?)?\/?$/

/**
 * A token that the server rejects redirects to the login, and from there back to the same section of the
 * page. A page that is open to visitors is restored instead.
 */
export function leaveWhenExpired(): void {
  const { pathname, search, hash } = globalThis.location
  if (STAYS.test(pathname)) return
  const before = redirectedFrom()
  if (before !== undefined && STAYS.test(before)) {
    // A new page, without the member's data in memory.
    globalThis.location.replace(before)
    return
  }
  const [, locale = ''] = pathname.split('/')
  const query = new URLSearchParams({
    sessionExpired: 'true',
    reason: 'unauthorized',
    redirectTo: `${pathname}${search}${hash}`,
  })
  goTo(`/${locale}/login?${query}`)
}
