import type { Locale } from '@vee/contract/entities/locale'
import type { PaidPlanId } from '@vee/contract/http/billing'
import {
  type CheckoutRow,
  insertCheckout,
  listPendingCheckouts,
  listSubscriptions,
  setCheckoutStatus,
  type SubscriptionRow,
} from '#db/queries/billing.ts'
import type { Database } from '#db/schema.ts'
import { DomainError } from '../../errors/domain-error.ts'
import type { Bookkeeping } from './bookkeeping.ts'
import type { PaymentProvider } from './ports.ts'
import { isLive } from './subscription-status.ts'

interface CheckoutDependencies {
  readonly database: Database
  readonly provider: PaymentProvider
  readonly bookkeeping: Bookkeeping
  /** milliseconds since 1970 */
  readonly now: () => number
}

interface CheckoutRequest {
  readonly planId: PaidPlanId
  readonly userId: string
  readonly email: string
  readonly locale: Locale
  /** URL of the page in that language, without a trailing slash */
  readonly page: string
  /** whether the user is registering */
  readonly isRegistering: boolean
}

/** Opens the only checkout of a user. Throws VALIDATION for a user with an active subscription. */
export async function openCheckout(
  dependencies: CheckoutDependencies,
  request: CheckoutRequest,
): Promise<{ readonly id: string; readonly url: string }> {
  const { database, provider, now } = dependencies
  const { planId, userId, email, locale } = request
  await close(dependencies, await listPendingCheckouts(database, userId))
  const subscriptions = await assertNotSubscribed(dependencies, userId)
  const customerId = latestCustomerOf(subscriptions)
  const opened = await provider.openCheckout({
    planId,
    userId,
    email,
    customerId,
    locale,
    ...waysBack(request),
  })
  const row: CheckoutRow = {
    id: opened.id,
    user_id: userId,
    plan_id: planId,
    status: 'pending',
    created_at: now(),
  }
  const meanwhile = await insertCheckout(database, row)
  if (meanwhile.length > 0) {
    // With concurrent requests, only the last recorded checkout remains open.
    await close(dependencies, meanwhile)
    await assertNotSubscribed(dependencies, userId).catch(async (error: unknown) => {
      await close(dependencies, [row])
      throw error
    })
  }
  return opened
}

async function assertNotSubscribed(
  { database, now }: CheckoutDependencies,
  userId: string,
): Promise<readonly SubscriptionRow[]> {
  const subscriptions = await listSubscriptions(database, userId)
  if (!subscriptions.some((subscription) => isLive(subscription, now()))) return subscriptions
  const message = 'You have a subscription already; change it on the page of the payment provider.'
  throw new DomainError('VALIDATION', message, { details: [{ path: 'planId', message }] })
}

/** Prevents double payments: closes open checkouts, and processes those paid in the meantime. */
async function close(
  { database, provider, bookkeeping }: CheckoutDependencies,
  checkouts: readonly CheckoutRow[],
): Promise<void> {
  for (const { id } of checkouts) {
    const snapshot = await provider.closeCheckout(id)
    await (snapshot ? bookkeeping.recordCheckout(snapshot) : setCheckoutStatus(database, id, 'expired'))
  }
}

const waysBack = ({ page, isRegistering }: CheckoutRequest) =>
  isRegistering
    ? {
        doneUrl: `${page}/register/success?checkout={CHECKOUT}`,
        abandonedUrl: `${page}/register/payment?checkout=abandoned`,
      }
    : {
        doneUrl: `${page}/settings?checkout={CHECKOUT}#billing`,
        abandonedUrl: `${page}/settings?checkout=abandoned#billing`,
      }

/** Returns the customer of the latest subscription; undefined if there is none. */
export function latestCustomerOf(subscriptions: readonly SubscriptionRow[]): string | undefined {
  return subscriptions.toSorted((a, b) => b.as_of - a.as_of)[0]?.customer_id
}
