import { setImmediate } from 'node:timers/promises'
import type { Selectable } from 'kysely'
import type { Database } from '../../schema.ts'
import type { KnowledgeVectorsTable } from '../../tables/knowledge.ts'

export type KnowledgeVectorsRow = Selectable<KnowledgeVectorsTable>

/** Records that a member searches, so that their passages are embedded from `dueAt` on. */
export async function noteSearch(
  database: Database,
  userId: string,
  now: number,
  dueAt: number,
): Promise<void> {
  await database
    .insertInto('knowledge_embeddings')
    .values({ user_id: userId, searched_at: now, due_at: dueAt, lease_until: null })
    .onConflict((conflict) =>
      conflict.column('user_id').doUpdateSet((row) => ({
        searched_at: now,
        due_at: row
          .case()
          .when('knowledge_embeddings.due_at', '>', dueAt)
          .then(dueAt)
          .else(row.ref('knowledge_embeddings.due_at'))
          .end(),
      })),
    )
    .execute()
}

/** Makes a member's passages due, if they search at all. */
export async function makeEmbeddingDue(database: Database, userId: string, now: number): Promise<void> {
  await database
    .updateTable('knowledge_embeddings')
    .set({ due_at: now })
    .where('user_id', '=', userId)
    .where('due_at', '>', now)
    .execute()
}

/** Returns members whose passages are due and that no server embeds, the longest due ones first. */
export async function dueMembers(database: Database, now: number, limit: number): Promise<readonly string[]> {
  const rows = await database
    .selectFrom('knowledge_embeddings')
    .select('user_id')
    .where('due_at', '<=', now)
    .where((where) => where.or([where('lease_until', 'is', null), where('lease_until', '<', now)]))
    .orderBy('due_at')
    .limit(limit)
    .execute()
  return rows.map(({ user_id }) => user_id)
}

/** Takes the lease of a member's passages. Returns whether it was taken. */
export async function claimMember(
  database: Database,
  userId: string,
  now: number,
  leaseUntil: number,
): Promise<boolean> {
  const { numUpdatedRows } = await database
    .updateTable('knowledge_embeddings')
    .set({ lease_until: leaseUntil })
    .where('user_id', '=', userId)
    .where((where) => where.or([where('lease_until', 'is', null), where('lease_until', '<', now)]))
    .executeTakeFirst()
  return numUpdatedRows > 0n
}

/** Prolongs the lease of a member's passages for the server that has it. */
export async function extendLease(database: Database, userId: string, leaseUntil: number): Promise<void> {
  await database
    .updateTable('knowledge_embeddings')
    .set({ lease_until: leaseUntil })
    .where('user_id', '=', userId)
    .execute()
}

/** Ends the lease; the passages are due again at `dueAt`. */
export async function releaseMember(database: Database, userId: string, dueAt: number): Promise<void> {
  await database
    .updateTable('knowledge_embeddings')
    .set({ lease_until: null, due_at: dueAt })
    .where('user_id', '=', userId)
    .execute()
}

/** Rows that are read at once: those of 20,000 passages are ten megabytes, which would hold the server's loop. */
const ROWS_AT_ONCE = 8

/** Yields the vectors of a member, the oldest first. */
export async function* eachVectors(
  database: Database,
  userId: string,
  model: string,
): AsyncGenerator<KnowledgeVectorsRow> {
  const rows = await database
    .selectFrom('knowledge_vectors')
    .select('id')
    .where('user_id', '=', userId)
    .where('model', '=', model)
    .orderBy('created_at')
    .orderBy('id')
    .execute()
  for (let start = 0; start < rows.length; start += ROWS_AT_ONCE) {
    const ids = rows.slice(start, start + ROWS_AT_ONCE).map(({ id }) => id)
    yield* await database
      .selectFrom('knowledge_vectors')
      .selectAll()
      .where('id', 'in', ids)
      .orderBy('created_at')
      .orderBy('id')
      .execute()
    // SQLite answers without a turn of the loop.
    await setImmediate()
  }
}

export async function insertVectors(database: Database, row: KnowledgeVectorsRow): Promise<void> {
  await database.insertInto('knowledge_vectors').values(row).execute()
}

export async function deleteVectors(database: Database, ids: readonly string[]): Promise<void> {
  if (ids.length > 0) await database.deleteFrom('knowledge_vectors').where('id', 'in', ids).execute()
}

/** Deletes the vectors of other models. */
export async function deleteOtherVectors(database: Database, userId: string, model: string): Promise<void> {
  await database
    .deleteFrom('knowledge_vectors')
    .where('user_id', '=', userId)
    .where('model', '<>', model)
    .execute()
}

/** Deletes all vectors of members who have not searched since `before`. */
export async function forgetIdleMembers(database: Database, before: number): Promise<void> {
  const idle = database.selectFrom('knowledge_embeddings').select('user_id').where('searched_at', '<', before)
  await database.deleteFrom('knowledge_vectors').where('user_id', 'in', idle).execute()
  await database.deleteFrom('knowledge_embeddings').where('searched_at', '<', before).execute()
}
