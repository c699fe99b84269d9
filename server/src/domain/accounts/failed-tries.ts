import { isIPv6 } from 'node:net'

/** Wrong tries that one address may make within the window. */
const FAILED_TRIES_MAX = 5
const FAILED_TRIES_WINDOW_MS = 15 * 60_000

interface Window {
  readonly startedAt: number
  tries: number
}

/** Counts wrong passphrases per address, in memory: guessing stays slow without a word in the database. */
export class FailedTries {
  readonly #windows = new Map<string, Window>()
  readonly #now: () => number

  constructor(now: () => number) {
    this.#now = now
  }

  /** Seconds until this address may try again; 0 when it may now. */
  secondsToWait(ip: string): number {
    const window = this.#live(network(ip))
    if (window === undefined || window.tries < FAILED_TRIES_MAX) return 0
    return Math.ceil((window.startedAt + FAILED_TRIES_WINDOW_MS - this.#now()) / 1_000)
  }

  add(ip: string): void {
    this.#forgetOld()
    const key = network(ip)
    const window = this.#live(key)
    if (window === undefined) this.#windows.set(key, { startedAt: this.#now(), tries: 1 })
    else window.tries += 1
  }

  #live(key: string): Window | undefined {
    const window = this.#windows.get(key)
    return window !== undefined && this.#isLive(window) ? window : undefined
  }

  #isLive(window: Window): boolean {
    return this.#now() < window.startedAt + FAILED_TRIES_WINDOW_MS
  }

  /** Windows stand in the order in which they began, so the old ones are at the front. */
  #forgetOld(): void {
    for (const [key, window] of this.#windows) {
      if (this.#isLive(window)) return
      this.#windows.delete(key)
    }
  }
}

/** The address itself; of IPv6 its /64, which one household has for itself and could walk through. */
function network(ip: string): string {
  if (!isIPv6(ip)) return ip
  const [head = '', tail] = ip.split('::')
  const groups = head.split(':')
  if (tail !== undefined) groups.push(...Array.from({ length: 4 }, () => '0'))
  return groups.slice(0, 4).join(':')
}
