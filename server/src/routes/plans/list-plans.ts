import { listPlans, type Plan } from '@vee/contract/http/plans'
import type { Locale } from '@vee/contract/entities/locale'
import { json, route } from '../route.ts'

export const listPlansRoute = (plansIn: (locale: Locale) => Plan[]) =>
  route(listPlans, ({ locale }) => json({ plans: plansIn(locale) }))
