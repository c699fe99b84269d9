import { type Selectable, sql } from 'kysely'
import type { Database } from '../../schema.ts'
import type { ImportsTable } from '../../tables/conversations.ts'
import { inWriteTransaction } from '../../write-transaction.ts'
import { lockUser } from '../accounts/lock-user.ts'
import { deleteSharesOfGone } from '../organizations/shares.ts'
import { conversationsLock, type ConversationKey } from './conversations.ts'

/** Ids of one statement: databases limit its parameters. */
const BATCH_IDS = 1_000

export type ImportRow = Selectable<ImportsTable>
/** An import with the number of its conversations that still exist. */
export interface ListedImportRow extends ImportRow {
  readonly conversations: number
}

const withCount = (database: Database) =>
  database
    .selectFrom('imports')
    .selectAll()
    .select((builder) =>
      builder
        .selectFrom('conversations')
        .select(({ fn }) => fn.countAll<number>().as('count'))
        .whereRef('conversations.user_id', '=', 'imports.user_id')
        .whereRef('conversations.import_id', '=', 'imports.id')
        .where('conversations.deleted_at', 'is', null)
        .as('conversations'),
    )

/** Newest first. */
export const listImportRows = async (database: Database, userId: string): Promise<ListedImportRow[]> =>
  (
    await withCount(database)
      .where('imports.user_id', '=', userId)
      .orderBy('imports.created_at', 'desc')
      .orderBy('imports.id')
      .execute()
  ).map(counted)

/** Stores an import, or returns the one of the same file; undefined if the account does not exist anymore. */
export function storeImport(database: Database, row: ImportRow): Promise<ListedImportRow | undefined> {
  return inWriteTransaction(database, conversationsLock(row.user_id), async (transaction) => {
    if (!(await lockUser(transaction, row.user_id))) return undefined
    await transaction
      .insertInto('imports')
      .values(row)
      .onConflict((conflict) => conflict.columns(['user_id', 'source', 'file_hash']).doNothing())
      .execute()
    const stored = await withCount(transaction)
      .where('imports.user_id', '=', row.user_id)
      .where('imports.source', '=', row.source)
      .where('imports.file_hash', '=', row.file_hash)
      .executeTakeFirst()
    return stored && counted(stored)
  })
}

export async function hasImport(database: Database, userId: string, id: string): Promise<boolean> {
  const row = await database
    .selectFrom('imports')
    .select('id')
    .where('user_id', '=', userId)
    .where('id', '=', id)
    .executeTakeFirst()
  return row !== undefined
}

/** Returns the id under which a conversation of another program is stored; undefined: it is not. */
export async function findBySource(
  database: Database,
  userId: string,
  sourceId: string,
): Promise<string | undefined> {
  const row = await database
    .selectFrom('conversations')
    .select('id')
    .where('user_id', '=', userId)
    .where('source_id', '=', sourceId)
    .executeTakeFirst()
  return row?.id
}

/** Returns which of these ids of other programs are stored, deleted conversations not counted. */
export async function knownSourceIds(
  database: Database,
  userId: string,
  sourceIds: readonly string[],
): Promise<readonly string[]> {
  const storedIds: string[] = []
  for (let start = 0; start < sourceIds.length; start += BATCH_IDS) {
    const rows = await database
      .selectFrom('conversations')
      .select('source_id')
      .where('user_id', '=', userId)
      .where('source_id', 'in', sourceIds.slice(start, start + BATCH_IDS))
      .where('deleted_at', 'is', null)
      .execute()
    storedIds.push(...rows.map(({ source_id }) => source_id ?? ''))
  }
  return storedIds
}

/** Records where a conversation came from, and how far it was imported. Two imports at once may bring one twice: the first keeps the id. */
export async function markImported(
  database: Database,
  { userId, id }: ConversationKey,
  { importId, sourceId }: { readonly importId: string | undefined; readonly sourceId: string | undefined },
): Promise<void> {
  await inWriteTransaction(database, conversationsLock(userId), async (transaction) => {
    const stored = sourceId === undefined ? undefined : await findBySource(transaction, userId, sourceId)
    await sql`
      update conversations
      set import_id = coalesce(import_id, ${importId ?? null}),
        source_id = coalesce(source_id, ${stored === undefined ? (sourceId ?? null) : null}),
        imported_position = last_position
      where user_id = ${userId} and id = ${id}`.execute(transaction)
  })
}

/**
 * Deletes an import with its conversations, except those with later messages, which stay without it, and the projects that were made
 * for it, unless there is something in them. Returns false if there is no such import.
 */
export function deleteImport(database: Database, userId: string, id: string): Promise<boolean> {
  return inWriteTransaction(database, conversationsLock(userId), async (transaction) => {
    if (!(await hasImport(transaction, userId, id))) return false
    const untouched = transaction
      .selectFrom('conversations')
      .select('id')
      .where('user_id', '=', userId)
      .where('import_id', '=', id)
      .whereRef('last_position', '<=', 'imported_position')
    for (const table of ['reply_sources', 'conversation_sources'] as const)
      await transaction
        .deleteFrom(table)
        .where('owner', '=', userId)
        .where('conversation_id', 'in', untouched)
        .execute()
    await transaction
      .deleteFrom('conversations')
      .where('user_id', '=', userId)
      .where('id', 'in', untouched)
      .execute()
    await transaction
      .updateTable('conversations')
      .set({ import_id: null })
      .where('user_id', '=', userId)
      .where('import_id', '=', id)
      .execute()
    await deleteEmptyProjects(transaction, userId, id)
    await transaction.deleteFrom('imports').where('user_id', '=', userId).where('id', '=', id).execute()
    return true
  })
}

async function deleteEmptyProjects(transaction: Database, userId: string, importId: string): Promise<void> {
  const { numDeletedRows } = await transaction
    .deleteFrom('projects')
    .where('user_id', '=', userId)
    .where('import_id', '=', importId)
    .where((where) =>
      where.and(
        (['conversations', 'project_items', 'knowledge_bases'] as const).map((table) =>
          where.not(
            where.exists(
              where
                .selectFrom(table)
                .select('project_id')
                .whereRef(`${table}.project_id`, '=', 'projects.id'),
            ),
          ),
        ),
      ),
    )
    .executeTakeFirst()
  if (numDeletedRows > 0n) await deleteSharesOfGone(transaction, 'project')
}

/** Postgres returns counts as text. */
const counted = (row: ImportRow & { readonly conversations: number | string | null }): ListedImportRow => ({
  ...row,
  conversations: Number(row.conversations ?? 0),
})
