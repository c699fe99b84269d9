import {
  findCheckout,
  findSubscription,
  listSubscriptionsOfCustomer,
  type SubscriptionRow,
} from '#db/queries/billing.ts'
import type { Database } from '#db/schema.ts'
import type { CheckoutSnapshot, PaymentEvent, PaymentProvider, SubscriptionSnapshot } from './ports.ts'

/** The changes to be written for a user. */
export interface BillingEntry {
  readonly userId: string
  readonly checkout?: CheckoutSnapshot | undefined
  readonly subscription?: { readonly snapshot: SubscriptionSnapshot; readonly asOf: number } | undefined
  readonly refund?: { readonly subscriptionId: string; readonly chargedAt: number } | undefined
}

interface Sources {
  readonly database: Database
  readonly provider: PaymentProvider
}

/**
 * Returns the changes that an event implies for a user. Undefined if it belongs to no user here: another
 * product of the same seller.
 */
export function entryOfEvent(sources: Sources, event: PaymentEvent): Promise<BillingEntry | undefined> {
  switch (event.type) {
    case 'checkout':
      return entryOfCheckout(sources, event.checkout, event.at)
    case 'subscription':
      return entryOfSubscription(sources, event)
    case 'invoice':
      return entryOfInvoice(sources, event)
    case 'refund':
      return entryOfRefund(sources, event)
    case 'other':
      return Promise.resolve(undefined)
  }
}

/** `asOf` is the time of the checkout; without it the stored state counts as newer. */
export async function entryOfCheckout(
  sources: Sources,
  checkout: CheckoutSnapshot,
  asOf?: number,
): Promise<BillingEntry | undefined> {
  const row = await findCheckout(sources.database, checkout.id)
  const userId = row?.user_id ?? checkout.userId
  if (userId === undefined) return undefined
  const { subscriptionId, customerId } = checkout
  if (checkout.status !== 'complete' || subscriptionId === undefined || customerId === undefined) {
    return { userId, checkout }
  }
  const latest = await askOr(sources, subscriptionId, {
    id: subscriptionId,
    customerId,
    userId,
    planId: undefined,
    status: 'active',
    paidUntil: undefined,
    wasPaid: true,
    createdAt: row?.created_at ?? 0,
  })
  const snapshot = { ...latest, planId: latest.planId ?? row?.plan_id ?? checkout.planId }
  return { userId, checkout, subscription: { snapshot, asOf: asOf ?? snapshot.createdAt } }
}

async function entryOfSubscription(
  sources: Sources,
  { subscription, at }: PaymentEvent & { type: 'subscription' },
): Promise<BillingEntry | undefined> {
  const { database } = sources
  const row = await findSubscription(database, subscription.id)
  const [sibling] = await listSubscriptionsOfCustomer(database, subscription.customerId)
  const userId = row?.user_id ?? subscription.userId ?? sibling?.user_id
  if (userId === undefined) return undefined
  // The order of events within the same second is unknown, so the provider is polled.
  const snapshot = row?.as_of === at ? await askOr(sources, subscription.id, subscription) : subscription
  return { userId, subscription: { snapshot, asOf: at } }
}

async function entryOfInvoice(
  sources: Sources,
  { subscriptionId, isPaid, paidUntil, at }: PaymentEvent & { type: 'invoice' },
): Promise<BillingEntry | undefined> {
  const row = await findSubscription(sources.database, subscriptionId)
  const changed = row && {
    ...asSnapshot(row),
    status: isPaid ? ('active' as const) : ('past_due' as const),
    paidUntil: paidUntil ?? row.paid_until ?? undefined,
  }
  const snapshot = await askOr(sources, subscriptionId, changed)
  const userId = row?.user_id ?? snapshot?.userId
  return userId !== undefined && snapshot ? { userId, subscription: { snapshot, asOf: at } } : undefined
}

async function entryOfRefund(
  { database, provider }: Sources,
  { refund: { customerId, paymentId, chargedAt } }: PaymentEvent & { type: 'refund' },
): Promise<BillingEntry | undefined> {
  const snapshot = paymentId === undefined ? undefined : await provider.findSubscriptionOfPayment(paymentId)
  const ofCustomer = customerId === undefined ? [] : await listSubscriptionsOfCustomer(database, customerId)
  const row = snapshot
    ? await findSubscription(database, snapshot.id)
    : ofCustomer.toSorted((a, b) => b.as_of - a.as_of)[0]
  const userId = row?.user_id ?? snapshot?.userId
  const subscriptionId = snapshot?.id ?? row?.id
  if (userId === undefined || subscriptionId === undefined) return undefined
  return {
    userId,
    subscription: snapshot && { snapshot, asOf: row?.as_of ?? snapshot.createdAt },
    refund: { subscriptionId, chargedAt },
  }
}

/** Returns the current subscription; if the provider does not respond, the one from the event. */
async function askOr<Fallback extends SubscriptionSnapshot | undefined>(
  { provider }: Sources,
  id: string,
  fallback: Fallback,
): Promise<SubscriptionSnapshot | Fallback> {
  return (await provider.findSubscription(id).catch(() => undefined)) ?? fallback
}

export function asSnapshot(row: SubscriptionRow): SubscriptionSnapshot {
  return {
    id: row.id,
    customerId: row.customer_id,
    userId: row.user_id,
    planId: row.plan_id,
    status: row.status,
    paidUntil: row.paid_until ?? undefined,
    wasPaid: true,
    createdAt: row.as_of,
  }
}
