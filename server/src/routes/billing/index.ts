import type { Billing } from '#domain/billing/index.ts'
import type { Route } from '../route.ts'
import { getBillingStatusRoute } from './get-billing-status.ts'
import { postBillingPortalRoute } from './post-billing-portal.ts'
import { postBillingWebhookRoute } from './post-billing-webhook.ts'
import { postCheckoutRoute } from './post-checkout.ts'

export const billingRoutes = (billing: Billing): readonly Route[] => [
  postCheckoutRoute(billing),
  getBillingStatusRoute(billing),
  postBillingWebhookRoute(billing),
  postBillingPortalRoute(billing),
]
