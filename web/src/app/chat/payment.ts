import type { ReplyPayment } from '#features/chat/index.ts'
import { setBudget, switchToOwnKey, ownKeyHeaders } from '#lib/costs/allowance.ts'
import type { Api } from '#lib/http/index.ts'
import { isCostLimitReached } from '#lib/costs/cost-limits.ts'
import type { ShellServices } from '../shell/services/shell-services.ts'
import type { CostUpdates } from './cost-updates.ts'

const AFTER_LOAD_MS = 1_000

/**
 * Manages the costs of replies and their payment: the budget with its degradation steps, the user's limits,
 * their own keys.
 */
export function createPayment(api: Api, { notices }: ShellServices): ReplyPayment {
  let updates: Promise<CostUpdates> | undefined

  /** Runs in the background; if its code cannot be loaded now, the next call retries. */
  const withCostUpdates = (use: (updates: CostUpdates) => void) => {
    updates ??= import('./cost-updates.ts').then(({ createCostUpdates }) => createCostUpdates(api, notices))
    void updates.then(use, () => (updates = undefined))
  }
  // After the page itself, which may be loaded by then.
  const refreshVisitorLimitSoon = () =>
    void setTimeout(() => withCostUpdates((updates) => void updates.refreshVisitorLimit()), AFTER_LOAD_MS)
  if (document.readyState === 'complete') refreshVisitorLimitSoon()
  else globalThis.addEventListener('load', refreshVisitorLimitSoon)

  return {
    headers: ownKeyHeaders,
    blockReason: () => (isCostLimitReached() ? 'COST_LIMIT_EXCEEDED' : undefined),
    canRetryWithOwnKey: ({ code, details }) =>
      code === 'ALLOWANCE_EXHAUSTED' && mentionsOwnKey(details) && switchToOwnKey(),
    onBudget: setBudget,
    onPaid: () =>
      withCostUpdates((updates) => {
        void updates.refresh()
        void updates.refreshVisitorLimit()
      }),
  }
}

const mentionsOwnKey = (details: unknown) =>
  new Map(Object.entries(Object(details))).get('mayUseOwnKey') === true
