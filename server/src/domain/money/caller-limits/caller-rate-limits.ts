import { HOUR_MS, nextMidnight } from '@vee/contract/time/durations'
import type { RateLimitStatus } from '@vee/contract/http/rate-limit'
import type { Database } from '#db/schema.ts'
import { tierOf, type Caller } from '../../accounts/index.ts'
import { type Counters, databaseCounters } from '../rate-limits/counters.ts'
import type { RateLimit } from '../../errors/domain-error.ts'
import { Limiter, type UseLimit } from '../rate-limits/limiter.ts'
import { networkOf } from '#lib/network.ts'

/** Per account: plans count tokens, and models on the host's own machine cost none, but have a limit too. */
const MEMBER_REPLIES_PER_HOUR = 1_000
/** Speculative work costs the host and may be discarded: three times per turn, a turn every 12 s. */
const SPECULATIONS_PER_HOUR = 900

/** The numbers are read each time: the host may change them while the server runs. */
export interface CallerRateLimitsDependencies {
  readonly database: Database
  /** absent: counters in the database */
  readonly counters?: Counters | undefined
  /** replies per visitor address, from 00:00 to 24:00 UTC */
  readonly visitorRepliesPerDay: number
  /** replies per address signed in with the passphrase, in the hour after the first one */
  readonly passphraseRepliesPerHour: number
  /** milliseconds since 1970 */
  readonly now: () => number
}

/**
 * Rate limits of callers. Counted outside of the process, so that they survive restarts and are shared by all
 * servers.
 */
export interface CallerRateLimits {
  /** whether replies are counted in the database, so that its transactions can include the count */
  readonly isInDatabase: boolean
  /** Counts one reply. Throws RATE_LIMITED if the caller has none left. */
  countReply(caller: Caller, transaction?: Database): Promise<void>
  /** Throws RATE_LIMITED if the caller has no reply left, without counting one. */
  assertReplyLeft(caller: Caller): Promise<void>
  /** Reverts the count of a reply that was not generated. */
  uncountReply(caller: Caller): Promise<void>
  /** Counts one transcription or synthesis, or 15 s of a live model. Throws RATE_LIMITED at the limit of the address. */
  countSpeech(caller: Caller, kind: 'stt' | 'tts' | 'live', transaction?: Database): Promise<void>
  /**
   * Returns the caller's state at the last count, which is that of this request, since each request has its
   * own caller.
   */
  lastCount(caller: Caller): RateLimit | undefined
  /** Counts one speculative reply. Returns false at the hourly limit of the address. */
  countSpeculation(caller: Caller): Promise<boolean>
  /** Returns the state of a limit without counting. */
  stateOf(caller: Caller, kind: 'reply' | 'stt' | 'tts'): Promise<RateLimit>
  /** Returns how many replies of the day a visitor has left; no numbers for others. */
  visitorStatus(caller: Caller): Promise<RateLimitStatus>
}

export function createCallerRateLimits(dependencies: CallerRateLimitsDependencies): CallerRateLimits {
  const { database, now } = dependencies
  const limiterIn = (transaction: Database) =>
    new Limiter(dependencies.counters ?? databaseCounters(transaction), now)
  const limiter = limiterIn(database)

  const limitOf = (caller: Caller): UseLimit => {
    switch (caller.kind) {
      case 'visitor':
        return visitorLimit(caller, dependencies.visitorRepliesPerDay)
      case 'passphrase':
        return {
          key: `passphrase replies ${networkOf(caller.ip)}`,
          limit: dependencies.passphraseRepliesPerHour,
          window: HOUR_MS,
          message: 'Too many replies were requested from your address this hour; try again later.',
        }
      case 'member':
        return {
          key: `member replies ${caller.id}`,
          limit: MEMBER_REPLIES_PER_HOUR,
          window: HOUR_MS,
          message: 'Your account has requested too many replies this hour; try again later.',
        }
    }
  }

  const lastCounts = new WeakMap<Caller, RateLimit>()
  const count = async (caller: Caller, useLimit: UseLimit, transaction: Database) => {
    lastCounts.set(caller, await limiterIn(transaction).use(useLimit))
  }

  return {
    isInDatabase: dependencies.counters === undefined,

    countReply: (caller, transaction = database) => count(caller, limitOf(caller), transaction),

    countSpeech: (caller, kind, transaction = database) =>
      count(caller, speechLimit(kind, caller), transaction),

    lastCount: (caller) => lastCounts.get(caller),

    assertReplyLeft: (caller) => limiter.assertLeft(limitOf(caller)),

    uncountReply: (caller) => limiter.revert(limitOf(caller)),

    countSpeculation: async ({ ip }) =>
      (await limiter.tryUse({
        // The stored name of the counter.
        key: `runs ahead ${networkOf(ip)}`,
        limit: SPECULATIONS_PER_HOUR,
        window: HOUR_MS,
      })) !== undefined,

    stateOf: (caller, kind) =>
      limiter.stateOf(kind === 'reply' ? limitOf(caller) : speechLimit(kind, caller)),

    async visitorStatus(caller) {
      if (caller.kind !== 'visitor') {
        return { tier: tierOf(caller), limit: null, used: null, remaining: null, resetsAt: null }
      }
      const { limit, remaining } = await limiter.stateOf(limitOf(caller))
      return {
        tier: 'visitor',
        limit,
        used: limit - remaining,
        remaining,
        resetsAt: new Date(nextMidnight(now())).toISOString(),
      }
    },
  }
}

/** Per address, in the hour after the first one: far more than a user speaks or listens to. */
const SPEECH_PER_HOUR = { stt: 1_200, tts: 3_600, live: 1_200 } as const

const speechLimit = (kind: keyof typeof SPEECH_PER_HOUR, { ip }: Caller): UseLimit => ({
  key: `${kind} ${networkOf(ip)}`,
  limit: SPEECH_PER_HOUR[kind],
  window: HOUR_MS,
  message: 'Too much speech was requested from your address this hour; try again later.',
})

const visitorLimit = ({ ip }: Caller, limit: number): UseLimit => ({
  key: `demo replies ${networkOf(ip)}`,
  limit,
  window: 'utc-day',
  message: 'The demo replies of your address for today are used up. Sign in, or come back after 00:00 UTC.',
})
