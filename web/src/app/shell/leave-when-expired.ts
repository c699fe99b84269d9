import { goTo, redirectedFrom } from '../navigation.ts'

/** Pages on which someone without a session is right, and may be in the middle of something. */
const STAYS = /^\/[^/]+(\/login|\/register(\/.*)?)?\/?$/

/**
 * A token that the server no longer knows leads to the login, and from there back. From a page on which a visitor may be,
 * and which only a token's redirect has left, it leads back to that page (R8.03).
 */
export function leaveWhenExpired(): void {
  const { pathname, search } = globalThis.location
  if (STAYS.test(pathname)) return
  const before = redirectedFrom()
  if (before !== undefined && STAYS.test(before)) {
    // A new page, which has nothing of the member in its memory.
    globalThis.location.replace(before)
    return
  }
  const [, locale = ''] = pathname.split('/')
  const query = new URLSearchParams({
    sessionExpired: 'true',
    reason: 'unauthorized',
    redirectTo: `${pathname}${search}`,
  })
  goTo(`/${locale}/login?${query}`)
}
