import { goTo } from '../navigation.ts'

/** Pages on which someone without a session is right, and may be in the middle of something. */
const STAYS = /^\/[^/]+(\/login|\/register(\/.*)?)?\/?$/

/** A token that the server no longer knows leads to the login, and from there back. */
export function leaveWhenExpired(): void {
  const { pathname, search } = globalThis.location
  if (STAYS.test(pathname)) return
  const [, locale = ''] = pathname.split('/')
  const query = new URLSearchParams({
    sessionExpired: 'true',
    reason: 'unauthorized',
    redirectTo: `${pathname}${search}`,
  })
  goTo(`/${locale}/login?${query}`)
}
