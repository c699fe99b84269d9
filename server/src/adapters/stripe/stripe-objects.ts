import { planId } from '@vee/contract/entities/accounts/user'
import type { CheckoutStatus, PaidPlanId } from '@vee/contract/http/billing'
import { z } from 'zod'
import type { CheckoutSnapshot, PaymentEvent, SubscriptionSnapshot } from '#domain/money/billing/index.ts'

/*
 * The fields of Stripe's objects that are read: events have the API version of the host's webhook, and fields
 * have moved between versions. Seconds are converted to milliseconds.
 */

/** Metadata on a checkout and its subscription that identifies both. */
export const USER_KEY = 'vee_user'
export const PLAN_KEY = 'vee_plan'

const seconds = z.number().transform((value) => value * 1_000)
const metadata = z.record(z.string(), z.string()).nullish()
/** An id, or the object if it was expanded. */
const reference = z
  .union([z.string(), z.object({ id: z.string() }).transform(({ id }) => id)])
  .nullish()
  .transform((id) => id ?? undefined)

const paidPlan = planId.exclude(['free'])
const planIn = (values: Readonly<Record<string, string>> | null | undefined): PaidPlanId | undefined =>
  paidPlan.safeParse(values?.[PLAN_KEY]).data

const checkoutSession = z.object({
  id: z.string(),
  status: z.enum(['open', 'complete', 'expired']).nullish(),
  payment_status: z.string().nullish(),
  client_reference_id: z.string().nullish(),
  customer: reference,
  subscription: reference,
  metadata,
})

const subscription = z.object({
  id: z.string(),
  status: z.string(),
  customer: reference,
  created: seconds.optional(),
  metadata,
  cancel_at_period_end: z.boolean().nullish(),
  cancel_at: seconds.nullish(),
  ended_at: seconds.nullish(),
  cancellation_details: z.object({ reason: z.string().nullish() }).nullish(),
  /** up to API version 2025-03-31 */
  current_period_end: seconds.nullish(),
  items: z
    .object({
      data: z.array(
        z.object({
          current_period_end: seconds.nullish(),
          price: z.object({ id: z.string() }).nullish(),
        }),
      ),
    })
    .nullish(),
})

const invoice = z.object({
  id: z.string().optional(),
  /** up to API version 2025-03-31 */
  subscription: reference,
  parent: z.object({ subscription_details: z.object({ subscription: reference }).nullish() }).nullish(),
  lines: z.object({ data: z.array(z.object({ period: z.object({ end: seconds }).nullish() })) }).nullish(),
})

const charge = z.object({
  id: z.string(),
  refunded: z.boolean(),
  created: seconds,
  customer: reference,
  payment_intent: reference,
})

const stripeEvent = z.object({
  id: z.string(),
  type: z.string(),
  created: seconds,
  data: z.object({ object: z.unknown() }),
})

export function readCheckout(object: unknown): CheckoutSnapshot {
  const session = checkoutSession.parse(object)
  return {
    id: session.id,
    status: statusOf(session),
    userId: session.metadata?.[USER_KEY] ?? session.client_reference_id ?? undefined,
    planId: planIn(session.metadata),
    customerId: session.customer,
    subscriptionId: session.subscription,
  }
}

/** Complete only means that the customer finished; the payment status decides. */
function statusOf({ status, payment_status: payment }: z.output<typeof checkoutSession>): CheckoutStatus {
  if (status === 'expired') return 'expired'
  return status === 'complete' && (payment === 'paid' || payment === 'no_payment_required')
    ? 'complete'
    : 'pending'
}

export type PlanOfPrice = (priceId: string) => PaidPlanId | undefined

export function readSubscription(object: unknown, planOfPrice: PlanOfPrice): SubscriptionSnapshot {
  const parsed = subscription.parse(object)
  const items = parsed.items?.data ?? []
  // The price is what is paid for now; the metadata is the original choice.
  const priced = items.flatMap(({ price }) => (price ? (planOfPrice(price.id) ?? []) : []))
  const ends = items.flatMap((item) => item.current_period_end ?? [])
  const periodEnd = parsed.current_period_end ?? (ends.length > 0 ? Math.min(...ends) : undefined)
  const status = subscriptionStatusOf(parsed)
  return {
    id: parsed.id,
    customerId: parsed.customer ?? '',
    userId: parsed.metadata?.[USER_KEY],
    planId: priced[0] ?? planIn(parsed.metadata),
    status,
    paidUntil: (status === 'canceled' ? parsed.cancel_at : undefined) ?? periodEnd ?? undefined,
    wasPaid: parsed.cancellation_details?.reason !== 'payment_failed' && parsed.status !== 'unpaid',
    createdAt: parsed.created ?? 0,
  }
}

function subscriptionStatusOf(
  subscriptionObject: z.output<typeof subscription>,
): SubscriptionSnapshot['status'] {
  switch (subscriptionObject.status) {
    case 'active':
    case 'trialing':
      return subscriptionObject.cancel_at_period_end || subscriptionObject.cancel_at ? 'canceled' : 'active'
    case 'past_due':
    case 'unpaid':
    case 'paused':
      return 'past_due'
    case 'incomplete':
    case 'incomplete_expired':
      return 'incomplete'
    default:
      return 'ended'
  }
}

/** Returns the subscription of an invoice; undefined if it has none. */
export function subscriptionOfInvoice(object: unknown): string | undefined {
  const { subscription: old, parent } = invoice.parse(object)
  return parent?.subscription_details?.subscription ?? old
}

export function readEvent(payload: unknown, planOfPrice: PlanOfPrice): PaymentEvent {
  const { id, type, created: createdAt, data } = stripeEvent.parse(payload)
  const base = { id, at: createdAt }
  switch (type) {
    case 'checkout.session.completed':
    case 'checkout.session.async_payment_succeeded':
    case 'checkout.session.expired':
      return { ...base, type: 'checkout', checkout: readCheckout(data.object) }
    case 'checkout.session.async_payment_failed':
      return { ...base, type: 'checkout', checkout: { ...readCheckout(data.object), status: 'failed' } }
    case 'customer.subscription.created':
    case 'customer.subscription.updated':
    case 'customer.subscription.deleted':
    case 'customer.subscription.paused':
    case 'customer.subscription.resumed':
      return { ...base, type: 'subscription', subscription: readSubscription(data.object, planOfPrice) }
    case 'invoice.paid':
    case 'invoice.payment_succeeded':
    case 'invoice.payment_failed': {
      const subscriptionId = subscriptionOfInvoice(data.object)
      if (subscriptionId === undefined) return { ...base, type: 'other' }
      const ends = invoice.parse(data.object).lines?.data.flatMap(({ period }) => period?.end ?? []) ?? []
      const isPaid = type !== 'invoice.payment_failed'
      const paidUntil = isPaid && ends.length > 0 ? Math.max(...ends) : undefined
      return { ...base, type: 'invoice', subscriptionId, isPaid, paidUntil }
    }
    case 'charge.refunded': {
      const refunded = charge.parse(data.object)
      // A partial refund does not end the subscription.
      if (!refunded.refunded) return { ...base, type: 'other' }
      const { customer, payment_intent: paymentId, created: chargedAt } = refunded
      return { ...base, type: 'refund', refund: { customerId: customer, paymentId, chargedAt } }
    }
    default:
      return { ...base, type: 'other' }
  }
}
