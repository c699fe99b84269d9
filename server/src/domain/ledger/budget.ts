import { type BendingStep, bendingStep, type Budget } from '@vee/contract/entities/budget'
import { STEP_BEGINS_AT } from '@vee/contract/entities/budget-steps'
import type { Meter, Pool } from './pools.ts'

/** What is spent of a meter in its present period. */
export type SpentOf = (meter: Meter) => number

/** What is left of a pool: the least that any of its meters has. Infinity where nothing limits it. */
export function leftIn({ meters }: Pool, spentOf: SpentOf): number {
  return Math.min(...meters.map((meter) => Math.max(0, (meter.limit ?? Infinity) - spentOf(meter))))
}

/** What a pool holds when it is full. */
export const sizeOf = ({ meters }: Pool) => Math.min(...meters.map(({ limit }) => limit ?? Infinity))

/**
 * Where a caller stands with all their pools together; undefined when nothing limits them. Where a shared pool is used up,
 * their own key is next, as long as the organization does not want them to stop there.
 */
export function budgetOf(
  pools: readonly Pool[],
  spentOf: SpentOf,
  { resetsAt, forbidden }: { readonly resetsAt: number; readonly forbidden: readonly BendingStep[] },
): Budget | undefined {
  const totalTokens = pools.reduce((sum, pool) => sum + sizeOf(pool), 0)
  if (pools.length === 0 || totalTokens === Infinity) return undefined
  const remainingTokens = pools.reduce((sum, pool) => sum + leftIn(pool, spentOf), 0)
  const usedTokens = totalTokens - remainingTokens
  const first = pools[0]
  const isKeyNext = first?.after === 'own-key' && leftIn(first, spentOf) === 0
  const hasBegun = (step: BendingStep) => {
    if (step === 'own-key' && first?.after === 'nothing') return false
    return (step === 'own-key' && isKeyNext) || usedTokens >= STEP_BEGINS_AT[step] * totalTokens
  }
  return {
    step: bendingStep.options.findLast((step) => hasBegun(step) && !forbidden.includes(step)) ?? null,
    usedTokens,
    totalTokens,
    remainingTokens,
    resetsAt: new Date(resetsAt).toISOString(),
  }
}

/** Whether a step is in force: it has begun, and its caller has not forbidden it. */
export function isInForce(
  step: BendingStep,
  budget: Budget | undefined,
  forbidden: readonly BendingStep[],
): boolean {
  if (budget === undefined || forbidden.includes(step)) return false
  return budget.usedTokens >= STEP_BEGINS_AT[step] * budget.totalTokens
}
