import type { CheckoutStatus, PaidPlanId } from '@vee/contract/http/billing'
import type { Locale } from '@vee/contract/entities/locale'

/** A subscription as the provider sees it. */
export interface SubscriptionSnapshot {
  readonly id: string
  readonly customerId: string
  /** whom the checkout was opened for; undefined when the provider does not say */
  readonly userId: string | undefined
  /** undefined when it is for none of our plans */
  readonly planId: PaidPlanId | undefined
  /** canceled: it goes on to `paidUntil`; ended: it is over, at the latest then */
  readonly status: 'incomplete' | 'active' | 'canceled' | 'past_due' | 'ended'
  /** milliseconds since 1970; the end of the current month */
  readonly paidUntil: number | undefined
  /** of one that has ended: whether its last month was paid for */
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

/** A payment that went back. */
interface RefundSnapshot {
  readonly customerId: string | undefined
  /** what was charged, as the provider names it */
  readonly paymentId: string | undefined
  /** milliseconds since 1970 */
  readonly chargedAt: number
}

/** What the provider tells by itself. `at`: milliseconds since 1970, when it happened; several may have happened at once. */
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

export interface CheckoutOrder {
  readonly planId: PaidPlanId
  readonly userId: string
  readonly email: string
  /** a customer that the provider knows already */
  readonly customerId: string | undefined
  readonly locale: Locale
  /** `{CHECKOUT}` in it becomes the checkout's id */
  readonly doneUrl: string
  readonly abandonedUrl: string
}

/**
 * Who takes the money. Finding gives undefined where the provider knows of no such thing; everything fails with a
 * ProviderFailure when the provider cannot be asked.
 */
export interface PaymentProvider {
  readonly id: string
  /** whether this server sells the plan */
  sells(planId: PaidPlanId): boolean
  openCheckout(order: CheckoutOrder): Promise<{ readonly id: string; readonly url: string }>
  /** Lets nobody pay there any more, and says how it went. */
  closeCheckout(id: string): Promise<CheckoutSnapshot | undefined>
  findCheckout(id: string): Promise<CheckoutSnapshot | undefined>
  findSubscription(id: string): Promise<SubscriptionSnapshot | undefined>
  /** The subscription that a payment was for. */
  findSubscriptionOfPayment(paymentId: string): Promise<SubscriptionSnapshot | undefined>
  openPortal(customerId: string, returnUrl: string): Promise<{ readonly url: string }>
  /** undefined: this server cannot tell whether an event is the provider's. The function gives undefined for a forged one. */
  readonly readEvent:
    | ((
        this: void,
        bytes: Uint8Array,
        signature: string | undefined,
        now: number,
      ) => Promise<PaymentEvent | undefined>)
    | undefined
}
