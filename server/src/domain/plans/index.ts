import type { Locale } from '@vee/contract/entities/locale'
import type { PlanId, User } from '@vee/contract/entities/user'
import type { PaidPlanId } from '@vee/contract/http/billing'
import type { Plan } from '@vee/contract/http/plans'
import highlights from './highlights.json' with { type: 'json' }
import { planInForce } from './plan-in-force.ts'
import { PLANS } from './plans.ts'

export { planInForce } from './plan-in-force.ts'
export { DEMO_SPEECH_USD_PER_DAY } from './plans.ts'

const HIGHLIGHTS: Readonly<Record<Locale, Readonly<Record<PlanId, string[]>>>> = highlights

/** The plans in the order in which they are shown. */
export function plansOnSale(sells: (planId: PaidPlanId) => boolean): (locale: Locale) => Plan[] {
  return (locale) =>
    PLANS.map((plan) => ({
      ...plan,
      highlights: HIGHLIGHTS[locale][plan.id],
      isForSale: plan.id !== 'free' && sells(plan.id),
    }))
}

/** The one that gives most; undefined when none of them is paid for. */
export function bestPlan(ids: readonly PlanId[]): PlanId | undefined {
  return PLANS.findLast(({ id }) => id !== 'free' && ids.includes(id))?.id
}

/** A plan as the server goes by it, without its texts. */
export type PlanTerms = (typeof PLANS)[number]

/** The terms that hold for a user now. */
export function currentPlan(user: User): PlanTerms {
  return planTerms(planInForce(user))
}

export function planTerms(id: PlanId): PlanTerms {
  const plan = PLANS.find((one) => one.id === id)
  if (!plan) throw new Error(`There is no plan ${id}.`)
  return plan
}
