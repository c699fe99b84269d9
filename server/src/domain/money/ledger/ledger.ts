import { nextMidnight } from '@vee/contract/time/durations'
import { randomUUID } from 'node:crypto'
import {
  continueCostSession,
  endEntry,
  insertEntry,
  type LedgerEntry,
  serversWithReservations,
  settleAbandoned,
} from '#db/queries/ledger.ts'
import { correctSpent, spend } from '#db/queries/spending.ts'
import type { Database } from '#db/schema.ts'
import { inWriteTransaction } from '#db/write-transaction.ts'
import type { Price } from '#providers/llm/prices.ts'
import { tierOf, type Caller } from '../../accounts/index.ts'
import { DomainError } from '../../errors/domain-error.ts'
import { remainingIn } from './budget.ts'
import { type BudgetQuery, usedReader } from './budget-query.ts'
import { mayUseOwnKeys } from './own-keys.ts'
import { LEASE_MS, periodAt } from './periods.ts'
import {
  poolChargeOf,
  type CountedModels,
  hostMeter,
  type Meter,
  organizationPoolName,
  type Pool,
  type PoolsOf,
} from './pools.ts'
import { revokeUses } from './revoke-uses.ts'
import {
  columnsOf,
  isPaidInTokens,
  noUnits,
  ledgerOwnerOf,
  priceOf,
  type Units,
  type LedgerUse,
} from './use.ts'

/** A session of costs ends after this time without a use. */
export const COST_SESSION_IDLE_MS = 6 * 3_600_000

export interface LedgerDependencies {
  readonly database: Database
  readonly poolsOf: PoolsOf
  readonly budgetQuery: BudgetQuery
  readonly models: CountedModels
  /** the host's limit of the total cost per month, in US dollars; read each time */
  readonly monthlyCostThresholdUsd: number | undefined
  /** rate limits of callers; counted in the ledger's own transaction */
  readonly rateLimits: ReplyAndSpeechLimits
  /** the name of this process, and whether another one is known to have ended */
  readonly serverIdentity: { readonly name: string; readonly hasEnded: (name: string) => boolean }
  /** called with the error of a failed settlement; the use stays reserved until its lease ends */
  readonly onFailure: (failure: unknown) => void
  /** milliseconds since 1970 */
  readonly now: () => number
}

/** Uses that are paid from the allowance for speech. */
type SpeechKind = Exclude<Units['kind'], 'llm' | 'search' | 'embed'>

interface ReplyAndSpeechLimits {
  /** true: counted in the ledger's transaction; false: elsewhere, before it */
  readonly isInDatabase: boolean
  /** Counts one reply. Throws RATE_LIMITED if the caller has none left. */
  countReply(caller: Caller, transaction: Database): Promise<void>
  /** Counts one use of speech. Throws RATE_LIMITED at the caller's limit. */
  countSpeech(caller: Caller, kind: SpeechKind, transaction: Database): Promise<void>
  /** Throws RATE_LIMITED if the caller has no reply left, without counting one. */
  assertReplyLeft(caller: Caller): Promise<void>
  /** Reverts the count of a reply that was not generated. */
  uncountReply(caller: Caller): Promise<void>
}

/** A reservation for a use, made before its vendor is called. */
export interface Reservation {
  /** the expected cost for the payer, in US dollars */
  readonly costUsd: number
  /**
   * Ends the use with its actual units; undefined: nothing was used, and nothing is charged. Only the first
   * call counts. Returns the payer's cost in US dollars.
   */
  settle(units: Units | undefined): Promise<number>
}

/**
 * Accounts for every use of a vendor: reserves the expected units before the call and settles the actual units afterwards.
 */
export interface Ledger extends Pick<BudgetQuery, 'budget' | 'allowance'> {
  /**
   * Reserves the expected units of a use in one commit. Throws RATE_LIMITED if the caller's replies are used up, or if
   * only the caller's own reservations in flight are in the way (with Retry-After); ALLOWANCE_EXHAUSTED or
   * SPEECH_CREDITS_EXHAUSTED if no pool has anything left; COST_LIMIT_EXCEEDED at the host's monthly limit.
   */
  reserve(use: LedgerUse): Promise<Reservation>
  /**
   * Throws RATE_LIMITED if the caller's replies are used up. Counts and reserves nothing: for work that a
   * reservation needs, such as reading files to know the size of the prompt.
   */
  assertReplyLeft(caller: Caller): Promise<void>
  /** Takes back what a reply was charged, because it is generated again on another server. */
  revoke(caller: Caller, replyId: string): Promise<void>
  /** Settles the reservations of servers that ended, at the reserved amount. */
  settleAbandoned(): Promise<void>
}

