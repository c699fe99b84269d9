import { z } from 'zod'

/**
 * What happens as a day's allowance runs out, in order: a warning, the smaller model, the browser's voice in place of the
 * server's, the caller's own provider key. A caller may forbid any of them.
 */
export const bendingStep = z.enum(['warning', 'smaller-model', 'browser-voice', 'own-key'])
export type BendingStep = z.infer<typeof bendingStep>

/** Steps that a caller does not want. */
export const budgetWish = z.object({ forbid: z.array(bendingStep).max(bendingStep.options.length) })
export type BudgetWish = z.infer<typeof budgetWish>

/** Where a caller stands with the allowance of the day, in tokens of the primary model. */
export const budget = z.object({
  /** the last step that is in force; null: all is as always */
  step: bendingStep.nullable(),
  usedTokens: z.int().nonnegative(),
  totalTokens: z.int().nonnegative(),
  remainingTokens: z.int().nonnegative(),
  /** when it is full again */
  resetsAt: z.string(),
})
export type Budget = z.infer<typeof budget>
