// The page's service worker: serves the shell offline and caches used files. It is built separately into
// /sw.js (web/build/service-worker.ts). Requests to /api, streams and audio bypass it.
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
import { FILE_NAME_HEADER, SHARED_CACHE, SHARED_TEXT, sharedFile } from './shared-cache.ts'

/** The files of the initial page, in the version of this worker. Inserted by the build. */
declare const PRECACHED: PrecacheEntry[]
/**
 * The used part of the global scope of a service worker: TypeScript's DOM library contains only a window's.
 */
declare const self: {
  addEventListener(type: 'message', listener: (event: { readonly data: unknown }) => void): void
  addEventListener(type: 'install', listener: (event: Installing) => void): void
  skipWaiting(): Promise<void>
}
/** The install event of browsers with support for static routing; others lack the method. */
interface Installing {
  readonly addRoutes?: (rule: {
    readonly condition: { readonly urlPattern: { readonly pathname: string } }
    readonly source: 'network'
  }) => Promise<void>
}

/**
 * Maximum number of files cached on use, of one or two versions: each highlighted language or diagram adds a
 * few.
 */
const MAX_LATER_FILES = 150

// API requests bypass this worker in any case; with this rule they do not wait for it to start.
self.addEventListener('install', (event) => {
  const rule = { condition: { urlPattern: { pathname: '/api/*' } }, source: 'network' } as const
  // A browser with another format of rules works without them.
  event.addRoutes?.(rule).catch(() => {})
})
precacheAndRoute(PRECACHED)
cleanupOutdatedCaches()
registerRoute(
  new NavigationRoute(createHandlerBoundToURL('/index.html'), {
    denylist: [/^\/api(\/|$)/, /^\/(robots\.txt|sandbox\.html)$/],
  }),
)
registerRoute(
  ({ sameOrigin, url }) => sameOrigin && url.pathname === '/share',
  ({ request }) => storeShared(request),
  'POST',
)
// Names under /assets/ contain a content hash, so a cached file never becomes stale.
registerRoute(
  ({ sameOrigin, url }) => sameOrigin && url.pathname.startsWith('/assets/'),
  new CacheFirst({
    cacheName: 'vee-later-files',
    // The types of workbox do not support exactOptionalPropertyTypes.
    plugins: [
      new ExpirationPlugin({ maxEntries: MAX_LATER_FILES, purgeOnQuotaError: true }) as WorkboxPlugin,
    ],
  }),
)
// On the first visit it takes control at once. A new version waits until the user accepts it.
clientsClaim()
self.addEventListener('message', ({ data }) => {
  if (data === TAKE_OVER) void self.skipWaiting()
})

/**
 * Stores the form of the manifest's `share_target` for the page, and opens the page. Runs in the service
 * worker.
 */
async function storeShared(request: Request): Promise<Response> {
  const form = await request.formData()
  const cache = await caches.open(SHARED_CACHE)
  const files = form.getAll('files').filter((entry) => entry instanceof File)
  for (const [index, file] of files.entries()) {
    const headers = { 'content-type': file.type, [FILE_NAME_HEADER]: encodeURIComponent(file.name) }
    await cache.put(sharedFile(index), new Response(file, { headers }))
  }
  const text = ['title', 'text', 'url']
    .flatMap((name) => form.getAll(name))
    .filter((entry): entry is string => typeof entry === 'string' && entry.trim() !== '')
    .join('\n')
  if (text !== '') await cache.put(SHARED_TEXT, new Response(text))
  return Response.redirect('/', 303)
}