export function createLedger(dependencies: LedgerDependencies): Ledger {
  const { database, poolsOf, budgetQuery, rateLimits, serverIdentity, now } = dependencies

  return {
    budget: (caller, forbidden) => budgetQuery.budget(caller, forbidden),
    allowance: (caller, kind) => budgetQuery.allowance(caller, kind),
    assertReplyLeft: (caller) => rateLimits.assertReplyLeft(caller),

    async reserve(use) {
      const nowMs = now()
      const owner = ledgerOwnerOf(use.caller)
      const pools = isPaidByHost(use)
        ? poolsFor(use, await poolsOf(use.caller, use.expected.kind, nowMs))
        : []
      const reservation = new LedgerReservation(
        dependencies,
        hostMeter(dependencies.monthlyCostThresholdUsd),
        use,
        nowMs,
      )
      const isCountedHere = rateLimits.isInDatabase
      if (!isCountedHere) await count(rateLimits, use, database)
      try {
        const reserving = async (transaction: Database) => {
          if (isCountedHere) await count(rateLimits, use, transaction)
          await reservation.open(transaction, pools)
        }
        // Not flushed to disk: a power cut loses the reservation, but nothing is emitted before it is
        // settled.
        await inWriteTransaction(database, `ledger ${owner}`, reserving, 'soon')
      } catch (error) {
        if (!isCountedHere && countsAsReply(use)) await rateLimits.uncountReply(use.caller)
        throw error
      }
      return reservation
    },

    async revoke(caller, replyId) {
      const isRevoked = await revokeUses({ database, poolsOf, now }, caller, replyId)
      if (isRevoked) await rateLimits.uncountReply(caller)
    },

    async settleAbandoned() {
      const servers = await serversWithReservations(database)
      const goneServers = servers.filter(
        (name) => name !== serverIdentity.name && serverIdentity.hasEnded(name),
      )
      await settleAbandoned(database, { goneServers, now: now() })
    },
  }
}

const countsAsReply = ({ expected, isSpeculative = false }: LedgerUse) =>
  expected.kind === 'llm' && !isSpeculative

async function count(limits: ReplyAndSpeechLimits, use: LedgerUse, transaction: Database): Promise<void> {
  const { caller, expected } = use
  // A search is part of a reply, which is counted; nobody asks for a vector.
  if (expected.kind === 'search' || expected.kind === 'embed') return
  if (expected.kind !== 'llm') await limits.countSpeech(caller, expected.kind, transaction)
  else if (countsAsReply(use)) await limits.countReply(caller, transaction)
}

/** One use, from its reservation to its end. */
class LedgerReservation implements Reservation {
  readonly #dependencies: LedgerDependencies
  readonly #hostCostMeter: Meter
  readonly #use: LedgerUse
  readonly #reservedAt: number
  /**
   * Set under the lock of the caller's transactions, so that entries are created in the order of their times.
   */
  #createdAt: number
  readonly #id = randomUUID()
  #pool: Pool | undefined
  #charged = 0
  #microUsd: number
  #isSettled = false

  constructor(dependencies: LedgerDependencies, hostCostMeter: Meter, use: LedgerUse, nowMs: number) {
    this.#dependencies = dependencies
    this.#hostCostMeter = hostCostMeter
    this.#use = use
    this.#reservedAt = nowMs
    this.#createdAt = nowMs
    this.#microUsd = this.#priceOf(use.expected).microUsd
  }

  get costUsd(): number {
    return this.#microUsd / 1_000_000
  }

