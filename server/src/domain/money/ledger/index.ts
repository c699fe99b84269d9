export { isInForce } from './budget.ts'
export { type Costs, createCosts } from './costs.ts'
export { createLedger, type Ledger, type Reservation } from './ledger.ts'
export { createBudgetQuery } from './budget-query.ts'
export {
  failureFor,
  hasOwnKey,
  mayUseOwnKeys,
  NO_OWN_KEYS,
  ownKeysIn,
  type OwnKeys,
  assertMayUseOwnKeys,
} from './own-keys.ts'
export { periodAt } from './periods.ts'
export {
  createOwnPools,
  isDefaultOf,
  organizationPoolName,
  type Meter,
  type Pool,
  type PoolsOf,
} from './pools.ts'
export { usageCsv } from './usage-csv.ts'
export { isPaidInTokens, type LiveUnits, type Payer } from './use.ts'
