import { DAY_MS, HOUR_MS } from '@vee/contract/time/durations'
import type { RateLimitStatus } from '@vee/contract/http/limits'
import type { Database } from '#db/schema.ts'
import type { Caller } from '../../accounts/index.ts'
import { type Counters, databaseCounters } from '../quotas/counters.ts'
import { CLOCK_DIFFERENCE_MS } from '#db/queries/counters.ts'
import { type RateLimit, DomainError } from '../../errors/domain-error.ts'
import { networkOf } from '#lib/network.ts'

/** Per account: plans count tokens, and models on the host's own machine cost none, but have a limit too. */
const MEMBER_REPLIES_PER_HOUR = 1_000
/** Speculative work costs the host and may be discarded: three times per turn, a turn every 12 s. */
const RUNS_AHEAD_PER_HOUR = 900

/** The numbers are read each time: the host may change them while the server runs. */
export interface LimitsDependencies {
  readonly database: Database
  /** absent: counters in the database */
  readonly counters?: Counters | undefined
  /** replies per visitor address, from 00:00 to 24:00 UTC */
  readonly demoRepliesPerDay: number
  /** replies per address signed in with the passphrase, in the hour after the first one */
  readonly globalRequestsPerHour: number
  /** milliseconds since 1970 */
  readonly now: () => number
}

/**
 * Rate limits of callers. Counted outside of the process, so that they survive restarts and are shared by all
 * servers.
 */
export interface Limits {
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
  rateLimitStatus(caller: Caller): RateLimit | undefined
  /** Counts one speculative run. Returns false at the hourly limit of the address. */
  countSpeculation(caller: Caller): Promise<boolean>
  /** Returns the state of a limit without counting. */
  read(caller: Caller, kind: 'reply' | 'stt' | 'tts'): Promise<RateLimit>
  status(caller: Caller): Promise<RateLimitStatus>
}

export function createLimits(dependencies: LimitsDependencies): Limits {
  const { database, now } = dependencies
  const countersIn = (transaction: Database) => dependencies.counters ?? databaseCounters(transaction)
  const counters = countersIn(database)

  const windowOf = (caller: Caller): Window => {
    switch (caller.kind) {
      case 'visitor':
        return {
          key: demoKeyOf(caller),
          limit: dependencies.demoRepliesPerDay,
          resetsAt: nextMidnight(now()),
          says: 'The demo replies of your address for today are used up. Sign in, or come back after 00:00 UTC.',
        }
      case 'global':
        return {
          key: `passphrase replies ${networkOf(caller.ip)}`,
          limit: dependencies.globalRequestsPerHour,
          resetsAt: now() + HOUR_MS,
          says: 'Too many replies were requested from your address this hour; try again later.',
        }
      case 'member':
        return {
          key: `member replies ${caller.id}`,
          limit: MEMBER_REPLIES_PER_HOUR,
          resetsAt: now() + HOUR_MS,
          says: 'Your account has requested too many replies this hour; try again later.',
        }
    }
  }

  const standings = new WeakMap<Caller, RateLimit>()
  const countInWindow = async (
    caller: Caller,
    { key, limit, resetsAt, says }: Window,
    transaction: Database,
  ) => {
    const counts = countersIn(transaction)
    const secondsTo = (time: number) => Math.ceil((time - now()) / 1_000)
    const counted = await counts.count({ key, limit, resetsAt, now: now() })
    if (counted) {
      const remaining = Math.max(0, limit - counted.used)
      standings.set(caller, { limit, remaining, resetSeconds: secondsTo(counted.resetsAt) })
      return
    }
    const full = await counts.read(key, now())
    const resetSeconds = secondsTo(full?.resetsAt ?? resetsAt)
    throw usedUp(says, limit, resetSeconds)
  }

  return {
    isInDatabase: dependencies.counters === undefined,

    async countReply(caller, transaction = database) {
      await countInWindow(caller, windowOf(caller), transaction)
    },

    countSpeech: (caller, kind, transaction = database) =>
      countInWindow(caller, speechWindow(kind, caller, now()), transaction),

    rateLimitStatus: (caller) => standings.get(caller),

    async assertReplyLeft(caller) {
      const window = windowOf(caller)
      const { limit, remaining, resetSeconds } = await readWindow(window, counters, now())
      if (remaining === 0) throw usedUp(window.says, limit, resetSeconds)
    },

    async uncountReply(caller) {
      await counters.uncount(windowOf(caller).key, now())
    },

    async countSpeculation({ ip }) {
      const window = { limit: RUNS_AHEAD_PER_HOUR, resetsAt: now() + HOUR_MS, now: now() }
      return (await counters.count({ key: `runs ahead ${networkOf(ip)}`, ...window })) !== undefined
    },

    read: (caller, kind) =>
      readWindow(kind === 'reply' ? windowOf(caller) : speechWindow(kind, caller, now()), counters, now()),

    async status(caller) {
      if (caller.kind !== 'visitor') {
        return { tier: caller.kind, limit: null, used: null, remaining: null, resetsAt: null }
      }
      const { demoRepliesPerDay } = dependencies
      const count = await counters.read(demoKeyOf(caller), now())
      const used = Math.min(count?.used ?? 0, demoRepliesPerDay)
      return {
        tier: 'visitor',
        limit: demoRepliesPerDay,
        used,
        remaining: demoRepliesPerDay - used,
        resetsAt: new Date(nextMidnight(now())).toISOString(),
      }
    },
  }
}

const usedUp = (says: string, limit: number, resetSeconds: number) =>
  new DomainError('RATE_LIMITED', says, {
    retryAfterSeconds: resetSeconds,
    rateLimit: { limit, remaining: 0, resetSeconds },
  })

async function readWindow(
  { key, limit, resetsAt }: Window,
  counters: Counters,
  now: number,
): Promise<RateLimit> {
  const counted = await counters.read(key, now)
  // A later end is from a clock that was ahead: the next use opens a new window.
  const count = counted && counted.resetsAt <= resetsAt + CLOCK_DIFFERENCE_MS ? counted : undefined
  const resetSeconds = Math.ceil(((count?.resetsAt ?? resetsAt) - now) / 1_000)
  return { limit, remaining: Math.max(0, limit - (count?.used ?? 0)), resetSeconds }
}

/** Per address, in the hour after the first one: far more than a user speaks or listens to. */
const SPEECH_PER_HOUR = { stt: 1_200, tts: 3_600, live: 1_200 } as const

interface Window {
  readonly key: string
  readonly limit: number
  /** milliseconds since 1970 */
  readonly resetsAt: number
  /** message at the limit */
  readonly says: string
}

const speechWindow = (kind: keyof typeof SPEECH_PER_HOUR, { ip }: Caller, now: number): Window => ({
  key: `${kind} ${networkOf(ip)}`,
  limit: SPEECH_PER_HOUR[kind],
  resetsAt: now + HOUR_MS,
  says: 'Too much speech was requested from your address this hour; try again later.',
})

const demoKeyOf = ({ ip }: Caller) => `demo replies ${networkOf(ip)}`

/** Returns 00:00 UTC of the next day. */
function nextMidnight(now: number): number {
  return (Math.floor(now / DAY_MS) + 1) * DAY_MS
}
