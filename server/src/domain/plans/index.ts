import type { Locale } from '@vee/contract/entities/locale'
import type { PlanId } from '@vee/contract/entities/user'
import type { Plan } from '@vee/contract/http/plans'
import highlights from './highlights.json' with { type: 'json' }
import { PLANS } from './plans.ts'

export { planInForce } from './plan-in-force.ts'

const HIGHLIGHTS: Readonly<Record<Locale, Readonly<Record<PlanId, string[]>>>> = highlights

/** The plans in the order in which they are shown. */
export function listPlans(locale: Locale): Plan[] {
  return PLANS.map((plan) => ({ ...plan, highlights: HIGHLIGHTS[locale][plan.id] }))
}
