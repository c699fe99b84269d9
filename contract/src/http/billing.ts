import { z } from 'zod'
import { planId } from '../entities/accounts/user.ts'
import { defineEndpoint } from './endpoint.ts'

/** The plans with a price. */
export const paidPlanId = planId.exclude(['free'])
export type PaidPlanId = z.infer<typeof paidPlanId>

/** Events are small; a long invoice is still far below this. */
const MAX_EVENT_BYTES = 1024 * 1024

export const postCheckout = defineEndpoint({
  method: 'POST',
  path: '/billing/checkout',
  tag: 'billing',
  summary:
    "Create a checkout session on the payment provider's page. `token` selects a session other than the page's own, as in registration; the provider then redirects back to registration",
  access: 'public',
  body: { kind: 'json', schema: z.object({ planId: paidPlanId, token: z.string().max(200).optional() }) },
  responses: { 200: { kind: 'json', schema: z.object({ id: z.string(), url: z.string() }) } },
  errors: [
    'UNAUTHORIZED',
    'SESSION_EXPIRED',
    'FORBIDDEN',
    'RATE_LIMITED',
    'BILLING_UNAVAILABLE',
    'PROVIDER_ERROR',
    'PROVIDER_TIMEOUT',
  ],
})

export const checkoutStatus = z.enum(['pending', 'complete', 'expired', 'failed'])
export type CheckoutStatus = z.infer<typeof checkoutStatus>

export const getBillingStatus = defineEndpoint({
  method: 'GET',
  path: '/billing/status/{id}',
  tag: 'billing',
  summary:
    'Get the status of a checkout, until its account is deleted. No token is required: the id is secret',
  access: 'public',
  params: z.object({ id: z.string().regex(/^[\w-]{1,200}$/, 'not the id of a checkout') }),
  responses: {
    200: {
      kind: 'json',
      schema: z.object({ id: z.string(), status: checkoutStatus, planId: paidPlanId }),
    },
  },
  errors: ['NOT_FOUND', 'BILLING_UNAVAILABLE'],
})

export const postBillingWebhook = defineEndpoint({
  method: 'POST',
  path: '/billing/webhook',
  tag: 'billing',
  summary: "Receive the payment provider's signed events; idempotent and independent of their order",
  access: 'public',
  body: { kind: 'signed', signatureHeader: 'stripe-signature', maxBytes: MAX_EVENT_BYTES },
  responses: { 200: { kind: 'json', schema: z.object({ received: z.literal(true) }) } },
  errors: ['VALIDATION', 'TOO_LARGE', 'BILLING_UNAVAILABLE', 'PROVIDER_ERROR', 'PROVIDER_TIMEOUT'],
})

export const postBillingPortal = defineEndpoint({
  method: 'POST',
  path: '/billing/portal',
  tag: 'billing',
  summary: "Create a session of the payment provider's customer portal",
  access: 'signed-in',
  responses: { 200: { kind: 'json', schema: z.object({ url: z.string() }) } },
  errors: [
    'UNAUTHORIZED',
    'SESSION_EXPIRED',
    'FORBIDDEN',
    'NOT_FOUND',
    'BILLING_UNAVAILABLE',
    'PROVIDER_ERROR',
    'PROVIDER_TIMEOUT',
  ],
})
