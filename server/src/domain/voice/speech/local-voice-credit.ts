import { networkOf } from '#lib/network.ts'
import { DomainError } from '../../errors/domain-error.ts'
import type { Caller } from '../../accounts/index.ts'

/** Characters that a member, or a network of callers without an account, may have spoken at once: 20 long texts. */
const BURST = 80_000
/** Characters per second after that: forty people who listen without a break, or about a tenth of a core. */
const PER_SECOND = 600
/** Callers that are remembered: the last ones. */
const CALLERS_MAX = 10_000

/** Limits the processor time of voices that run on this server and cost nothing, which no allowance limits. */
export class LocalVoiceCredit {
  readonly #now: () => number
  /** characters left, and when that was, in ms */
  readonly #left = new Map<string, { readonly characters: number; readonly at: number }>()

  constructor(now: () => number = () => performance.now()) {
    this.#now = now
  }

  /** Throws RATE_LIMITED if the caller has no credit left. */
  spendCharacters(caller: Caller, characters: number): void {
    const key = caller.kind === 'member' ? caller.id : `network ${networkOf(caller.ip)}`
    const at = this.#now()
    const before = this.#left.get(key)
    const left = before ? Math.min(BURST, before.characters + ((at - before.at) / 1_000) * PER_SECOND) : BURST
    if (left < characters) {
      throw new DomainError('RATE_LIMITED', 'The voice of this server has spoken enough for the moment.', {
        retryAfterSeconds: Math.ceil((characters - left) / PER_SECOND),
      })
    }
    // The callers are in the order of their last use.
    this.#left.delete(key)
    this.#left.set(key, { characters: left - characters, at })
    const [oldest] = this.#left.keys()
    if (this.#left.size > CALLERS_MAX && oldest !== undefined) this.#left.delete(oldest)
  }
}
