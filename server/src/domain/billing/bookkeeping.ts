import {
  changeBilling,
  countEvent,
  findCheckout,
  findSubscription,
  hasCountedEvent,
  listOverdueSubscriptions,
  listSubscriptionsOfCustomer,
  setCheckoutStatus,
  type SubscriptionRow,
} from '#db/queries/billing.ts'
import type { Database } from '#db/schema.ts'
import type { CheckoutSnapshot, PaymentEvent, PaymentProvider, SubscriptionSnapshot } from './ports.ts'
import { afterRefund, afterTelling, standingOf } from './standing.ts'

const HOUR_MS = 3_600_000

interface Bookkeeping {
  /** What the provider answered about a checkout. */
  tellCheckout(checkout: CheckoutSnapshot): Promise<void>
  /** What the provider told by itself: counted once, in whatever order it comes. */
  tellEvent(event: PaymentEvent): Promise<void>
  /** Asks about subscriptions whose month is over. */
  refresh(): Promise<void>
}

interface Dependencies {
  readonly database: Database
  readonly provider: PaymentProvider | undefined
  readonly now: () => number
}

/** What is to be written for a user. */
interface Entry {
  readonly userId: string
  readonly event?: string | undefined
  readonly checkout?: CheckoutSnapshot | undefined
  readonly subscription?: { readonly snapshot: SubscriptionSnapshot; readonly asOf: number } | undefined
  readonly refund?: { readonly subscriptionId: string; readonly chargedAt: number } | undefined
}

/**
 * Writes down what the provider says. It is asked before anything is written, never in between; each entry is one
 * transaction with the event that it came from, so that an event is either counted wholly or told again.
 */
export function createBookkeeping({ database, provider, now }: Dependencies): Bookkeeping {
  const write = ({ userId, event, checkout, subscription, refund }: Entry) =>
    changeBilling(
      database,
      { userId, event, now: now() },
      async ({ transaction, subscriptions, save }) => {
        const known = new Map(subscriptions.map((row) => [row.id, row]))
        const keep = async (row: SubscriptionRow | undefined) => {
          if (row === undefined || row === known.get(row.id)) return
          known.set(row.id, row)
          await save(row)
        }
        if (checkout) await setCheckoutStatus(transaction, checkout.id, checkout.status)
        if (subscription) {
          await keep(afterTelling(known.get(subscription.snapshot.id), { userId, ...subscription }))
        }
        const refunded = refund && known.get(refund.subscriptionId)
        if (refunded) await keep(afterRefund(refunded, refund.chargedAt))
      },
      (subscriptions) => standingOf(subscriptions, now()),
    )

  const ask = async (id: string) => (await provider?.findSubscription(id)) ?? undefined

  /** A subscription by its id, as it is now; what we know already when the provider does not answer. */
  async function askOr(id: string, otherwise: SubscriptionSnapshot | undefined) {
    return (await ask(id).catch(() => undefined)) ?? otherwise
  }

  async function checkoutEntry(checkout: CheckoutSnapshot, asOf?: number): Promise<Entry | undefined> {
    const row = await findCheckout(database, checkout.id)
    const userId = row?.user_id ?? checkout.userId
    if (userId === undefined) return undefined
    const { subscriptionId, customerId } = checkout
    if (checkout.status !== 'complete' || subscriptionId === undefined || customerId === undefined) {
      return { userId, checkout }
    }
    const begun: SubscriptionSnapshot = {
      id: subscriptionId,
      customerId,
      userId,
      planId: row?.plan_id ?? checkout.planId,
      status: 'active',
      paidUntil: undefined,
      wasPaid: true,
      createdAt: row?.created_at ?? 0,
    }
    const found = await askOr(subscriptionId, begun)
    const snapshot = found && { ...found, planId: found.planId ?? begun.planId }
    return snapshot && { userId, checkout, subscription: { snapshot, asOf: asOf ?? snapshot.createdAt } }
  }

  async function subscriptionEntry(told: SubscriptionSnapshot, at: number): Promise<Entry | undefined> {
    const row = await findSubscription(database, told.id)
    const userId = row?.user_id ?? told.userId ?? (await payerOf(told.customerId))
    if (userId === undefined) return undefined
    // Of what happened in the same second nobody can say what was last, but the provider itself.
    const snapshot = row?.as_of === at ? await askOr(told.id, told) : told
    return snapshot && { userId, subscription: { snapshot, asOf: at } }
  }

  async function invoiceEntry(event: PaymentEvent & { type: 'invoice' }): Promise<Entry | undefined> {
    const row = await findSubscription(database, event.subscriptionId)
    const paidUntil = event.paidUntil ?? row?.paid_until ?? undefined
    const snapshot = await askOr(
      event.subscriptionId,
      row && {
        ...asSnapshot(row),
        status: event.isPaid ? 'active' : 'past_due',
        paidUntil,
      },
    )
    const userId = row?.user_id ?? snapshot?.userId
    return userId !== undefined && snapshot
      ? { userId, subscription: { snapshot, asOf: event.at } }
      : undefined
  }

  async function refundEntry({ refund }: PaymentEvent & { type: 'refund' }): Promise<Entry | undefined> {
    const { customerId, paymentId, chargedAt } = refund
    const snapshot =
      paymentId === undefined ? undefined : await provider?.findSubscriptionOfPayment(paymentId)
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

  async function payerOf(customerId: string): Promise<string | undefined> {
    return (await listSubscriptionsOfCustomer(database, customerId))[0]?.user_id
  }

  function entryOf(event: PaymentEvent): Promise<Entry | undefined> {
    switch (event.type) {
      case 'checkout':
        return checkoutEntry(event.checkout, event.at)
      case 'subscription':
        return subscriptionEntry(event.subscription, event.at)
      case 'invoice':
        return invoiceEntry(event)
      case 'refund':
        return refundEntry(event)
      case 'other':
        return Promise.resolve(undefined)
    }
  }

  return {
    async tellCheckout(checkout) {
      const entry = await checkoutEntry(checkout)
      if (entry) await write(entry)
    },

    async tellEvent(event) {
      if (await hasCountedEvent(database, event.id)) return
      const entry = await entryOf(event)
      // What is about nobody here is another product's of the same seller.
      if (entry) await write({ ...entry, event: event.id })
      else await countEvent(database, event.id, now())
    },

    async refresh() {
      for (const row of await listOverdueSubscriptions(database, now() - HOUR_MS)) {
        const snapshot = await ask(row.id)
        const ended: SubscriptionSnapshot = { ...asSnapshot(row), status: 'ended', wasPaid: false }
        await write({
          userId: row.user_id,
          subscription: { snapshot: snapshot ?? ended, asOf: row.as_of },
        })
      }
    },
  }
}

function asSnapshot(row: SubscriptionRow): SubscriptionSnapshot {
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
