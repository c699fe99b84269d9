import { type Selectable, sql } from 'kysely'
import type { Database } from '../schema.ts'
import type { AttachmentsTable } from '../tables/attachments.ts'

export type AttachmentRow = Selectable<AttachmentsTable>

export function findAttachment(
  database: Database,
  owner: string,
  id: string,
): Promise<AttachmentRow | undefined> {
  return database
    .selectFrom('attachments')
    .selectAll()
    .where('owner', '=', owner)
    .where('id', '=', id)
    .executeTakeFirst()
}

export function findAttachments(
  database: Database,
  owner: string,
  ids: readonly string[],
): Promise<AttachmentRow[]> {
  if (ids.length === 0) return Promise.resolve([])
  return database
    .selectFrom('attachments')
    .selectAll()
    .where('owner', '=', owner)
    .where('id', 'in', ids)
    .execute()
}

/** Returns an owner's files after the given id, by id. */
export function listAttachments(
  database: Database,
  owner: string,
  { after, limit }: { readonly after: string; readonly limit: number },
): Promise<AttachmentRow[]> {
  return database
    .selectFrom('attachments')
    .selectAll()
    .where('owner', '=', owner)
    .where('id', '>', after)
    .orderBy('id')
    .limit(limit)
    .execute()
}

/** Returns the attachment of the owner with the same bytes, and renews its age. */
export function renewSameAttachment(
  database: Database,
  owner: string,
  hash: string,
  now: number,
): Promise<AttachmentRow | undefined> {
  return database
    .updateTable('attachments')
    .set({ created_at: now })
    .where('owner', '=', owner)
    .where('hash', '=', hash)
    .returningAll()
    .executeTakeFirst()
}

/** Returns where the owner's file with these bytes is. */
export function findSameAttachment(
  database: Database,
  owner: string,
  hash: string,
): Promise<Pick<AttachmentRow, 'id' | 'file' | 'salt'> | undefined> {
  return database
    .selectFrom('attachments')
    .select(['id', 'file', 'salt'])
    .where('owner', '=', owner)
    .where('hash', '=', hash)
    .executeTakeFirst()
}

/** Gives an attachment another sealed file with the same bytes, because its own was damaged. */
export async function replaceAttachmentFile(
  database: Database,
  id: string,
  { file, salt }: Pick<AttachmentRow, 'file' | 'salt'>,
): Promise<void> {
  await database.updateTable('attachments').set({ file, salt }).where('id', '=', id).execute()
}

/** Returns the bytes that count for a quota, texts included. */
export async function attachmentBytes(database: Database, quotaKey: string): Promise<number> {
  const { bytes } = await database
    .selectFrom('attachments')
    .select(sql<number | string | null>`sum(bytes + text_bytes)`.as('bytes'))
    .where('quota_key', '=', quotaKey)
    .executeTakeFirstOrThrow()
  return Number(bytes ?? 0)
}

/** Returns the number of files that count for a quota. */
export async function attachmentCount(database: Database, quotaKey: string): Promise<number> {
  const { files } = await database
    .selectFrom('attachments')
    .select(({ fn }) => fn.countAll<number | string>().as('files'))
    .where('quota_key', '=', quotaKey)
    .executeTakeFirstOrThrow()
  return Number(files)
}

export async function insertAttachment(database: Database, row: AttachmentRow): Promise<void> {
  await database.insertInto('attachments').values(row).execute()
}

export async function setAttachmentText(
  database: Database,
  id: string,
  text: Pick<AttachmentRow, 'text_file' | 'text_salt' | 'text_bytes' | 'section_count' | 'text_by_ocr'>,
): Promise<void> {
  await database.updateTable('attachments').set(text).where('id', '=', id).execute()
}

/**
 * Gives an attachment to another owner. It keeps its id, which messages contain. If the new owner has the same bytes, it is stored
 * with a hash of its own, which no upload has.
 */
export async function changeAttachmentOwner(
  database: Database,
  { id, hash }: Pick<AttachmentRow, 'id' | 'hash'>,
  to: Pick<AttachmentRow, 'owner' | 'quota_key'>,
): Promise<void> {
  const isSame = (await findSameAttachment(database, to.owner, hash)) !== undefined
  await database
    .updateTable('attachments')
    .set({ ...to, ...(isSame && { hash: `${hash} ${id}` }) })
    .where('id', '=', id)
    .execute()
}

export async function deleteAttachmentRow(database: Database, id: string): Promise<void> {
  await database.deleteFrom('attachment_uses').where('attachment_id', '=', id).execute()
  await database.deleteFrom('attachments').where('id', '=', id).execute()
}

/** Records that a stored conversation uses attachments. */
export async function addAttachmentUses(
  database: Database,
  owner: string,
  conversationId: string,
  ids: readonly string[],
): Promise<void> {
  if (ids.length === 0) return
  await database
    .insertInto('attachment_uses')
    .values(ids.map((id) => ({ owner, attachment_id: id, conversation_id: conversationId })))
    .onConflict((conflict) => conflict.doNothing())
    .execute()
}

/** Deletes uses by conversations that no longer exist, then attachments from before `before` without a use. */
export async function deleteUnusedAttachments(database: Database, before: number): Promise<void> {
  await sql`
    delete from attachment_uses where not exists (
      select 1 from conversations
      where conversations.user_id = attachment_uses.owner
        and conversations.id = attachment_uses.conversation_id
    )`.execute(database)
  await sql`
    delete from attachments where created_at < ${before} and not exists (
      select 1 from attachment_uses where attachment_uses.attachment_id = attachments.id
    )`.execute(database)
}

/** Returns those of the sealed files that a row refers to: files, texts, and chunks of uploads. */
export async function knownAttachmentFiles(
  database: Database,
  files: readonly string[],
): Promise<ReadonlySet<string>> {
  if (files.length === 0) return new Set()
  const rows = await database
    .selectFrom('attachments')
    .select(['file', 'text_file'])
    .where((row) => row.or([row('file', 'in', files), row('text_file', 'in', files)]))
    .execute()
  const chunks = await database
    .selectFrom('attachment_upload_chunks')
    .select('file')
    .where('file', 'in', files)
    .execute()
  return new Set([
    ...chunks.map(({ file }) => file),
    ...rows.flatMap(({ file, text_file }) => [file, text_file ?? []].flat()),
  ])
}
