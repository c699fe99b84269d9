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
import { DomainError } from '../domain-error.ts'
import type { Bookkeeping } from './bookkeeping.ts'
import type { PaymentProvider } from './ports.ts'
import { isLive } from './subscription-status.ts'

interface CheckoutDesk {
  readonly database: Database
  readonly provider: PaymentProvider
  readonly books: Bookkeeping
  /** milliseconds since 1970 */
  readonly now: () => number
}

interface Wish {
  readonly planId: PaidPlanId
  readonly userId: string
  readonly email: string
  readonly locale: Locale
  /** where the page of that language is, without a slash at the end */
  readonly page: string
  /** whether the person is on the way through registration */
  readonly isRegistering: boolean
}

/** Opens the one checkout of a user. Refuses whoever pays already with VALIDATION. */
export async function openCheckout(
  desk: CheckoutDesk,
  wish: Wish,
): Promise<{ readonly id: string; readonly url: string }> {
  const { database, provider, now } = desk
  const { planId, userId, email, locale } = wish
  await close(desk, await listPendingCheckouts(database, userId))
  const subscriptions = await assertNotSubscribed(desk, userId)
  const customerId = latestCustomerOf(subscriptions)
  const opened = await provider.openCheckout({
    planId,
    userId,
    email,
    customerId,
    locale,
    ...waysBack(wish),
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
    // Asked for twice at once: of all of them only the last to be written down stays open.
    await close(desk, meanwhile)
    await assertNotSubscribed(desk, userId).catch(async (refusal: unknown) => {
      await close(desk, [row])
      throw refusal
    })
  }
  return opened
}

async function assertNotSubscribed(
  { database, now }: CheckoutDesk,
  userId: string,
): Promise<readonly SubscriptionRow[]> {
  const subscriptions = await listSubscriptions(database, userId)
  if (!subscriptions.some((subscription) => isLive(subscription, now()))) return subscriptions
  const message = 'You have a subscription already; change it on the page of the payment provider.'
  throw new DomainError('VALIDATION', message, { details: [{ path: 'planId', message }] })
}

/** Nobody can pay twice: what is open is closed, and what was paid meanwhile counts. */
async function close(
  { database, provider, books }: CheckoutDesk,
  checkouts: readonly CheckoutRow[],
): Promise<void> {
  for (const { id } of checkouts) {
    const snapshot = await provider.closeCheckout(id)
    await (snapshot ? books.tellCheckout(snapshot) : setCheckoutStatus(database, id, 'expired'))
  }
}

const waysBack = ({ page, isRegistering }: Wish) =>
  isRegistering
    ? {
        doneUrl: `${page}/register/success?checkout={CHECKOUT}`,
        abandonedUrl: `${page}/register/payment?checkout=abandoned`,
      }
    : {
        doneUrl: `${page}/settings?checkout={CHECKOUT}#billing`,
        abandonedUrl: `${page}/settings?checkout=abandoned#billing`,
      }

/** Whom the provider charged last; undefined when nobody. */
export function latestCustomerOf(subscriptions: readonly SubscriptionRow[]): string | undefined {
  return subscriptions.toSorted((a, b) => b.as_of - a.as_of)[0]?.customer_id
}
