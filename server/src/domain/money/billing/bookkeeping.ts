import { HOUR_MS } from '@vee/contract/time/durations'
import {
  changeBilling,
  countEvent,
  hasCountedEvent,
  listOverdueSubscriptions,
  setCheckoutStatus,
  type SubscriptionRow,
  type UserBilling,
} from '#db/queries/billing.ts'
import type { Database } from '#db/schema.ts'
import { asSnapshot, type BillingEntry, entryOfCheckout, entryOfEvent } from './entries.ts'
import type { CheckoutSnapshot, PaymentEvent, PaymentProvider, SubscriptionSnapshot } from './ports.ts'
import { afterRefund, afterTelling, subscriptionStatusOf } from './subscription-status.ts'

interface BookkeepingDependencies {
  readonly database: Database
  readonly provider: PaymentProvider
  /** milliseconds since 1970 */
  readonly now: () => number
}

/**
 * Records the state from the provider. The provider is called before the transaction, never during it; each
 * entry shares one transaction with its event, so that an event is either processed completely or delivered
 * again.
 */
export class Bookkeeping {
  readonly #dependencies: BookkeepingDependencies

  constructor(dependencies: BookkeepingDependencies) {
    this.#dependencies = dependencies
  }

  /** Records the provider's response about a checkout. */
  async recordCheckout(checkout: CheckoutSnapshot): Promise<void> {
    const entry = await entryOfCheckout(this.#dependencies, checkout)
    if (entry) await this.#write(entry)
  }

  /** Records an event of the provider once, in any order of arrival. */
  async recordEvent(event: PaymentEvent): Promise<void> {
    const { database, now } = this.#dependencies
    if (await hasCountedEvent(database, event.id)) return
    const entry = await entryOfEvent(this.#dependencies, event)
    if (entry) await this.#write(entry, event.id)
    else await countEvent(database, event.id, now())
  }

  /** Polls subscriptions whose month has ended without an event about the next one. */
  async refresh(signal?: AbortSignal): Promise<void> {
    const { database, provider, now } = this.#dependencies
    for (const row of await listOverdueSubscriptions(database, now() - HOUR_MS)) {
      signal?.throwIfAborted()
      const gone: SubscriptionSnapshot = { ...asSnapshot(row), status: 'ended', wasPaid: false }
      const snapshot = (await provider.findSubscription(row.id)) ?? gone
      await this.#write({ userId: row.user_id, subscription: { snapshot, asOf: row.as_of } })
    }
  }

  #write(entry: BillingEntry, event?: string): Promise<void> {
    const { database, now } = this.#dependencies
    return changeBilling(
      database,
      { userId: entry.userId, event, now: now() },
      (billing) => apply(entry, billing),
      (subscriptions) => subscriptionStatusOf(subscriptions, now()),
    )
  }
}

async function apply(
  { userId, checkout, subscription, refund }: BillingEntry,
  billing: UserBilling,
): Promise<void> {
  const rows = new Map(billing.subscriptions.map((row) => [row.id, row]))
  const store = async (row: SubscriptionRow | undefined) => {
    if (row === undefined || row === rows.get(row.id)) return
    rows.set(row.id, row)
    await billing.save(row)
  }
  if (checkout) await setCheckoutStatus(billing.transaction, checkout.id, checkout.status)
  if (subscription) {
    await store(afterTelling(rows.get(subscription.snapshot.id), { userId, ...subscription }))
  }
  const refunded = refund && rows.get(refund.subscriptionId)
  if (refunded) await store(afterRefund(refunded, refund.chargedAt))
}
