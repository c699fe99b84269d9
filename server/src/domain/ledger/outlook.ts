import type { BendingStep, Budget } from '@vee/contract/entities/budget'
import { readAllSpent } from '#db/queries/spent.ts'
import type { Database } from '#db/schema.ts'
import type { Caller } from '../accounts/index.ts'
import { budgetOf, leftIn, sizeOf, type SpentOf } from './budget.ts'
import { mayUseOwnKeys } from './own-keys.ts'
import { nextMidnight, periodAt } from './periods.ts'
import type { Meter, Pool, PoolsOf } from './pools.ts'
import type { Units } from './use.ts'

/** What a caller may still spend of one kind; undefined when nothing limits it. */
export interface Room {
  readonly total: number
  readonly left: number
}

/** Looks at pools without taking anything from them. */
export interface Outlook {
  /**
   * Where a caller stands with models, and the last step in force for them: begun, and not forbidden by them or closed to
   * their plan. Undefined when nothing limits them.
   */
  budget(caller: Caller, forbidden?: readonly BendingStep[]): Promise<Budget | undefined>
  /** In primary tokens for models, in micro-dollars for speech. */
  room(caller: Caller, kind: Units['kind']): Promise<Room | undefined>
  /** What one token of the smaller model counts for, in primary tokens. */
  secondaryWeight(caller: Caller): Promise<number>
}

export interface OutlookDependencies {
  readonly database: Database
  readonly poolsOf: PoolsOf
  /** milliseconds since 1970 */
  readonly now: () => number
}

export function createOutlook({ database, poolsOf, now }: OutlookDependencies): Outlook {
  const look = async (caller: Caller, kind: Units['kind']) => {
    const at = now()
    const pools = await poolsOf(caller, kind, at)
    return { at, pools, spentOf: await spentReader(database, pools, at) }
  }
  return {
    async budget(caller, forbidden = []) {
      const { at, pools, spentOf } = await look(caller, 'llm')
      const closed: readonly BendingStep[] = mayUseOwnKeys(caller) ? [] : ['own-key']
      return budgetOf(pools, spentOf, { resetsAt: nextMidnight(at), forbidden: [...forbidden, ...closed] })
    },
    async room(caller, kind) {
      const { pools, spentOf } = await look(caller, kind)
      const total = pools.reduce((sum, pool) => sum + sizeOf(pool), 0)
      if (pools.length === 0 || total === Infinity) return undefined
      return { total, left: pools.reduce((sum, pool) => sum + leftIn(pool, spentOf), 0) }
    },
    async secondaryWeight(caller) {
      const [first] = await poolsOf(caller, 'llm', now())
      return first?.secondaryWeight ?? 1
    },
  }
}

async function spentReader(database: Database, pools: readonly Pool[], at: number): Promise<SpentOf> {
  const placeOf = ({ key, period }: Meter) => ({ meter: key, period: periodAt(period, at) })
  const spent = await readAllSpent(
    database,
    pools.flatMap(({ meters }) => meters.map(placeOf)),
  )
  return (meter) => {
    const place = placeOf(meter)
    return spent.get(`${place.meter} ${place.period}`) ?? 0
  }
}
