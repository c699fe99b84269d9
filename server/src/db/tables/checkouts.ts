import type { CheckoutStatus, PaidPlanId } from '@vee/contract/http/billing'

/** A visit to the payment provider's page. */
export interface CheckoutsTable {
  /** as the provider names it */
  readonly id: string
  readonly user_id: string
  readonly plan_id: PaidPlanId
  readonly status: CheckoutStatus
  /** milliseconds since 1970 */
  readonly created_at: number
}
