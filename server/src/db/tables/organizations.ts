import type { Locale } from '@vee/contract/entities/locale'
import type { AuditAction, Role } from '@vee/contract/entities/organization'

/** People who share a pool. */
export interface OrganizationsTable {
  readonly id: string
  readonly name: string
  /** whose plan pays for it: the founder, or the admin who took over from them */
  readonly payer_id: string
  readonly seat_limit: number
  /** where members go on when the pool, or their share of it, is used up */
  readonly after_pool: 'own' | 'stop'
  /** of the founder: the language of mail that nobody asked for */
  readonly locale: Locale
  /** milliseconds since 1970 */
  readonly created_at: number
}

/** A seat that someone has taken. */
export interface OrganizationMembersTable {
  readonly organization_id: string
  readonly user_id: string
  readonly role: Role
  /** tokens of the pool in a day; null: as much as there is */
  readonly daily_token_limit: number | null
  /** milliseconds since 1970 */
  readonly joined_at: number
}

/** A seat that is kept for someone. Its token is kept as it is: admins may copy the link again. */
export interface OrganizationInvitesTable {
  readonly id: string
  readonly organization_id: string
  /** as `plainEmail` writes it */
  readonly email: string
  readonly role: Role
  readonly status: 'pending' | 'accepted' | 'revoked'
  readonly token: string
  /** milliseconds since 1970 */
  readonly created_at: number
  /** milliseconds since 1970; a pending one is expired from then on */
  readonly expires_at: number
}

/** The organization that a person has chosen to spend from; without a row it is the one they joined first. */
export interface ActiveOrganizationsTable {
  readonly user_id: string
  /** null: none, by choice */
  readonly organization_id: string | null
}

/** What was done, and by whom. Rows are added and read, never changed, and outlive what they tell of. */
export interface OrganizationAuditTable {
  /** sorts in the order of the acts */
  readonly id: string
  readonly organization_id: string
  /** milliseconds since 1970 */
  readonly at: number
  readonly actor_id: string
  readonly actor_email: string
  readonly action: AuditAction
  readonly target: string
  /** JSON of a text, a number or null */
  readonly before: string
  /** JSON of a text, a number or null */
  readonly after: string
}
