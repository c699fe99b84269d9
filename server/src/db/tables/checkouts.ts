import type { CheckoutStatus, PaidPlanId } from '@vee/contract/http/billing'

/** A visit to the payment provider's checkout page. */
export interface CheckoutsTable {
  /** the provider's id */
  readonly id: string
  readonly user_id: string
  readonly plan_id: PaidPlanId
  readonly status: CheckoutStatus
  /** milliseconds since 1970 */
  readonly created_at: number
}
