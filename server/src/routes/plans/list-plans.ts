import { listPlans, type PlanList } from '@vee/contract/http/plans'
import type { Locale } from '@vee/contract/entities/locale'
import { json, route } from '../route.ts'

export const listPlansRoute = (plansIn: (locale: Locale) => PlanList) =>
  route(listPlans, ({ locale }) => json(plansIn(locale)))
