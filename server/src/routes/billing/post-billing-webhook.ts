import { postBillingWebhook } from '@vee/contract/http/billing'
import type { Billing } from '#domain/billing/index.ts'
import { json, route } from '../route.ts'

export const postBillingWebhookRoute = (billing: Billing) =>
  route(postBillingWebhook, async ({ body: { bytes, signature } }) => {
    await billing.receive(bytes, signature)
    return json({ received: true as const })
  })
