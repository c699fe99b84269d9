/** An account at an identity provider that opens an account here. */
export interface IdentitiesTable {
  /** the URL of the issuer */
  readonly issuer: string
  /** the issuer's id of the user, which never changes */
  readonly subject: string
  readonly user_id: string
  /** milliseconds since 1970 */
  readonly created_at: number
}
