import { TAKE_OVER } from './take-over.ts'

/** How often a page that stays open asks for a new version, at most, in ms. */
const ASK_EVERY_MS = 60 * 60 * 1000

/** The browser, as far as versions of the app are concerned. */
export interface VersionPorts {
  readonly container: ServiceWorkerContainer
  readonly page: EventTarget & { readonly visibilityState: DocumentVisibilityState }
  readonly reload: () => void
  readonly now: () => number
}

/** Shows that a new version is ready; `take` loads it. Called once per version. */
export type OfferNewVersion = (take: () => void) => void

/**
 * Registers the service worker and tells of each new version that is ready. A new version waits until it is taken here
 * or in another tab; where another tab took it, this one is offered to follow and keeps running as it is until then.
 */
export async function followVersions(
  { container, page, reload, now }: VersionPorts,
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

  function take(waiting: ServiceWorker): void {
    isTakenHere = true
    // Another tab may have taken it since it was offered: then nothing changes hands any more.
    if (waiting.state === 'installed') waiting.postMessage(TAKE_OVER)
    else reload()
  }
  function offerWaiting(): void {
    const { waiting } = registration
    if (!waiting || !isControlled || offered.has(waiting)) return
    offered.add(waiting)
    offer(() => take(waiting))
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
    // Offline there is no newer version to be had; the browser tells the reason in its own console.
    registration.update().catch(() => undefined)
  })
}
