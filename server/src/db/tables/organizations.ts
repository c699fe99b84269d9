import type { Locale } from '@vee/contract/entities/locale'
import type { AuditAction, Role } from '@vee/contract/entities/teams/organization'

/** Members who share a pool. */
export interface OrganizationsTable {
  readonly id: string
  readonly name: string
  /** the member whose plan pays for it: the founder, or the admin who took over */
  readonly payer_id: string
  readonly seat_limit: number
  /** what members use after the pool or their limit is used up */
  readonly after_pool: 'own' | 'stop'
  /** whether members may make links with which anyone can read */
  readonly allows_links: 0 | 1
  /** the founder's: the language of mail without a request */
  readonly locale: Locale
  /** milliseconds since 1970 */
  readonly created_at: number
}

/** A taken seat. */
export interface OrganizationMembersTable {
  readonly organization_id: string
  readonly user_id: string
  readonly role: Role
  /** daily limit in tokens of the pool; null: none */
  readonly daily_token_limit: number | null
  /** milliseconds since 1970 */
  readonly joined_at: number
}

/** A reserved seat. Its token is stored in plain text, because admins may copy the link again. */
export interface OrganizationInvitesTable {
  readonly id: string
  readonly organization_id: string
  /** normalized with `plainEmail` */
  readonly email: string
  readonly role: Role
  readonly status: 'pending' | 'accepted' | 'revoked'
  readonly token: string
  /** milliseconds since 1970 */
  readonly created_at: number
  /** milliseconds since 1970; a pending one is expired from then on */
  readonly expires_at: number
}

/** The endpoints of language models that an organization brings for its members. */
export interface OrganizationEndpointsTable {
  readonly organization_id: string
  /** JSON of the list in order of preference; keys and headers are sealed */
  readonly endpoints: string
  /** increases with every change of the list */
  readonly revision: number
}

/** The organization that a user chose to spend from; without a row it is the first one they joined. */
export interface ActiveOrganizationsTable {
  readonly user_id: string
  /** null: deliberately none */
  readonly organization_id: string | null
}

/** The audit log of organizations. Append-only; entries outlive their subjects. */
export interface OrganizationAuditTable {
  /** sorts in the order of creation */
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
