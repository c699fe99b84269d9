import type { Selectable } from 'kysely'
import type { Database } from '../schema.ts'
import type { SessionsTable } from '../tables/sessions.ts'

export type SessionRow = Selectable<SessionsTable>

/** Keeps a new session and forgets the expired ones. */
export async function insertSession(database: Database, session: SessionRow): Promise<void> {
  await database.deleteFrom('sessions').where('expires_at', '<=', session.created_at).execute()
  await database.insertInto('sessions').values(session).execute()
}

export function findLiveSession(
  database: Database,
  tokenHash: string,
  now: number,
): Promise<SessionRow | undefined> {
  return database
    .selectFrom('sessions')
    .selectAll()
    .where('token_hash', '=', tokenHash)
    .where('expires_at', '>', now)
    .executeTakeFirst()
}

export async function deleteSession(database: Database, tokenHash: string): Promise<void> {
  await database.deleteFrom('sessions').where('token_hash', '=', tokenHash).execute()
}
