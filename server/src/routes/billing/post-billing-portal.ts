import { postBillingPortal } from '@vee/contract/http/billing'
import type { Billing } from '#domain/billing/index.ts'
import { json, route } from '../route.ts'

export const postBillingPortalRoute = (billing: Billing) =>
  route(postBillingPortal, async ({ caller, locale, origin }) =>
    json(await billing.portal({ caller, locale, origin })),
  )
