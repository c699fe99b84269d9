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
import type { Settings } from '../settings.ts'

/** How often what servers that are gone left reserved is looked for: much shorter than a lease, and seldom enough to cost nothing. */
const SETTLE_EVERY_MS = 60_000

export interface LedgerModuleParts {
  readonly settings: Settings
  readonly database: Database
  readonly limits: Limits
  /** of what the host may change while the server runs */
  readonly inForce: EffectiveLimits
  /** what callers spend from, in this order */
  readonly poolsOf: PoolsOf
  /** milliseconds since 1970 */
  readonly now: () => number
}

/**
 * All that keeps account of what is used. What servers that have ended left open is settled at once and from then on every
 * minute; each entry by one statement, so that of many servers one settles it.
 */
export async function createLedgerModule(
  parts: LedgerModuleParts,
  server: FastifyInstance,
): Promise<{ readonly ledger: Ledger; readonly costs: Costs }> {
  const { settings, database, limits, inForce, poolsOf, now } = parts
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
      return inForce.current().monthlyCostThresholdUsd
    },
    outlook,
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
      return inForce.current().monthlyCostThresholdUsd
    },
    outlook,
  })
  return { ledger, costs }
}
