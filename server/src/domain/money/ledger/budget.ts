import { type DegradationStep, degradationStep, type Budget } from '@vee/contract/entities/budget'
import { STEP_BEGINS_AT } from '@vee/contract/entities/budget-steps'
import type { Meter, Pool } from './pools.ts'

/** Returns what is spent of a meter in its current period. */
export type SpentOf = (meter: Meter) => number

/** Returns what is left of a pool: the minimum over its meters. Infinity without a limit. */
export function remainingIn({ meters }: Pool, spentOf: SpentOf): number {
  return Math.min(...meters.map((meter) => Math.max(0, (meter.limit ?? Infinity) - spentOf(meter))))
}

/** Returns the size of a full pool. */
export const sizeOf = ({ meters }: Pool) => Math.min(...meters.map(({ limit }) => limit ?? Infinity))

/**
 * Returns a caller's budget over all pools; undefined if nothing limits the caller. After a used-up shared
 * pool the own key is next, unless the organization stops its members there.
 */
export function budgetOf(
  pools: readonly Pool[],
  spentOf: SpentOf,
  { resetsAt, forbidden }: { readonly resetsAt: number; readonly forbidden: readonly DegradationStep[] },
): Budget | undefined {
  const totalTokens = pools.reduce((sum, pool) => sum + sizeOf(pool), 0)
  if (pools.length === 0 || totalTokens === Infinity) return undefined
  const remainingTokens = pools.reduce((sum, pool) => sum + remainingIn(pool, spentOf), 0)
  const usedTokens = totalTokens - remainingTokens
  const first = pools[0]
  const isKeyNext = first?.afterExhausted === 'own-key' && remainingIn(first, spentOf) === 0
  const hasBegun = (step: DegradationStep) => {
    if (step === 'own-key' && first?.afterExhausted === 'nothing') return false
    return (step === 'own-key' && isKeyNext) || usedTokens >= STEP_BEGINS_AT[step] * totalTokens
  }
  return {
    step: degradationStep.options.findLast((step) => hasBegun(step) && !forbidden.includes(step)) ?? null,
    usedTokens,
    totalTokens,
    remainingTokens,
    resetsAt: new Date(resetsAt).toISOString(),
  }
}

/** Returns whether a step is in effect: reached, and not forbidden by the caller. */
export function isInForce(
  step: DegradationStep,
  budget: Budget | undefined,
  forbidden: readonly DegradationStep[],
): boolean {
  if (budget === undefined || forbidden.includes(step)) return false
  return budget.usedTokens >= STEP_BEGINS_AT[step] * budget.totalTokens
}
