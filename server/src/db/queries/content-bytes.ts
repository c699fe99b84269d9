import { sql } from 'kysely'
import type { Database } from '../schema.ts'
import type { ConversationKey } from './conversations/conversations.ts'

/** The quota of one member. */
export interface ContentQuota {
  readonly conversationBytes: number
  /** for all conversations of a member together */
  readonly conversationsBytes: number
  readonly conversationMessages: number
}

/** The quota is exceeded. Thrown within the transaction, which is rolled back. */
export class QuotaExceeded extends Error {
  readonly of: 'conversation' | 'conversations' | 'meetings'

  constructor(of: QuotaExceeded['of']) {
    super(`no more room: ${of}`)
    this.of = of
  }
}

/** Returns the size of all of a member's conversations, or meetings, without reading their texts. */
export async function contentBytesOf(
  database: Database,
  table: 'conversations' | 'meetings',
  userId: string,
): Promise<number> {
  const { bytes } = await database
    .selectFrom(table)
    .select(({ fn }) => fn.sum<number | string | null>('bytes').as('bytes'))
    .where('user_id', '=', userId)
    .executeTakeFirstOrThrow()
  return Number(bytes ?? 0)
}

/**
 * Counts bytes that were added to a conversation, in the same transaction. With a quota it throws QuotaExceeded
 * if it is exceeded; without one it only counts, for content that must be stored.
 */
export async function addConversationBytes(
  transaction: Database,
  { userId, id }: ConversationKey,
  added: number,
  quota?: ContentQuota,
): Promise<void> {
  await transaction
    .updateTable('conversations')
    .set({ bytes: sql<number>`bytes + ${added}` })
    .where('user_id', '=', userId)
    .where('id', '=', id)
    .execute()
  if (!quota) return
  const row = await transaction
    .selectFrom('conversations')
    .select(['bytes', 'last_position'])
    .where('user_id', '=', userId)
    .where('id', '=', id)
    .executeTakeFirst()
  if (row === undefined) return
  if (row.bytes > quota.conversationBytes) throw new QuotaExceeded('conversation')
  // Positions of deleted messages stay unused, so messages are only counted if there could be too many.
  if (row.last_position > quota.conversationMessages) {
    const { count } = await transaction
      .selectFrom('messages')
      .select(({ fn }) => fn.countAll<number | string>().as('count'))
      .where('user_id', '=', userId)
      .where('conversation_id', '=', id)
      .executeTakeFirstOrThrow()
    if (Number(count) > quota.conversationMessages) throw new QuotaExceeded('conversation')
  }
  if ((await contentBytesOf(transaction, 'conversations', userId)) > quota.conversationsBytes)
    throw new QuotaExceeded('conversations')
}

/** Recomputes the size of a conversation after messages were deleted from it or restored. */
export async function recountConversation(
  transaction: Database,
  { userId, id }: ConversationKey,
): Promise<void> {
  await sql`
    update conversations set bytes = coalesce((
      select sum(octet_length(content) + octet_length(details)) from messages
      where user_id = ${userId} and conversation_id = ${id} and deleted_at is null
    ), 0) where user_id = ${userId} and id = ${id}`.execute(transaction)
}
