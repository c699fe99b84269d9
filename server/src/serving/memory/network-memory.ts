import { DomainError } from '#domain/errors/domain-error.ts'

/** Limits of memory for requests, in bytes. */
export interface NetworkMemoryLimits {
  readonly totalBytes: number
  readonly networkBytes: number
}

const RETRY_AFTER_SECONDS = 5

/** Counts bytes in memory, per network and in total. */
export class NetworkMemory {
  readonly #limits: NetworkMemoryLimits
  readonly #messages: { readonly network: string; readonly total: string }
  readonly #held = new Map<string, number>()
  #total = 0

  /** @param messages for callers of a network, and of all networks, beyond the limit */
  constructor(limits: NetworkMemoryLimits, messages: { readonly network: string; readonly total: string }) {
    this.#limits = limits
    this.#messages = messages
  }

  /** Throws UNAVAILABLE if the limit is exceeded. */
  reserveBytes(network: string, bytes: number): void {
    const before = this.#held.get(network) ?? 0
    if (before + bytes > this.#limits.networkBytes) throw unavailable(this.#messages.network)
    if (this.#total + bytes > this.#limits.totalBytes) throw unavailable(this.#messages.total)
    this.#held.set(network, before + bytes)
    this.#total += bytes
  }

  release(network: string, bytes: number): void {
    const left = (this.#held.get(network) ?? 0) - bytes
    if (left > 0) this.#held.set(network, left)
    else this.#held.delete(network)
    this.#total -= bytes
  }
}

const unavailable = (message: string) =>
  new DomainError('UNAVAILABLE', message, { retryAfterSeconds: RETRY_AFTER_SECONDS })
