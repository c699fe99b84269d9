// The page's service worker: it opens the shell without a network and keeps what was used once. It is built by itself
// into /sw.js (web/build/service-worker.ts). It knows nothing of /api: calls, streams and audio pass it by.
import { clientsClaim, type WorkboxPlugin } from 'workbox-core'
import { ExpirationPlugin } from 'workbox-expiration'
import {
  cleanupOutdatedCaches,
  createHandlerBoundToURL,
  precacheAndRoute,
  type PrecacheEntry,
} from 'workbox-precaching'
import { NavigationRoute, registerRoute } from 'workbox-routing'
import { CacheFirst } from 'workbox-strategies'
import { TAKE_OVER } from './take-over.ts'

/** What the first page needs, in the version of this worker. The build puts it here. */
declare const PRECACHED: PrecacheEntry[]
/** The global scope of a service worker, as far as it is used here: TypeScript's DOM library has only a window's. */
declare const self: {
  addEventListener(type: 'message', listener: (event: { readonly data: unknown }) => void): void
  addEventListener(type: 'install', listener: (event: Installing) => void): void
  skipWaiting(): Promise<void>
}
/** The install event of browsers that can be told which requests need no worker; others lack the method. */
interface Installing {
  readonly addRoutes?: (rule: {
    readonly condition: { readonly urlPattern: { readonly pathname: string } }
    readonly source: 'network'
  }) => Promise<void>
}

/** Files that came later, of a version or two: a highlighted language or a diagram is a few of them. */
const MAX_LATER_FILES = 150

// Calls pass this worker by in any case; this way they need not wait until it has been woken to say so.
self.addEventListener('install', (event) => {
  const rule = { condition: { urlPattern: { pathname: '/api/*' } }, source: 'network' } as const
  // A browser that knows another form of rules goes on without.
  event.addRoutes?.(rule).catch(() => {})
})
precacheAndRoute(PRECACHED)
cleanupOutdatedCaches()
registerRoute(
  new NavigationRoute(createHandlerBoundToURL('/index.html'), {
    denylist: [/^\/api(\/|$)/, /^\/(robots\.txt|sandbox\.html)$/],
  }),
)
// The names under /assets/ carry a hash of the content, so a file that is there is the right one for ever.
registerRoute(
  ({ sameOrigin, url }) => sameOrigin && url.pathname.startsWith('/assets/'),
  new CacheFirst({
    cacheName: 'vee-later-files',
    // The types of workbox are not written for exactOptionalPropertyTypes.
    plugins: [
      new ExpirationPlugin({ maxEntries: MAX_LATER_FILES, purgeOnQuotaError: true }) as WorkboxPlugin,
    ],
  }),
)
// The first visit is followed at once. A new version waits until the user takes it.
clientsClaim()
self.addEventListener('message', ({ data }) => {
  if (data === TAKE_OVER) void self.skipWaiting()
})
