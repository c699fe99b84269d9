import type { Database } from '../../schema.ts'
import type { KnowledgeBaseRow, KnowledgeFileRow } from './bases.ts'

/** Newest first. */
export const listFiles = (database: Database, knowledgeId: string): Promise<KnowledgeFileRow[]> =>
  database
    .selectFrom('knowledge_files')
    .selectAll()
    .where('knowledge_id', '=', knowledgeId)
    .orderBy('created_at', 'desc')
    .orderBy('id')
    .execute()

/** Returns the file of this attachment or address, if the base has it already. */
export const findSameFile = (
  database: Database,
  knowledgeId: string,
  { url, attachment_id }: Pick<KnowledgeFileRow, 'url' | 'attachment_id'>,
): Promise<KnowledgeFileRow | undefined> =>
  database
    .selectFrom('knowledge_files')
    .selectAll()
    .where('knowledge_id', '=', knowledgeId)
    .where(url === null ? 'attachment_id' : 'url', '=', url ?? attachment_id)
    .executeTakeFirst()

export const findFile = (
  database: Database,
  knowledgeId: string,
  id: string,
): Promise<KnowledgeFileRow | undefined> =>
  database
    .selectFrom('knowledge_files')
    .selectAll()
    .where('knowledge_id', '=', knowledgeId)
    .where('id', '=', id)
    .executeTakeFirst()

export async function insertFile(database: Database, row: KnowledgeFileRow): Promise<void> {
  await database.insertInto('knowledge_files').values(row).execute()
}

export async function deleteFile(database: Database, id: string): Promise<void> {
  await database.deleteFrom('knowledge_files').where('id', '=', id).execute()
}

/** Returns the row after the change; undefined if it was deleted. */
export const changeFile = (
  database: Database,
  id: string,
  change: Partial<KnowledgeFileRow>,
): Promise<KnowledgeFileRow | undefined> =>
  database.updateTable('knowledge_files').set(change).where('id', '=', id).returningAll().executeTakeFirst()

/** Returns ids of files that are to be read now and that no server is reading, the longest due ones first. */
export async function dueFiles(
  database: Database,
  now: number,
  { kind, limit }: { readonly kind: 'pages' | 'files'; readonly limit: number },
): Promise<readonly string[]> {
  const rows = await database
    .selectFrom('knowledge_files')
    .select('id')
    .where('due_at', '<=', now)
    .where('url', kind === 'pages' ? 'is not' : 'is', null)
    .where((where) => where.or([where('lease_until', 'is', null), where('lease_until', '<', now)]))
    .orderBy('due_at')
    .limit(limit)
    .execute()
  return rows.map(({ id }) => id)
}

/** Takes the lease of a due file. Returns undefined if another server has it, or it is gone. */
export const claimFile = (
  database: Database,
  id: string,
  now: number,
  leaseUntil: number,
): Promise<KnowledgeFileRow | undefined> =>
  database
    .updateTable('knowledge_files')
    .set({ lease_until: leaseUntil })
    .where('id', '=', id)
    .where('due_at', '<=', now)
    .where((where) => where.or([where('lease_until', 'is', null), where('lease_until', '<', now)]))
    .returningAll()
    .executeTakeFirst()

/** Returns who has a knowledge base, without asking who reads it. */
export const holderOf = (
  database: Database,
  knowledgeId: string,
): Promise<Pick<KnowledgeBaseRow, 'user_id' | 'organization_id'> | undefined> =>
  database
    .selectFrom('knowledge_bases')
    .select(['user_id', 'organization_id'])
    .where('id', '=', knowledgeId)
    .executeTakeFirst()

/** Returns those of the sealed files that a row names. */
export async function knownKnowledgeTexts(
  database: Database,
  files: readonly string[],
): Promise<ReadonlySet<string>> {
  if (files.length === 0) return new Set()
  const rows = await database
    .selectFrom('knowledge_files')
    .select('text_file')
    .where('text_file', 'in', files)
    .execute()
  return new Set(rows.flatMap(({ text_file }) => text_file ?? []))
}
