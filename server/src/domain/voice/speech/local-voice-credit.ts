import { networkOf } from '#lib/network.ts'
import { TokenBucket } from '#lib/token-bucket.ts'
import { DomainError } from '../../errors/domain-error.ts'
import type { Caller } from '../../accounts/index.ts'

/** Characters that a member, or a network of callers without an account, may have spoken at once: 20 long texts. */
const BURST_CHARACTERS = 80_000
/** Characters per second after that: forty people who listen without a break, or about a tenth of a core. */
const PER_SECOND = 600
/** Callers that are remembered: the last ones. */
const MAX_CALLERS = 10_000

/** Limits the processor time of voices that run on this server and cost nothing, which no allowance limits. */
export class LocalVoiceCredit {
  readonly #now: () => number
  /** by caller, in the order of their last use */
  readonly #buckets = new Map<string, TokenBucket>()

  constructor(now: () => number = () => performance.now()) {
    this.#now = now
  }

  /** Throws RATE_LIMITED if the caller has no credit left. */
  spendCharacters(caller: Caller, characters: number): void {
    const key = caller.kind === 'member' ? caller.id : `network ${networkOf(caller.ip)}`
    const bucket = this.#buckets.get(key) ?? new TokenBucket(PER_SECOND, BURST_CHARACTERS, this.#now)
    const waitSeconds = bucket.take(characters)
    if (waitSeconds > 0) {
      throw new DomainError('RATE_LIMITED', 'The voice of this server has spoken enough for the moment.', {
        retryAfterSeconds: Math.ceil(waitSeconds),
      })
    }
    this.#buckets.delete(key)
    this.#buckets.set(key, bucket)
    const [oldest] = this.#buckets.keys()
    if (this.#buckets.size > MAX_CALLERS && oldest !== undefined) this.#buckets.delete(oldest)
  }
}
