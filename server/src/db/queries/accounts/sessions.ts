import type { Selectable } from 'kysely'
import { sessionsOf, publishChange } from '../../change-events.ts'
import { prepareQuery } from '../../prepare-query.ts'
import type { Database } from '../../schema.ts'
import type { SessionsTable } from '../../tables/accounts/sessions.ts'

export type SessionRow = Selectable<SessionsTable>

/** Stores a new session and deletes expired ones. */
export async function insertSession(database: Database, session: SessionRow): Promise<void> {
  await database.deleteFrom('sessions').where('expires_at', '<=', session.created_at).execute()
  await database.insertInto('sessions').values(session).execute()
}

const liveSession = prepareQuery((database, { tokenHash, now }: { tokenHash: string; now: number }) =>
  database
    .selectFrom('sessions')
    .selectAll()
    .where('token_hash', '=', tokenHash)
    .where('expires_at', '>', now),
)

export async function findLiveSession(
  database: Database,
  tokenHash: string,
  now: number,
): Promise<SessionRow | undefined> {
  const { rows } = await liveSession(database, { tokenHash, now })
  return rows[0]
}

export async function deleteSessionRow(database: Database, tokenHash: string): Promise<void> {
  const removed = await database
    .deleteFrom('sessions')
    .where('token_hash', '=', tokenHash)
    .returning('user_id')
    .executeTakeFirst()
  if (removed) publishChange(database, sessionsOf(removed.user_id))
}

/** Lists valid sessions, newest first. */
export function selectSessionRows(database: Database, userId: string, now: number): Promise<SessionRow[]> {
  return database
    .selectFrom('sessions')
    .selectAll()
    .where('user_id', '=', userId)
    .where('expires_at', '>', now)
    .orderBy('created_at', 'desc')
    .orderBy('id')
    .execute()
}

export async function markSeen(
  database: Database,
  tokenHash: string,
  lastUse: Pick<SessionRow, 'device' | 'seen_at'>,
): Promise<void> {
  await database.updateTable('sessions').set(lastUse).where('token_hash', '=', tokenHash).execute()
}

/** Deletes one session of the user. Returns false if there is none with this id. */
export async function deleteSessionOf(database: Database, userId: string, id: string): Promise<boolean> {
  const { numDeletedRows } = await database
    .deleteFrom('sessions')
    .where('user_id', '=', userId)
    .where('id', '=', id)
    .executeTakeFirst()
  publishChange(database, sessionsOf(userId))
  return numDeletedRows > 0n
}

/** Deletes all sessions of the user except one. */
export async function deleteOtherSessionRows(
  database: Database,
  userId: string,
  keptTokenHash: string,
): Promise<void> {
  await database
    .deleteFrom('sessions')
    .where('user_id', '=', userId)
    .where('token_hash', '!=', keptTokenHash)
    .execute()
  publishChange(database, sessionsOf(userId))
}
