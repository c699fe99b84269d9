import { getBillingStatus } from '@vee/contract/http/billing'
import type { Billing } from '#domain/billing/index.ts'
import { json, route } from '../route.ts'

export const getBillingStatusRoute = (billing: Billing) =>
  route(getBillingStatus, async ({ params }) => json(await billing.status(params.id)))
