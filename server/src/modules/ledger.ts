import { createBudgetQuery, createCosts, createLedger, type Ledger } from '#domain/money/ledger/index.ts'
import type { EffectiveLimits } from '#domain/host/index.ts'
import type { CallerRateLimits } from '#domain/money/caller-limits/index.ts'
import type { Organizations } from '#domain/organizations/index.ts'
import type { ServerIdentity } from '../adapters/server-identity.ts'
import { costRoutes } from '../routes/costs.ts'
import type { Module, ModuleContext } from './module.ts'

/**
 * Interval for settling reservations of failed servers, in ms: much shorter than a lease, and rare enough to
 * cost nothing.
 */
const SETTLE_EVERY_MS = 60_000

interface LedgerDependencies {
  readonly limits: CallerRateLimits
  /** the limits that the host may change at run time */
  readonly effectiveLimits: EffectiveLimits
  readonly organizations: Pick<Organizations, 'poolsOf'>
  readonly serverIdentity: ServerIdentity
}

/** Creates the ledger. Open reservations of failed servers are settled at once and then every minute. */
export async function createLedgerModule(
  { settings, database, log, now }: ModuleContext,
  { limits, effectiveLimits, organizations, serverIdentity }: LedgerDependencies,
): Promise<Module<{ readonly ledger: Ledger }>> {
  const shared = {
    database,
    poolsOf: organizations.poolsOf,
    models: { primary: settings.modelPrimary, secondary: settings.modelSecondary },
    now,
  }
  const budgetQuery = createBudgetQuery(shared)
  const ledger = createLedger({
    ...shared,
    get monthlyCostThresholdUsd() {
      return effectiveLimits.current().monthlyCostThresholdUsd
    },
    budgetQuery,
    rateLimits: limits,
    serverIdentity,
    onFailure: (failure) => log.error({ err: failure }, 'use not settled'),
  })
  await ledger.settleAbandoned()
  const costs = createCosts({
    ...shared,
    get monthlyCostThresholdUsd() {
      return effectiveLimits.current().monthlyCostThresholdUsd
    },
    budgetQuery,
  })
  return {
    services: { ledger },
    routes: costRoutes(costs),
    jobs: [
      {
        name: 'settle-abandoned-uses',
        everyMs: SETTLE_EVERY_MS,
        // Only a server on the same machine knows whether a process has ended.
        runsOn: 'every-server',
        run: () => ledger.settleAbandoned(),
      },
    ],
  }
}
