import type { FastifyBaseLogger } from 'fastify'
import type { Database } from '#db/schema.ts'
import {
  type Costs,
  createCosts,
  createLedger,
  createOutlook,
  type Ledger,
  type PoolsOf,
} from '#domain/ledger/index.ts'
import type { Limits } from '#domain/limits/index.ts'
import { nameServer } from '../adapters/server-name.ts'
import type { Settings } from '../settings.ts'

export interface AccountingParts {
  readonly settings: Settings
  readonly database: Database
  readonly limits: Limits
  /** what callers spend from, in this order */
  readonly poolsOf: PoolsOf
  readonly log: Pick<FastifyBaseLogger, 'error'>
  /** milliseconds since 1970 */
  readonly now: () => number
}

/** All that keeps account of what is used, with what an earlier life of the server left open settled. */
export async function openAccounting(
  parts: AccountingParts,
): Promise<{ readonly ledger: Ledger; readonly costs: Costs }> {
  const { settings, database, limits, poolsOf, log, now } = parts
  const shared = {
    database,
    poolsOf,
    models: { primary: settings.modelPrimary, secondary: settings.modelSecondary },
    monthlyCostThresholdUsd: settings.monthlyCostThresholdUsd,
    now,
  }
  const outlook = createOutlook(shared)
  const ledger = createLedger({
    ...shared,
    outlook,
    useCount: limits,
    server: nameServer(),
    onFailure: (failure) => log.error({ err: failure }, 'use not settled'),
  })
  await ledger.settleAbandoned()
  return { ledger, costs: createCosts({ ...shared, outlook }) }
}
