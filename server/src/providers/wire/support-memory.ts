import type { ProviderFailure } from '../failure.ts'

/** A service that lacks an endpoint is asked again after this time, in ms. */
const ASK_AGAIN_MS = 600_000
/** Statuses of an upgrade at servers without that WebSocket. */
const LACKING: ReadonlySet<number> = new Set([200, 400, 404, 405, 426, 501])

/** Remembers for a while that a service does not support an optional WebSocket. */
export class SupportMemory {
  #unsupportedUntil = 0

  get isSupported(): boolean {
    return performance.now() >= this.#unsupportedUntil
  }

  /** Called with the failure of a connection. */
  note(failure: ProviderFailure | undefined): void {
    const isLacking = failure?.status !== undefined && LACKING.has(failure.status)
    if (isLacking) this.#unsupportedUntil = performance.now() + ASK_AGAIN_MS
  }
}