  async open(transaction: Database, pools: readonly Pool[]): Promise<void> {
    this.#createdAt = this.#dependencies.now()
    await this.#reserveInFirst(transaction, pools)
    const microUsd = this.#hostShareOf(this.#microUsd)
    if (microUsd > 0 && !(await this.#reserveAmount(transaction, this.#hostCostMeter, microUsd))) {
      throw new DomainError('COST_LIMIT_EXCEEDED', 'This server has spent what it may spend this month.')
    }
    await insertEntry(transaction, this.#entryRow())
  }

  async settle(units: Units | undefined): Promise<number> {
    if (this.#isSettled) return this.costUsd
    this.#isSettled = true
    const { database, rateLimits, onFailure } = this.#dependencies
    try {
      await inWriteTransaction(database, `ledger ${ledgerOwnerOf(this.#use.caller)}`, (transaction) =>
        this.#closeEntry(transaction, units),
      )
      if (units === undefined && countsAsReply(this.#use)) await rateLimits.uncountReply(this.#use.caller)
      this.#pool?.onUsageChanged?.()
    } catch (error) {
      onFailure(error)
    }
    return this.costUsd
  }

  async #reserveInFirst(transaction: Database, pools: readonly Pool[]): Promise<void> {
    for (const pool of pools) {
      const amount = this.#poolChargeOf(pool, this.#use.expected)
      if (amount === 0) return
      if (!(await this.#reserveInPool(transaction, pool, amount))) {
        pool.onUsageChanged?.()
        continue
      }
      this.#pool = pool
      this.#charged = amount
      return
    }
    if (pools.length === 0) return
    const { caller, expected } = this.#use
    const usedOf = await usedReader(transaction, pools, { caller, kind: expected.kind, at: this.#reservedAt })
    if (pools.some((pool) => remainingIn(pool, usedOf) > 0)) throw reservationsPending()
    throw exhaustedError(this.#use, pools, this.#reservedAt)
  }

  /** Reserves in all meters of a pool, or in none. */
  async #reserveInPool(transaction: Database, { meters }: Pool, amount: number): Promise<boolean> {
    for (const [index, meter] of meters.entries()) {
      if (await this.#reserveAmount(transaction, meter, amount)) continue
      for (const taken of meters.slice(0, index)) await this.#correctMeter(transaction, taken, -amount)
      return false
    }
    return true
  }

  #reserveAmount(transaction: Database, { key, period, limit }: Meter, amount: number): Promise<boolean> {
    return spend(transaction, { meter: key, period: periodAt(period, this.#reservedAt), amount, limit })
  }

  /** Corrects the counter in the period of the reservation, independent of when the use ends. */
  async #correctMeter(transaction: Database, { key, period }: Meter, amount: number): Promise<void> {
    if (amount === 0) return
    await correctSpent(transaction, { meter: key, period: periodAt(period, this.#reservedAt), amount })
  }

  async #closeEntry(transaction: Database, units: Units | undefined): Promise<void> {
    const use = this.#use
    const actual = units ?? noUnits(use.expected.kind)
    const price = this.#priceOf(actual)
    const charged = this.#pool ? this.#poolChargeOf(this.#pool, actual) : 0
    const status = units === undefined ? 'released' : 'settled'
    const end = { status, charged, cost_micro_usd: price.microUsd, ...columnsOf(actual) } as const
    const isEstimated = price.isEstimated ? 1 : 0
    if (!(await endEntry(transaction, this.#id, { ...end, is_estimated: isEstimated }))) return
    for (const meter of this.#pool?.meters ?? []) {
      await this.#correctMeter(transaction, meter, charged - this.#charged)
    }
    await this.#correctMeter(
      transaction,
      this.#hostCostMeter,
      this.#hostShareOf(price.microUsd - this.#microUsd),
    )
    if (units !== undefined) {
      const owner = ledgerOwnerOf(use.caller)
      await continueCostSession(transaction, {
        owner,
        now: this.#createdAt,
        idleMs: COST_SESSION_IDLE_MS,
      })
    }
    this.#charged = charged
    this.#microUsd = price.microUsd
  }

  #hostShareOf(microUsd: number): number {
    return isPaidByHost(this.#use) ? microUsd : 0
  }

  /** Returns the payer's cost; that of a caller's own key is not known. */
  #priceOf(units: Units): Price {
    const price = priceOf(this.#use, units)
    return this.#use.payer === 'own-key' ? { ...price, microUsd: 0 } : price
  }

  #poolChargeOf(pool: Pool, units: Units): number {
    const { models } = this.#dependencies
    return poolChargeOf(pool, this.#use, units, { models, microUsd: this.#priceOf(units).microUsd })
  }

  #entryRow(): LedgerEntry {
    const { caller, provider, model, expected, agentId, conversationId, replyId, isSpeculative } = this.#use
    const { organizationId } = this.#use
    return {
      id: this.#id,
      status: 'reserved',
      server: this.#dependencies.serverIdentity.name,
      lease_until: this.#createdAt + LEASE_MS,
      kind: expected.kind,
      owner: ledgerOwnerOf(caller),
      tier: tierOf(caller),
      agent_id: agentId ?? null,
      conversation_id: conversationId ?? null,
      reply_id: replyId ?? null,
      provider,
      model,
      payer: this.#use.payer ?? 'platform',
      pool: organizationId === undefined ? (this.#pool?.name ?? null) : organizationPoolName(organizationId),
      charged: this.#charged,
      ...columnsOf(expected),
      cost_micro_usd: this.#microUsd,
      is_estimated: 1,
      is_speculative: isSpeculative === true ? 1 : 0,
      created_at: this.#createdAt,
    }
  }
}

const isPaidByHost = ({ payer = 'platform' }: LedgerUse) => payer === 'platform'

/** Returns the pools that pay before the caller's own key, if there is one. */
const poolsFor = ({ hasOwnKey = false }: LedgerUse, pools: readonly Pool[]) =>
  hasOwnKey && pools[0]?.afterExhausted === 'own-key' ? pools.slice(0, 1) : pools

/** Seconds after which a use in flight has probably ended and released its unused part. */
const IN_FLIGHT_RETRY_SECONDS = 3

const reservationsPending = () =>
  new DomainError('RATE_LIMITED', 'Your other requests are still running. Try again in a moment.', {
    retryAfterSeconds: IN_FLIGHT_RETRY_SECONDS,
  })

/** Returns the error when no pool has anything left: the daily limit of the member, the team or the plan is used up. */
function exhaustedError(
  { expected: { kind }, caller }: LedgerUse,
  pools: readonly Pool[],
  nowMs: number,
): DomainError {
  const mayUseOwnKey = mayUseOwnKeys(caller) && pools[0]?.afterExhausted !== 'nothing'
  const details = { resetsAt: new Date(nextMidnight(nowMs)).toISOString(), mayUseOwnKey }
  return isPaidInTokens(kind)
    ? new DomainError('ALLOWANCE_EXHAUSTED', "Today's allowance is used up. It is full again at 00:00 UTC.", {
        details,
      })
    : new DomainError('SPEECH_CREDITS_EXHAUSTED', "Today's speech credits are used up.", { details })
}
