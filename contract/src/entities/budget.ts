import { z } from 'zod'

/**
 * The degradation steps as a day's allowance runs out, in order: a warning, the smaller model, the browser's
 * voice instead of the server's, the caller's own provider key. A caller may forbid any of them.
 */
export const degradationStep = z.enum(['warning', 'smaller-model', 'browser-voice', 'own-key'])
export type DegradationStep = z.infer<typeof degradationStep>

/** Steps that the caller forbids. */
export const budgetWish = z.object({ forbid: z.array(degradationStep).max(degradationStep.options.length) })
export type BudgetWish = z.infer<typeof budgetWish>

/** The caller's remaining allowance for the day, in tokens of the primary model. */
export const budget = z.object({
  /** the latest active step; null if none is active */
  step: degradationStep.nullable(),
  usedTokens: z.int().nonnegative(),
  totalTokens: z.int().nonnegative(),
  remainingTokens: z.int().nonnegative(),
  /** the time at which the allowance is reset */
  resetsAt: z.string(),
})
export type Budget = z.infer<typeof budget>
