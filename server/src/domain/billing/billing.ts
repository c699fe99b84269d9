import type { Locale } from '@vee/contract/entities/locale'
import type { CheckoutStatus, PaidPlanId } from '@vee/contract/http/billing'
import {
  findCheckout,
  insertCheckout,
  listPendingCheckouts,
  listSubscriptions,
  setCheckoutStatus,
} from '#db/queries/billing.ts'
import type { Database } from '#db/schema.ts'
import type { Caller } from '../accounts/index.ts'
import { Refusal } from '../refusal.ts'
import { createBookkeeping } from './bookkeeping.ts'
import type { PaymentProvider } from './ports.ts'
import { isLive } from './standing.ts'

/** How often the provider is asked about one checkout at most: pages ask every second or two. */
const ASK_EVERY_MS = 2_000

export interface BillingDependencies {
  readonly database: Database
  /** undefined: nothing can be paid here */
  readonly provider: PaymentProvider | undefined
  /** the signed-in caller behind a token; refuses a dead one with SESSION_EXPIRED */
  readonly callerOf: (token: string, ip: string) => Promise<Caller>
  /** where people reach this server; undefined when the host did not say */
  readonly publicUrl: string | undefined
  /** told of what went wrong where nobody waits for it */
  readonly onFailure: (failure: unknown) => void
  /** milliseconds since 1970 */
  readonly now: () => number
}

interface CheckoutWish {
  readonly planId: PaidPlanId
  /** of a session that is not the page's own, as in registration (decision A007) */
  readonly token: string | undefined
  readonly caller: Caller
  readonly locale: Locale
  /** scheme, host and port that the request was sent to */
  readonly origin: string
}

interface PortalWish {
  readonly caller: Caller
  readonly locale: Locale
  readonly origin: string
}

/** Paid plans. Money moves at the provider alone; what is known here comes from its signed events and from asking it (decision A059). */
export interface Billing {
  sells(planId: PaidPlanId): boolean
  /** Refuses with BILLING_UNAVAILABLE, UNAUTHORIZED, SESSION_EXPIRED, FORBIDDEN, or VALIDATION for whoever pays already. */
  checkout(wish: CheckoutWish): Promise<{ readonly id: string; readonly url: string }>
  /** Refuses with BILLING_UNAVAILABLE or NOT_FOUND. */
  status(id: string): Promise<{
    readonly id: string
    readonly status: CheckoutStatus
    readonly planId: PaidPlanId
  }>
  /** Counts an event once. Refuses one that is not the provider's with VALIDATION. */
  receive(bytes: Uint8Array, signature: string | undefined): Promise<void>
  /** Refuses with BILLING_UNAVAILABLE, FORBIDDEN or NOT_FOUND. */
  portal(wish: PortalWish): Promise<{ readonly url: string }>
  /** Asks the provider about subscriptions whose month is over though nothing was heard of the next. */
  refresh(): Promise<void>
}

export function createBilling(dependencies: BillingDependencies): Billing {
  const { database, provider, callerOf, publicUrl, onFailure, now } = dependencies
  const books = createBookkeeping({ database, provider, now })
  const lastAsked = new Map<string, number>()

  function configured(): PaymentProvider {
    if (provider) return provider
    throw new Refusal('BILLING_UNAVAILABLE', 'Payment is not set up on this server.')
  }

  /** Nobody can pay twice: what is open is closed, and what was paid meanwhile counts. */
  async function closeOpenCheckouts(userId: string): Promise<void> {
    for (const { id } of await listPendingCheckouts(database, userId)) {
      const snapshot = await configured().closeCheckout(id)
      await (snapshot ? books.tellCheckout(snapshot) : setCheckoutStatus(database, id, 'expired'))
    }
  }

  return {
    sells: (planId) => provider?.sells(planId) ?? false,

    async checkout({ planId, token, caller: asking, locale, origin }) {
      if (!configured().sells(planId)) {
        throw new Refusal('BILLING_UNAVAILABLE', 'This plan is not sold on this server.')
      }
      const caller = token === undefined ? asking : await callerOf(token, asking.ip)
      const { userId, email } = payerOf(caller)
      await closeOpenCheckouts(userId)
      const subscriptions = await listSubscriptions(database, userId)
      if (subscriptions.some((subscription) => isLive(subscription, now()))) {
        const message = 'You have a subscription already; change it on the page of the payment provider.'
        throw new Refusal('VALIDATION', message, { details: [{ path: 'planId', message }] })
      }
      const base = `${publicUrl ?? origin}/${locale}`
      const places =
        token === undefined
          ? {
              doneUrl: `${base}/settings?checkout={CHECKOUT}#billing`,
              abandonedUrl: `${base}/settings?checkout=abandoned#billing`,
            }
          : {
              doneUrl: `${base}/register/success?checkout={CHECKOUT}`,
              abandonedUrl: `${base}/register/payment?checkout=abandoned`,
            }
      const opened = await configured().openCheckout({
        planId,
        userId,
        email,
        customerId: latestCustomerOf(subscriptions),
        locale,
        ...places,
      })
      const row = { id: opened.id, user_id: userId, plan_id: planId, status: 'pending' as const }
      await insertCheckout(database, { ...row, created_at: now() })
      return opened
    },

    async status(id) {
      const payments = configured()
      const known = await findCheckout(database, id)
      if (!known) throw new Refusal('NOT_FOUND', 'There is no such checkout.')
      const isDue = now() - (lastAsked.get(id) ?? 0) >= ASK_EVERY_MS
      if (known.status !== 'pending' || !isDue) return { id, status: known.status, planId: known.plan_id }
      lastAsked.set(id, now())
      try {
        const snapshot = await payments.findCheckout(id)
        if (snapshot && snapshot.status !== 'pending') {
          await books.tellCheckout(snapshot)
          lastAsked.delete(id)
        }
      } catch (failure) {
        // The event will tell; until then it is pending.
        onFailure(failure)
      }
      const row = (await findCheckout(database, id)) ?? known
      return { id, status: row.status, planId: row.plan_id }
    },

    async receive(bytes, signature) {
      const { readEvent } = configured()
      if (!readEvent) throw new Refusal('BILLING_UNAVAILABLE', 'Events cannot be verified on this server.')
      const event = await readEvent(bytes, signature, now())
      if (!event) throw new Refusal('VALIDATION', 'The signature does not belong to this event.')
      await books.tellEvent(event)
    },

    async portal({ caller, locale, origin }) {
      const payments = configured()
      const { userId } = payerOf(caller)
      const customer = latestCustomerOf(await listSubscriptions(database, userId))
      if (customer === undefined) throw new Refusal('NOT_FOUND', 'There is no subscription to manage.')
      return payments.openPortal(customer, `${publicUrl ?? origin}/${locale}/settings#billing`)
    },

    async refresh() {
      if (provider) await books.refresh().catch(onFailure)
    },
  }
}

function payerOf(caller: Caller): { readonly userId: string; readonly email: string } {
  if (caller.kind === 'visitor') throw new Refusal('UNAUTHORIZED', 'Sign in to pay for a plan.')
  const { email } = caller.user
  if (caller.kind === 'global' || email === null) {
    throw new Refusal('FORBIDDEN', 'Shared access has nothing to pay; sign in to an account of your own.')
  }
  return { userId: caller.id, email }
}

function latestCustomerOf(
  subscriptions: readonly { readonly customer_id: string; readonly as_of: number }[],
): string | undefined {
  return subscriptions.toSorted((a, b) => b.as_of - a.as_of)[0]?.customer_id
}
