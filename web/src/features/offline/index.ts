import type { OfferNewVersion } from './new-version.ts'

export type { OfferNewVersion } from './new-version.ts'
export { OfflineBanner } from './offline-banner.tsx'

/** Longest wait for a quiet moment after the page is there, in ms. */
const QUIET_LIMIT_MS = 5_000

/** Makes the app available offline, after the first page was rendered and is idle. */
export function keepForOffline(offer: OfferNewVersion): void {
  // The server of `npm run dev` has no service worker.
  if (!import.meta.env.PROD || !('serviceWorker' in navigator)) return
  const begin = () => void import('./begin.ts').then(({ beginToKeep }) => beginToKeep(offer))
  const whenQuiet = () => {
    // Safari has no requestIdleCallback.
    if ('requestIdleCallback' in globalThis) requestIdleCallback(begin, { timeout: QUIET_LIMIT_MS })
    else setTimeout(begin, QUIET_LIMIT_MS)
  }
  if (document.readyState === 'complete') whenQuiet()
  else window.addEventListener('load', whenQuiet, { once: true })
}
