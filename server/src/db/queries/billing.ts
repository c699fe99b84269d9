import { DAY_MS } from '@vee/contract/time/durations'
import type { CheckoutStatus } from '@vee/contract/http/billing'
import type { Selectable } from 'kysely'
import type { Database } from '../schema.ts'
import type { CheckoutsTable } from '../tables/checkouts.ts'
import type { SubscriptionsTable } from '../tables/subscriptions.ts'
import type { UsersTable } from '../tables/accounts/users.ts'
import { inWriteTransaction } from '../write-transaction.ts'

export type CheckoutRow = Selectable<CheckoutsTable>
export type SubscriptionRow = Selectable<SubscriptionsTable>
export type SubscriptionRecord = Pick<UsersTable, 'plan_id' | 'subscription_status' | 'renews_at'>

/** Much longer than a payment provider retries the delivery of an event. */
const EVENTS_KEPT_MS = 90 * DAY_MS

/** Returns the user's other open checkouts; of concurrent calls, the last one receives all others. */
export function insertCheckout(database: Database, checkout: CheckoutRow): Promise<CheckoutRow[]> {
  return inWriteTransaction(database, `billing of ${checkout.user_id}`, async (transaction) => {
    const others = await listPendingCheckouts(transaction, checkout.user_id)
    await transaction.insertInto('checkouts').values(checkout).execute()
    return others
  })
}

export function findCheckout(database: Database, id: string): Promise<CheckoutRow | undefined> {
  return database.selectFrom('checkouts').selectAll().where('id', '=', id).executeTakeFirst()
}

export function listPendingCheckouts(database: Database, userId: string): Promise<CheckoutRow[]> {
  return database
    .selectFrom('checkouts')
    .selectAll()
    .where('user_id', '=', userId)
    .where('status', '=', 'pending')
    .execute()
}

/** A complete checkout stays complete, independent of later events. */
export async function setCheckoutStatus(
  database: Database,
  id: string,
  status: CheckoutStatus,
): Promise<void> {
  await database
    .updateTable('checkouts')
    .set({ status })
    .where('id', '=', id)
    .where('status', '!=', 'complete')
    .execute()
}

export function findSubscription(database: Database, id: string): Promise<SubscriptionRow | undefined> {
  return database.selectFrom('subscriptions').selectAll().where('id', '=', id).executeTakeFirst()
}

export function listSubscriptions(database: Database, userId: string): Promise<SubscriptionRow[]> {
  return database.selectFrom('subscriptions').selectAll().where('user_id', '=', userId).execute()
}

export function listSubscriptionsOfCustomer(
  database: Database,
  customerId: string,
): Promise<SubscriptionRow[]> {
  return database.selectFrom('subscriptions').selectAll().where('customer_id', '=', customerId).execute()
}

/** Returns subscriptions whose paid period is over without news of the next one. */
export function listOverdueSubscriptions(database: Database, before: number): Promise<SubscriptionRow[]> {
  return database
    .selectFrom('subscriptions')
    .selectAll()
    .where('status', 'in', ['active', 'canceled'])
    .where('paid_until', '<', before)
    .execute()
}

export async function hasCountedEvent(database: Database, id: string): Promise<boolean> {
  const row = await database.selectFrom('payment_events').select('id').where('id', '=', id).executeTakeFirst()
  return row !== undefined
}

export interface UserBilling {
  readonly transaction: Database
  /** the user's subscriptions as of this transaction */
  readonly subscriptions: readonly SubscriptionRow[]
  readonly save: (subscription: SubscriptionRow) => Promise<void>
}

/**
 * Changes a user's payment data, after all earlier changes, and updates the user's own row with it. With an
 * event: does nothing if that event was already processed.
 */
export function changeBilling(
  database: Database,
  {
    userId,
    event,
    now,
  }: { readonly userId: string; readonly event: string | undefined; readonly now: number },
  change: (billing: UserBilling) => Promise<void>,
  statusOf: (subscriptions: readonly SubscriptionRow[]) => SubscriptionRecord | undefined,
): Promise<void> {
  return inWriteTransaction(database, `billing of ${userId}`, async (transaction) => {
    if (event !== undefined && !(await countEvent(transaction, event, now))) return
    const user = await transaction
      .selectFrom('users')
      .select('id')
      .where('id', '=', userId)
      .executeTakeFirst()
    if (user === undefined) return
    await change({
      transaction,
      subscriptions: await listSubscriptions(transaction, userId),
      save: (subscription) => saveSubscription(transaction, subscription),
    })
    const status = statusOf(await listSubscriptions(transaction, userId))
    if (status === undefined) return
    await transaction.updateTable('users').set(status).where('id', '=', userId).execute()
  })
}

/** Returns false if the event was already processed. */
export async function countEvent(database: Database, id: string, now: number): Promise<boolean> {
  const counted = await database
    .insertInto('payment_events')
    .values({ id, received_at: now })
    .onConflict((conflict) => conflict.column('id').doNothing())
    .returning('id')
    .executeTakeFirst()
  if (counted === undefined) return false
  await database
    .deleteFrom('payment_events')
    .where('received_at', '<', now - EVENTS_KEPT_MS)
    .execute()
  return true
}

async function saveSubscription(database: Database, subscription: SubscriptionRow): Promise<void> {
  const { id: _, ...changes } = subscription
  await database
    .insertInto('subscriptions')
    .values(subscription)
    .onConflict((conflict) => conflict.column('id').doUpdateSet(changes))
    .execute()
}
