import type { FastifyInstance } from 'fastify'
import type { Database } from '#db/schema.ts'
import {
  type Costs,
  createCosts,
  createLedger,
  createBudgetQuery,
  type Ledger,
  type PoolsOf,
} from '#domain/ledger/index.ts'
import type { EffectiveLimits } from '#domain/host/index.ts'
import type { Limits } from '#domain/limits/index.ts'
import { nameServer } from '../adapters/server-name.ts'
import type { ServerSettings } from '../settings.ts'

/**
 * Interval for settling reservations of failed servers, in ms: much shorter than a lease, and rare enough to
 * cost nothing.
 */
const SETTLE_EVERY_MS = 60_000

export interface LedgerModuleParts {
  readonly settings: ServerSettings
  readonly database: Database
  readonly limits: Limits
  /** the limits that the host may change at run time */
  readonly effectiveLimits: EffectiveLimits
  /** the pools that callers spend from, in order */
  readonly poolsOf: PoolsOf
  /** milliseconds since 1970 */
  readonly now: () => number
}

/**
 * Creates the ledger module. Open reservations of failed servers are settled at once and then every minute;
 * each with a single statement, so that only one of several servers settles it.
 */
export async function createLedgerModule(
  parts: LedgerModuleParts,
  server: FastifyInstance,
): Promise<{ readonly ledger: Ledger; readonly costs: Costs }> {
  const { settings, database, limits, effectiveLimits, poolsOf, now } = parts
  const { log } = server
  const shared = {
    database,
    poolsOf,
    models: { primary: settings.modelPrimary, secondary: settings.modelSecondary },
    now,
  }
  const outlook = createBudgetQuery(shared)
  const ledger = createLedger({
    ...shared,
    get monthlyCostThresholdUsd() {
      return effectiveLimits.current().monthlyCostThresholdUsd
    },
    budgetQuery: outlook,
    useCount: limits,
    server: nameServer(),
    onFailure: (failure) => log.error({ err: failure }, 'use not settled'),
  })
  await ledger.settleAbandoned()
  const settling = setInterval(() => {
    ledger
      .settleAbandoned()
      .catch((error: unknown) => log.error({ err: error }, 'abandoned uses not settled'))
  }, SETTLE_EVERY_MS).unref()
  server.addHook('onClose', async () => clearInterval(settling))
  const costs = createCosts({
    ...shared,
    get monthlyCostThresholdUsd() {
      return effectiveLimits.current().monthlyCostThresholdUsd
    },
    budgetQuery: outlook,
  })
  return { ledger, costs }
}
