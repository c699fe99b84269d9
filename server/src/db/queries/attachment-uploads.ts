import { type Selectable, sql, type SqlBool } from 'kysely'
import type { Database } from '../schema.ts'
import type { AttachmentUploadChunksTable, AttachmentUploadsTable } from '../tables/attachments.ts'

export type UploadRow = Selectable<AttachmentUploadsTable>
export type ChunkRow = Selectable<AttachmentUploadChunksTable>

export function findUpload(database: Database, owner: string, id: string): Promise<UploadRow | undefined> {
  return database
    .selectFrom('attachment_uploads')
    .selectAll()
    .where('owner', '=', owner)
    .where('id', '=', id)
    .executeTakeFirst()
}

export function findUploadByFingerprint(
  database: Database,
  owner: string,
  fingerprint: string,
): Promise<UploadRow | undefined> {
  return database
    .selectFrom('attachment_uploads')
    .selectAll()
    .where('owner', '=', owner)
    .where('fingerprint', '=', fingerprint)
    .executeTakeFirst()
}

/** All bytes are there and none came in a chunk: the file was stored before, and counts already. */
const isStored = sql<SqlBool>`attachment_uploads.received_bytes = attachment_uploads.bytes and not exists
  (select 1 from attachment_upload_chunks where attachment_upload_chunks.upload_id = attachment_uploads.id)`

/** Returns the number of unfinished uploads of a quota and the size of their files, without those stored before. */
export async function unfinishedUploads(
  database: Database,
  quotaKey: string,
): Promise<{ readonly count: number; readonly bytes: number }> {
  const { count, bytes } = await database
    .selectFrom('attachment_uploads')
    .select(({ fn }) => [
      fn.countAll<number | string>().as('count'),
      sql<number | string | null>`sum(case when ${isStored} then 0 else bytes end)`.as('bytes'),
    ])
    .where('quota_key', '=', quotaKey)
    .executeTakeFirstOrThrow()
  return { count: Number(count), bytes: Number(bytes ?? 0) }
}

export async function insertUpload(database: Database, row: UploadRow): Promise<void> {
  await database.insertInto('attachment_uploads').values(row).execute()
}

/** Stores a chunk if the upload has exactly the bytes before it; returns false otherwise. Call it in a transaction. */
export async function appendChunk(
  transaction: Database,
  chunk: ChunkRow,
  bytes: number,
  now: number,
): Promise<boolean> {
  const { numUpdatedRows } = await transaction
    .updateTable('attachment_uploads')
    .set({ received_bytes: chunk.start + bytes, updated_at: now })
    .where('id', '=', chunk.upload_id)
    .where('received_bytes', '=', chunk.start)
    .executeTakeFirst()
  if (numUpdatedRows === 0n) return false
  await transaction.insertInto('attachment_upload_chunks').values(chunk).execute()
  return true
}

export async function countChunks(database: Database, uploadId: string): Promise<number> {
  const { count } = await database
    .selectFrom('attachment_upload_chunks')
    .select(({ fn }) => fn.countAll<number | string>().as('count'))
    .where('upload_id', '=', uploadId)
    .executeTakeFirstOrThrow()
  return Number(count)
}

/** Returns the chunks of an upload in the order of the file. */
export function chunksOf(database: Database, uploadId: string): Promise<ChunkRow[]> {
  return database
    .selectFrom('attachment_upload_chunks')
    .selectAll()
    .where('upload_id', '=', uploadId)
    .orderBy('start')
    .execute()
}

/** Sets how much of the file the server has, where this is not by a chunk: all of it, or nothing any more. */
export async function setReceived(database: Database, id: string, bytes: number, now: number): Promise<void> {
  await database
    .updateTable('attachment_uploads')
    .set({ received_bytes: bytes, updated_at: now })
    .where('id', '=', id)
    .execute()
}

/** Deletes the rows of an upload's chunks from a position on, where it continues. Returns their files. */
export async function truncateUpload(
  transaction: Database,
  id: string,
  start: number,
  now: number,
): Promise<readonly Pick<ChunkRow, 'file'>[]> {
  const chunks = await transaction
    .deleteFrom('attachment_upload_chunks')
    .where('upload_id', '=', id)
    .where('start', '>=', start)
    .returning('file')
    .execute()
  await setReceived(transaction, id, start, now)
  return chunks
}

/** Deletes an upload and the rows of its chunks. Returns false if it was deleted already. */
export async function deleteUploadRow(transaction: Database, id: string): Promise<boolean> {
  const { numDeletedRows } = await transaction
    .deleteFrom('attachment_uploads')
    .where('id', '=', id)
    .executeTakeFirst()
  await transaction.deleteFrom('attachment_upload_chunks').where('upload_id', '=', id).execute()
  return numDeletedRows > 0n
}

/** Deletes uploads without a chunk since `before`, and chunks without an upload. */
export async function deleteStaleUploads(database: Database, before: number): Promise<void> {
  await database.deleteFrom('attachment_uploads').where('updated_at', '<', before).execute()
  await sql`
    delete from attachment_upload_chunks where not exists (
      select 1 from attachment_uploads where attachment_uploads.id = attachment_upload_chunks.upload_id
    )`.execute(database)
}
