import { postCheckout } from '@vee/contract/http/billing'
import type { Billing } from '#domain/billing/index.ts'
import { json, route } from '../route.ts'

export const postCheckoutRoute = (billing: Billing) =>
  route(postCheckout, async ({ body: { planId, token }, caller, locale, origin }) =>
    json(await billing.checkout({ planId, token, caller, locale, origin })),
  )
