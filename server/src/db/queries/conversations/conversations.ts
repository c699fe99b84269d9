import { storedSearchText } from '@vee/contract/text/search-fold'
import { type Expression, type Selectable, sql, type SqlBool } from 'kysely'
import type { Database } from '../../schema.ts'
import type { ConversationsTable } from '../../tables/conversations.ts'
import type { MessagesTable } from '../../tables/messages.ts'
import { inWriteTransaction } from '../../write-transaction.ts'
import { conversationHolds } from './message-search.ts'

export type MessageRow = Omit<Selectable<MessagesTable>, 'row_id' | 'search_text'>
export type ConversationRow = Selectable<ConversationsTable> & { readonly message_count: number }

/** The owner and id of a conversation. */
export interface ConversationKey {
  readonly userId: string
  readonly id: string
}

export interface ConversationFilter {
  readonly userId: string
  readonly agentId: string | undefined
  readonly archived: boolean | undefined
  /** each must occur in the title or in a message */
  readonly terms: readonly string[]
  /** only entries after this one in the order of the list */
  readonly after: { readonly updatedAt: number; readonly id: string } | undefined
  readonly limit: number
}

/** The lock for changes of a user's conversations. */
export const conversationsOf = (userId: string) => `conversations of ${userId}`

/** Newest first; ties are ordered by descending id. */
export async function selectConversationRows(
  database: Database,
  filter: ConversationFilter,
): Promise<readonly ConversationRow[]> {
  const { userId, agentId, archived, after } = filter
  const conditions: Expression<SqlBool>[] = []
  for (const term of filter.terms) conditions.push(await conversationHolds(database, userId, term))
  let query = conversationRows(database).where('conversations.user_id', '=', userId)
  if (agentId !== undefined) query = query.where('agent_id', '=', agentId)
  if (archived !== undefined) query = query.where('archived', '=', archived ? 1 : 0)
  if (after !== undefined) {
    query = query.where((where) =>
      where.or([
        where('updated_at', '<', after.updatedAt),
        where.and([where('updated_at', '=', after.updatedAt), where('conversations.id', '<', after.id)]),
      ]),
    )
  }
  return query
    .where((where) => where.and(conditions))
    .orderBy('updated_at', 'desc')
    .orderBy('conversations.id', 'desc')
    .limit(filter.limit)
    .execute()
}

export function findConversation(
  database: Database,
  { userId, id }: ConversationKey,
): Promise<ConversationRow | undefined> {
  return conversationRows(database)
    .where('conversations.user_id', '=', userId)
    .where('conversations.id', '=', id)
    .executeTakeFirst()
}

function conversationRows(database: Database) {
  return database
    .selectFrom('conversations')
    .selectAll()
    .select((select) =>
      select
        .selectFrom('messages')
        .select(sql<number>`count(*)`.as('count'))
        .whereRef('messages.user_id', '=', 'conversations.user_id')
        .whereRef('messages.conversation_id', '=', 'conversations.id')
        .$asScalar()
        .$notNull()
        .as('message_count'),
    )
    .where('deleted_at', 'is', null)
}

/** False when there is no such conversation. */
export function changeConversation(
  database: Database,
  { userId, id }: ConversationKey,
  change: Partial<Pick<ConversationsTable, 'title' | 'archived'>>,
): Promise<boolean> {
  return isOne(
    database
      .updateTable('conversations')
      .set({
        ...change,
        ...(change.title !== undefined && { search_title: storedSearchText(change.title) }),
      })
      .where('user_id', '=', userId)
      .where('id', '=', id)
      .where('deleted_at', 'is', null)
      .executeTakeFirst(),
  )
}

/** Returns false if there is no such conversation. It can be restored until it is purged. */
export function markDeleted(
  database: Database,
  { userId, id }: ConversationKey,
  now: number,
): Promise<boolean> {
  return isOne(
    database
      .updateTable('conversations')
      .set({ deleted_at: now })
      .where('user_id', '=', userId)
      .where('id', '=', id)
      .where('deleted_at', 'is', null)
      .executeTakeFirst(),
  )
}

/** Undoes a deletion that is younger than the given time. Also returns true if it was not deleted. */
export function restoreDeleted(
  database: Database,
  { userId, id }: ConversationKey,
  deletedAfter: number,
): Promise<boolean> {
  return isOne(
    database
      .updateTable('conversations')
      .set({ deleted_at: null })
      .where('user_id', '=', userId)
      .where('id', '=', id)
      .where((where) => where.or([where('deleted_at', 'is', null), where('deleted_at', '>', deletedAfter)]))
      .executeTakeFirst(),
  )
}

/** Purges all users' conversations that were deleted at the given time or before. */
export function purgeDeleted(database: Database, deletedUntil: number): Promise<void> {
  return inWriteTransaction(database, 'purge of conversations', async (transaction) => {
    await transaction.deleteFrom('conversations').where('deleted_at', '<=', deletedUntil).execute()
  })
}

async function isOne(changed: Promise<{ readonly numUpdatedRows: bigint }>): Promise<boolean> {
  return (await changed).numUpdatedRows > 0n
}
