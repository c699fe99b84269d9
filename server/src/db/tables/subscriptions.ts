import type { PaidPlanId } from '@vee/contract/http/billing'

/** What the payment provider last said of a subscription. */
export interface SubscriptionsTable {
  /** as the provider names it */
  readonly id: string
  readonly user_id: string
  /** whom the provider charges */
  readonly customer_id: string
  readonly plan_id: PaidPlanId
  /** incomplete: its first payment has not come; canceled: it goes on to `paid_until`; ended: it is over */
  readonly status: 'incomplete' | 'active' | 'canceled' | 'past_due' | 'ended'
  /** milliseconds since 1970; the end of the month that is, or should be, paid for; null while the provider has not said */
  readonly paid_until: number | null
  /** milliseconds since 1970; the month that ends then has been paid back; null when none has */
  readonly refunded_until: number | null
  /** milliseconds since 1970 by the provider's clock: when all this was so */
  readonly as_of: number
}
