import type { Locale } from '@vee/contract/entities/locale'
import {
  getBillingStatus,
  postBillingPortal,
  postBillingWebhook,
  postCheckout,
} from '@vee/contract/http/billing'
import { listPlans, type PlanList } from '@vee/contract/http/plans'
import type { Billing } from '#domain/money/billing/index.ts'
import { json, route, type Route } from '#serving/route.ts'

interface BillingRoutesDependencies {
  readonly billing: Billing
  /** returns the plans for sale, described in a language */
  readonly plansIn: (locale: Locale) => PlanList
}

export const billingRoutes = ({ billing, plansIn }: BillingRoutesDependencies): readonly Route[] => [
  route(listPlans, ({ locale }) => json(plansIn(locale))),
  route(postCheckout, async ({ body: { planId, token }, caller, locale, origin }) =>
    json(await billing.checkout({ planId, token, caller, locale, origin })),
  ),
  route(getBillingStatus, async ({ params }) => json(await billing.status(params.id))),
  route(postBillingWebhook, async ({ body: { bytes, signature } }) => {
    await billing.receive(bytes, signature)
    return json({ received: true as const })
  }),
  route(postBillingPortal, async ({ caller, locale, origin }) =>
    json(await billing.portal({ caller, locale, origin })),
  ),
]
