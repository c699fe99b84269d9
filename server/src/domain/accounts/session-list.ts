import type { Session } from '@vee/contract/http/accounts/account'
import {
  deleteOtherSessionRows,
  deleteSessionOf,
  selectSessionRows,
  type SessionRow,
} from '#db/queries/accounts/sessions.ts'
import type { Database } from '#db/schema.ts'
import { notFound } from '../errors/domain-error.ts'
import type { Caller } from './caller.ts'
import { hashOfToken } from './token.ts'

/** Lists and revokes the sessions of a user. `token` is the current session's. */
export interface SessionList {
  /** The current session first, then the newest. */
  list(caller: Caller, token: string): Promise<Session[]>
  /** Throws NOT_FOUND for sessions of other users. */
  end(id: string, caller: Caller): Promise<void>
  endOthers(caller: Caller, token: string): Promise<void>
}

export function createSessionList(database: Database, now: () => number): SessionList {
  return {
    async list(caller, token) {
      const current = hashOfToken(token)
      const sessions = (await selectSessionRows(database, caller.id, now())).map((row) =>
        present(row, current),
      )
      return sessions.toSorted((left, right) => Number(right.isCurrent) - Number(left.isCurrent))
    },

    async end(id, caller) {
      const isThere = !id.includes('\0') && (await deleteSessionOf(database, caller.id, id))
      if (!isThere) throw notFound('session')
    },

    endOthers: (caller, token) => deleteOtherSessionRows(database, caller.id, hashOfToken(token)),
  }
}

function present(row: SessionRow, currentHash: string): Session {
  return {
    id: row.id,
    device: row.device,
    createdAt: new Date(row.created_at).toISOString(),
    lastSeenAt: row.seen_at === null ? null : new Date(row.seen_at).toISOString(),
    expiresAt: new Date(row.expires_at).toISOString(),
    isCurrent: row.token_hash === currentHash,
  }
}
