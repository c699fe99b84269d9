/** An email domain that an organization claims. */
export interface OrganizationDomainsTable {
  readonly id: string
  readonly organization_id: string
  /** lower case, as in DNS */
  readonly domain: string
  /** the required content of its TXT record */
  readonly token: string
  /** milliseconds since 1970 */
  readonly created_at: number
  /** milliseconds since 1970; null: claimed, but not verified */
  readonly verified_at: number | null
}

/** A token with which a directory manages an organization's members by SCIM. */
export interface ScimTokensTable {
  readonly organization_id: string
  readonly token_hash: string
  /** milliseconds since 1970 */
  readonly created_at: number
  /** milliseconds since 1970, rounded to the hour */
  readonly used_at: number | null
}

/** A directory's data about a user; whether they have a seat follows from the members. */
export interface ScimUsersTable {
  readonly organization_id: string
  readonly user_id: string
  /** the directory's own id */
  readonly external_id: string | null
  readonly display_name: string | null
  readonly given_name: string | null
  readonly family_name: string | null
  /** milliseconds since 1970 */
  readonly created_at: number
  /** milliseconds since 1970 */
  readonly updated_at: number
}
