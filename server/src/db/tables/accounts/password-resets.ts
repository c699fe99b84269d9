/** A link that sets a new password, once. Its token is never stored, only the SHA-256. */
export interface PasswordResetsTable {
  /** lower-case hex */
  readonly token_hash: string
  readonly user_id: string
  /** milliseconds since 1970 */
  readonly expires_at: number
}
