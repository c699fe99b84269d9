import { systemLog } from '#lib/log.ts'
import { followVersions, type OfferNewVersion } from './new-version.ts'

/**
 * Caches the app in this browser and follows its versions; without support for caching, the app works anyway.
 */
export async function beginToKeep(offer: OfferNewVersion): Promise<void> {
  try {
    await followVersions(
      {
        container: navigator.serviceWorker,
        page: document,
        reload: () => globalThis.location.reload(),
        now: () => performance.now(),
      },
      offer,
    )
    await keepWhatIsLoaded(await navigator.serviceWorker.ready)
  } catch (error) {
    systemLog.add(
      'WARN',
      'The app was not kept for offline',
      error instanceof Error ? error.message : undefined,
    )
  }
}

/** Caches what this page loaded before a service worker controlled it (fonts, the presence). */
async function keepWhatIsLoaded({ active }: ServiceWorkerRegistration): Promise<void> {
  const loaded = performance
    .getEntriesByType('resource')
    .map(({ name }) => new URL(name))
    .filter(
      ({ origin, pathname }) => origin === globalThis.location.origin && pathname.startsWith('/assets/'),
    )
    .map(({ href }) => href)
  // The message of workbox-routing's Router.addCacheListener().
  active?.postMessage({ type: 'CACHE_URLS', payload: { urlsToCache: loaded } })
}
