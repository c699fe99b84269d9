import { nextMidnight } from '@vee/contract/time/durations'
import type { DegradationStep, Budget } from '@vee/contract/entities/budget'
import { readSpentAndReserved } from '#db/queries/ledger.ts'
import { readAllSpent } from '#db/queries/spending.ts'
import type { Database } from '#db/schema.ts'
import type { Caller } from '../../accounts/index.ts'
import { budgetOf, remainingIn, sizeOf, type SpentOf } from './budget.ts'
import { mayUseOwnKeys } from './own-keys.ts'
import { LEASE_MS, periodAt } from './periods.ts'
import type { Meter, Pool, PoolsOf } from './pools.ts'
import { isPaidInTokens, ledgerOwnerOf, type Units } from './use.ts'

/** What a caller may spend in the current period, in all pools together, and what is left of it. */
export interface AllowanceState {
  readonly total: number
  readonly remaining: number
  /** whether the total is the server's default */
  readonly isDefault: boolean
}

/** Reads pools without reserving. */
export interface BudgetQuery {
  /**
   * Returns a caller's budget for models by used tokens (without those reserved in flight), and the last
   * degradation step in effect: reached, and not forbidden by the caller or excluded from the plan. Undefined
   * if nothing limits the caller.
   */
  budget(caller: Caller, forbidden?: readonly DegradationStep[]): Promise<Budget | undefined>
  /**
   * Returns the caller's allowance, with reservations in flight counted as spent: primary tokens for models,
   * micro-dollars for speech. Undefined if nothing limits the caller.
   */
  allowance(caller: Caller, kind: Units['kind']): Promise<AllowanceState | undefined>
  /** Returns the primary tokens that one token of the smaller model counts for. */
  secondaryWeight(caller: Caller): Promise<number>
}

export interface BudgetQueryDependencies {
  readonly database: Database
  readonly poolsOf: PoolsOf
  /** milliseconds since 1970 */
  readonly now: () => number
}

export function createBudgetQuery({ database, poolsOf, now }: BudgetQueryDependencies): BudgetQuery {
  const readPools = async (caller: Caller, kind: Units['kind']) => {
    const nowMs = now()
    const pools = await poolsOf(caller, kind, nowMs)
    return { at: nowMs, pools }
  }
  return {
    async budget(caller, forbidden = []) {
      const { at, pools } = await readPools(caller, 'llm')
      const spentOf = await usedReader(database, pools, { caller, kind: 'llm', at })
      const closed: readonly DegradationStep[] = mayUseOwnKeys(caller) ? [] : ['own-key']
      return budgetOf(pools, spentOf, { resetsAt: nextMidnight(at), forbidden: [...forbidden, ...closed] })
    },
    async allowance(caller, kind) {
      const { at, pools } = await readPools(caller, kind)
      const spentOf = await spentReader(database, pools, at)
      const total = pools.reduce((sum, pool) => sum + sizeOf(pool), 0)
      if (pools.length === 0 || total === Infinity) return undefined
      return {
        total,
        remaining: pools.reduce((sum, pool) => sum + remainingIn(pool, spentOf), 0),
        isDefault: pools.every(({ isDefault = false }) => isDefault),
      }
    },
    async secondaryWeight(caller) {
      const [first] = await poolsOf(caller, 'llm', now())
      return first?.secondaryWeight ?? 1
    },
  }
}

const counterOf = ({ key, period }: Meter, nowMs: number) => ({ meter: key, period: periodAt(period, nowMs) })

const countersOf = (pools: readonly Pool[], nowMs: number) =>
  pools.flatMap(({ meters }) => meters.map((meter) => counterOf(meter, nowMs)))

function amountAt(amounts: ReadonlyMap<string, number>, meter: Meter, nowMs: number): number {
  const counter = counterOf(meter, nowMs)
  return amounts.get(`${counter.meter} ${counter.period}`) ?? 0
}

/** Returns a function that reads what is spent of the pools' meters, including reservations in flight. */
async function spentReader(database: Database, pools: readonly Pool[], nowMs: number): Promise<SpentOf> {
  const spent = await readAllSpent(database, countersOf(pools, nowMs))
  return (meter) => amountAt(spent, meter, nowMs)
}

/** Returns a function that reads what is spent, without the caller's own reservations in flight. */
export async function usedReader(
  database: Database,
  pools: readonly Pool[],
  { caller, kind, at }: { readonly caller: Caller; readonly kind: Units['kind']; readonly at: number },
): Promise<SpentOf> {
  if (pools.length === 0) return () => 0
  const from = Math.max(at - LEASE_MS, Date.parse(periodAt('day', at)))
  const owner = ledgerOwnerOf(caller)
  const reservations = { owner, from, isSpeech: !isPaidInTokens(kind) }
  const { spent, reserved } = await readSpentAndReserved(database, countersOf(pools, at), reservations)
  const reservedOf = new Map(
    pools.flatMap(({ name, meters }) => meters.map(({ key }) => [key, reserved.get(name) ?? 0] as const)),
  )
  return (meter) => Math.max(0, amountAt(spent, meter, at) - (reservedOf.get(meter.key) ?? 0))
}
