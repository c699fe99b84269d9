import type { PaidPlanId } from '@vee/contract/http/billing'

/** The latest state of a subscription from the payment provider. */
export interface SubscriptionsTable {
  /** the provider's id */
  readonly id: string
  readonly user_id: string
  /** the customer that the provider charges */
  readonly customer_id: string
  readonly plan_id: PaidPlanId
  /** incomplete: no first payment; canceled: active until `paid_until`; ended: over */
  readonly status: 'incomplete' | 'active' | 'canceled' | 'past_due' | 'ended'
  /** milliseconds since 1970; the end of the paid or due month; null if the provider has not sent it */
  readonly paid_until: number | null
  /** milliseconds since 1970; the end of the latest refunded month; null if none was refunded */
  readonly refunded_until: number | null
  /** milliseconds since 1970 by the provider's clock: the time of this state */
  readonly as_of: number
}
