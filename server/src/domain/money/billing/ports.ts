import type { CheckoutStatus, PaidPlanId } from '@vee/contract/http/billing'
import type { Locale } from '@vee/contract/entities/locale'

/** A subscription as reported by the payment provider. */
export interface SubscriptionSnapshot {
  readonly id: string
  readonly customerId: string
  /** the user of the checkout; undefined if the provider does not report one */
  readonly userId: string | undefined
  /** undefined if it is for none of our plans */
  readonly planId: PaidPlanId | undefined
  /** canceled: continues until `paidUntil`; ended: over at `paidUntil` at the latest */
  readonly status: 'incomplete' | 'active' | 'canceled' | 'past_due' | 'ended'
  /** milliseconds since 1970; the end of the current month */
  readonly paidUntil: number | undefined
  /** for an ended one: whether its last month was paid */
  readonly wasPaid: boolean
  /** milliseconds since 1970 */
  readonly createdAt: number
}

export interface CheckoutSnapshot {
  readonly id: string
  readonly status: CheckoutStatus
  readonly userId: string | undefined
  readonly planId: PaidPlanId | undefined
  readonly customerId: string | undefined
  readonly subscriptionId: string | undefined
}

/** A refunded payment. */
interface RefundSnapshot {
  readonly customerId: string | undefined
  /** the provider's id of the charge */
  readonly paymentId: string | undefined
  /** milliseconds since 1970 */
  readonly chargedAt: number
}

/**
 * An event that the provider sends. `at`: time of the event in milliseconds since 1970; several events may
 * have the same time.
 */
export type PaymentEvent = { readonly id: string; readonly at: number } & (
  | { readonly type: 'checkout'; readonly checkout: CheckoutSnapshot }
  | { readonly type: 'subscription'; readonly subscription: SubscriptionSnapshot }
  | {
      readonly type: 'invoice'
      readonly subscriptionId: string
      readonly isPaid: boolean
      /** milliseconds since 1970 */
      readonly paidUntil: number | undefined
    }
  | { readonly type: 'refund'; readonly refund: RefundSnapshot }
  | { readonly type: 'other' }
)

export interface CheckoutSessionOptions {
  readonly planId: PaidPlanId
  readonly userId: string
  readonly email: string
  /** an existing customer of the provider */
  readonly customerId: string | undefined
  readonly locale: Locale
  /** `{CHECKOUT}` is replaced by the checkout's id */
  readonly doneUrl: string
  readonly abandonedUrl: string
}

/**
 * The payment provider. Lookups return undefined for unknown ids; every method throws ProviderFailure if the
 * provider cannot be reached.
 */
export interface PaymentProvider {
  readonly id: string
  /** returns whether this server sells the plan */
  sells(planId: PaidPlanId): boolean
  openCheckout(options: CheckoutSessionOptions): Promise<{ readonly id: string; readonly url: string }>
  /** Closes a checkout for payments and returns its result. */
  closeCheckout(id: string): Promise<CheckoutSnapshot | undefined>
  findCheckout(id: string): Promise<CheckoutSnapshot | undefined>
  findSubscription(id: string): Promise<SubscriptionSnapshot | undefined>
  /** Returns the subscription of a payment. */
  findSubscriptionOfPayment(paymentId: string): Promise<SubscriptionSnapshot | undefined>
  openPortal(customerId: string, returnUrl: string): Promise<{ readonly url: string }>
  /** undefined: this server cannot verify events. The function returns undefined for a forged event. */
  readonly readEvent:
    | ((
        this: void,
        bytes: Uint8Array,
        signature: string | undefined,
        now: number,
      ) => Promise<PaymentEvent | undefined>)
    | undefined
}
