import type { Locale } from '@vee/contract/entities/locale'
import type { CheckoutStatus, PaidPlanId } from '@vee/contract/http/billing'
import { findCheckout, listSubscriptions } from '#db/queries/billing.ts'
import type { Database } from '#db/schema.ts'
import type { Caller } from '../../accounts/index.ts'
import { DomainError, notFound } from '../../errors/domain-error.ts'
import { Bookkeeping } from './bookkeeping.ts'
import { latestCustomerOf, openCheckout } from './open-checkout.ts'
import type { PaymentProvider } from './ports.ts'

/** Minimum interval between polls of one checkout, in ms; pages poll every second or two. */
const ASK_EVERY_MS = 2_000

export interface BillingDependencies {
  readonly database: Database
  /** undefined: payments are disabled */
  readonly provider: PaymentProvider | undefined
  /** returns the signed-in caller of a token; throws SESSION_EXPIRED for an invalid one */
  readonly callerOf: (token: string, ip: string) => Promise<Caller>
  /** the URL at which users reach this server; undefined if the host did not configure it */
  readonly publicUrl: string | undefined
  /** called with errors of background work */
  readonly onFailure: (failure: unknown) => void
  /** milliseconds since 1970 */
  readonly now: () => number
}

interface CheckoutOptions {
  readonly planId: PaidPlanId
  /** of a session other than the page's, as during registration */
  readonly token: string | undefined
  readonly caller: Caller
  readonly locale: Locale
  /** scheme, host and port of the request */
  readonly origin: string
}

interface PortalOptions {
  readonly caller: Caller
  readonly locale: Locale
  readonly origin: string
}

/**
 * Paid plans. Only the payment provider handles money; the state here comes from its signed events and from
 * polling, so that it is correct even if events are lost.
 */
export interface Billing {
  sells(planId: PaidPlanId): boolean
  /**
   * Throws BILLING_UNAVAILABLE, UNAUTHORIZED, SESSION_EXPIRED, FORBIDDEN, or VALIDATION for a user with an
   * active subscription.
   */
  checkout(options: CheckoutOptions): Promise<{ readonly id: string; readonly url: string }>
  /** Throws BILLING_UNAVAILABLE or NOT_FOUND. */
  status(id: string): Promise<{
    readonly id: string
    readonly status: CheckoutStatus
    readonly planId: PaidPlanId
  }>
  /** Processes an event once. Throws VALIDATION if it was not signed by the provider. */
  receive(bytes: Uint8Array, signature: string | undefined): Promise<void>
  /** Throws BILLING_UNAVAILABLE, FORBIDDEN or NOT_FOUND. */
  portal(options: PortalOptions): Promise<{ readonly url: string }>
  /** Polls the provider for subscriptions whose month has ended without an event about the next one. */
  refresh(signal?: AbortSignal): Promise<void>
}

export function createBilling(dependencies: BillingDependencies): Billing {
  const { database, provider, callerOf, publicUrl, onFailure, now } = dependencies
  const bookkeeping = provider && new Bookkeeping({ database, provider, now })
  const lastAsked = new Map<string, number>()

  function configured() {
    if (provider && bookkeeping) return { provider, bookkeeping }
    throw new DomainError('BILLING_UNAVAILABLE', 'Payment is not set up on this server.')
  }

  async function refresh(id: string): Promise<void> {
    const { provider, bookkeeping } = configured()
    lastAsked.set(id, now())
    const snapshot = await provider.findCheckout(id)
    if (snapshot === undefined || snapshot.status === 'pending') return
    lastAsked.delete(id)
    await bookkeeping.recordCheckout(snapshot)
  }

  return {
    sells: (planId) => provider?.sells(planId) ?? false,

    async checkout({ planId, token, caller: buyer, locale, origin }) {
      const checkoutDependencies = { ...configured(), database, now }
      if (!checkoutDependencies.provider.sells(planId)) {
        throw new DomainError('BILLING_UNAVAILABLE', 'This plan is not sold on this server.')
      }
      const caller = token === undefined ? buyer : await callerOf(token, buyer.ip)
      const page = `${publicUrl ?? origin}/${locale}`
      return openCheckout(checkoutDependencies, {
        ...payerOf(caller),
        planId,
        locale,
        page,
        isRegistering: token !== undefined,
      })
    },

    async status(id) {
      configured()
      const checkout = await findCheckout(database, id)
      if (!checkout) throw notFound('checkout')
      const isDue = now() - (lastAsked.get(id) ?? 0) >= ASK_EVERY_MS
      // Without a response it is pending until an event arrives.
      if (checkout.status !== 'pending') lastAsked.delete(id)
      else if (isDue) await refresh(id).catch(onFailure)
      const { status, plan_id: planId } = (await findCheckout(database, id)) ?? checkout
      return { id, status, planId }
    },

    async receive(bytes, signature) {
      const { provider, bookkeeping } = configured()
      if (!provider.readEvent) {
        throw new DomainError('BILLING_UNAVAILABLE', 'Events cannot be verified on this server.')
      }
      const event = await provider.readEvent(bytes, signature, now())
      if (!event) throw new DomainError('VALIDATION', 'The signature does not belong to this event.')
      await bookkeeping.recordEvent(event)
    },

    async portal({ caller, locale, origin }) {
      const { provider } = configured()
      const { userId } = payerOf(caller)
      const customer = latestCustomerOf(await listSubscriptions(database, userId))
      if (customer === undefined) throw new DomainError('NOT_FOUND', 'There is no subscription to manage.')
      return provider.openPortal(customer, `${publicUrl ?? origin}/${locale}/settings#billing`)
    },

    async refresh(signal) {
      await bookkeeping?.refresh(signal)
    },
  }
}

function payerOf(caller: Caller): { readonly userId: string; readonly email: string } {
  if (caller.kind === 'visitor') throw new DomainError('UNAUTHORIZED', 'Sign in to pay for a plan.')
  const { email } = caller.user
  if (caller.kind === 'passphrase' || email === null) {
    throw new DomainError('FORBIDDEN', 'Shared access has nothing to pay; sign in to an account of your own.')
  }
  return { userId: caller.id, email }
}
