import type { OfferNewVersion } from './new-version.ts'

export type { OfferNewVersion } from './new-version.ts'
export { OfflineBanner } from './offline-banner.tsx'

/** Maximum wait for an idle moment after page load, in ms. */
const QUIET_LIMIT_MS = 5_000

/** Makes the app available offline, after the first page was rendered and is idle. */
export function keepForOffline(offer: OfferNewVersion): void {
  // The development server has no service worker.
  if (!import.meta.env.PROD || !('serviceWorker' in navigator)) return
  const begin = () => void import('./begin.ts').then(({ beginToKeep }) => beginToKeep(offer))
  const whenQuiet = () => {
    // Safari lacks requestIdleCallback.
    if ('requestIdleCallback' in globalThis) requestIdleCallback(begin, { timeout: QUIET_LIMIT_MS })
    else setTimeout(begin, QUIET_LIMIT_MS)
  }
  if (document.readyState === 'complete') whenQuiet()
  else window.addEventListener('load', whenQuiet, { once: true })
}
