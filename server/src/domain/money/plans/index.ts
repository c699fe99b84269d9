import type { PlanId, User } from '@vee/contract/entities/accounts/user'
import { effectivePlan } from './effective-plan.ts'
import { PLANS } from './plans.ts'

export { effectivePlan } from './effective-plan.ts'
export {
  createPlanCatalogue,
  mergePlanSettings,
  type PlanCatalogue,
  planSettings,
  readStoredPlans,
} from './plan-catalogue.ts'
export {
  ATTACHMENT_PLANS,
  DEFAULT_ALLOWANCES,
  VISITOR_SPEECH_USD_PER_DAY,
  KNOWLEDGE_PLANS,
  type PlanSettings,
} from './plans.ts'

/** Returns the plan that includes the most; undefined if none of them is paid for. */
export function bestPlan(ids: readonly PlanId[]): PlanId | undefined {
  return PLANS.findLast(({ id }) => id !== 'free' && ids.includes(id))?.id
}

/** Returns the features of the plan in force for a user. */
export function currentPlan(user: User): (typeof PLANS)[number] {
  return planFeatures(effectivePlan(user))
}

export function planFeatures(id: PlanId): (typeof PLANS)[number] {
  const plan = PLANS.find((candidate) => candidate.id === id)
  if (!plan) throw new Error(`There is no plan ${id}.`)
  return plan
}
