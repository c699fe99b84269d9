import { DAY_MS } from '@vee/contract/time/durations'
import { randomUUID } from 'node:crypto'
import type { TokenProvider } from '@vee/contract/entities/accounts/user'
import type { SessionRow } from '#db/queries/accounts/sessions.ts'
import { hashOfToken, newToken } from './token.ts'

const REMEMBERED_SESSION_MS = 30 * DAY_MS
const SESSION_MS = 12 * 3_600_000

interface SessionOptions {
  readonly userId: string
  readonly tokenProvider: TokenProvider
  /** keep the session for 30 days instead of 12 hours */
  readonly remember: boolean
  /** milliseconds since 1970 */
  readonly now: number
}

/** Returns a session that is not stored yet, with the only copy of its token. */
export function newSession({ userId, tokenProvider, remember, now }: SessionOptions): {
  readonly token: string
  readonly session: SessionRow
} {
  const token = newToken()
  const session = {
    id: randomUUID(),
    token_hash: hashOfToken(token),
    user_id: userId,
    token_provider: tokenProvider,
    created_at: now,
    expires_at: now + (remember ? REMEMBERED_SESSION_MS : SESSION_MS),
    device: null,
    seen_at: null,
  }
  return { token, session }
}
