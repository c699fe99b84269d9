import type { TokenProvider } from '@vee/contract/entities/accounts/user'

/** A sign-in. The token itself is never stored, only its SHA-256. */
export interface SessionsTable {
  readonly id: string
  /** lower-case hex */
  readonly token_hash: string
  readonly user_id: string
  readonly token_provider: TokenProvider
  /** milliseconds since 1970 */
  readonly created_at: number
  /** milliseconds since 1970 */
  readonly expires_at: number
  /** browser and system as display names; null if not known */
  readonly device: string | null
  /** milliseconds since 1970, rounded to the hour; null before its first request */
  readonly seen_at: number | null
}
