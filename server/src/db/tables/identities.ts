/** A person's account elsewhere that opens their account here. */
export interface IdentitiesTable {
  /** who vouches for it: the address of the issuer */
  readonly issuer: string
  /** the issuer's own name for the person, which never changes */
  readonly subject: string
  readonly user_id: string
  /** milliseconds since 1970 */
  readonly created_at: number
}
