import { TAKE_OVER } from './take-over.ts'

/** Minimum interval between checks for a new version on an open page, in ms. */
const ASK_EVERY_MS = 60 * 60 * 1000

/** The browser APIs for versions of the app. */
export interface VersionDependencies {
  readonly container: ServiceWorkerContainer
  readonly page: EventTarget & { readonly visibilityState: DocumentVisibilityState }
  readonly reload: () => void
  readonly now: () => number
}

/** Shows that a new version is ready; `activate` switches to it. Called once per version. */
export type OfferNewVersion = (activate: () => void) => void

/**
 * Registers the service worker and reports each new version. A new version waits until it is accepted here or
 * in another tab; if another tab accepted it, this one shows an offer to reload and continues to run until
 * then.
 */
export async function followVersions(
  { container, page, reload, now }: VersionDependencies,
  offer: OfferNewVersion,
): Promise<void> {
  let isControlled = container.controller !== null
  let isTakenHere = false
  const offered = new WeakSet<ServiceWorker>()

  container.addEventListener('controllerchange', () => {
    if (isTakenHere) reload()
    else if (isControlled) offer(reload)
    isControlled = true
  })
  const registration = await container.register('/sw.js', { updateViaCache: 'none' })

  function activateVersion(waiting: ServiceWorker): void {
    isTakenHere = true
    // Another tab may have accepted it in the meantime: then there is no controller change.
    if (waiting.state === 'installed') waiting.postMessage(TAKE_OVER)
    else reload()
  }
  function offerWaiting(): void {
    const { waiting } = registration
    if (!waiting || !isControlled || offered.has(waiting)) return
    offered.add(waiting)
    offer(() => activateVersion(waiting))
  }
  function follow(installing: ServiceWorker | null): void {
    installing?.addEventListener('statechange', offerWaiting)
  }
  offerWaiting()
  follow(registration.installing)
  registration.addEventListener('updatefound', () => follow(registration.installing))

  let askedAt = now()
  page.addEventListener('visibilitychange', () => {
    if (page.visibilityState === 'hidden' || now() - askedAt < ASK_EVERY_MS) return
    askedAt = now()
    // Offline there is no newer version; the browser logs the reason to its own console.
    registration.update().catch(() => undefined)
  })
}
