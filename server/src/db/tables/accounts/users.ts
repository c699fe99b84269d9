import type { Generated } from 'kysely'
import type { PlanId, User } from '@vee/contract/entities/accounts/user'

/** A member's account. */
export interface UsersTable {
  readonly id: string
  /** normalized with `plainEmail`; unique */
  readonly email: string
  /** argon2id, with its salt and cost */
  readonly password_hash: string
  readonly display_name: string | null
  /** the plan they chose; their rights also depend on the subscription */
  readonly plan_id: PlanId
  readonly subscription_status: User['subscription']['status']
  /** milliseconds since 1970; the end of the paid period */
  readonly renews_at: number | null
  /** the plan that the host assigned, independent of payments; null: their own */
  readonly plan_override: Generated<PlanId | null>
  /** milliseconds since 1970; since then the host has disabled the account */
  readonly disabled_at: Generated<number | null>
  /** milliseconds since 1970; when the terms were accepted */
  readonly terms_accepted_at: number
  /** milliseconds since 1970 */
  readonly created_at: number
}
