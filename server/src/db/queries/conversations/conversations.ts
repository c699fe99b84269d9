import { storedSearchText } from '@vee/contract/text/search-fold'
import { setImmediate as nextTurn } from 'node:timers/promises'
import { type Expression, type Selectable, type SelectQueryBuilder, sql, type SqlBool } from 'kysely'
import type { Database, Schema } from '../../schema.ts'
import type { ConversationsTable } from '../../tables/conversations.ts'
import type { MessagesTable } from '../../tables/messages.ts'
import { inWriteTransaction } from '../../write-transaction.ts'
import { likePattern } from '../like-pattern.ts'
import { conversationContains } from './message-search.ts'

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
  readonly projectId?: string | undefined
  /** the folded tag */
  readonly tagKey?: string | undefined
  readonly pinned?: boolean | undefined
  /** times of the last change in milliseconds since 1970: from this one on, and before that one */
  readonly from?: number | undefined
  readonly to?: number | undefined
  /** each must occur in the title or in a message */
  readonly terms: readonly string[]
  /** only entries after this one in the order of the list */
  readonly after: { readonly updatedAt: number; readonly id: string } | undefined
  readonly limit: number
}

/** The lock for changes of a user's conversations. */
export const conversationsLock = (userId: string) => `conversations of ${userId}`

/** Newest first; ties are ordered by descending id. */
export async function selectConversationRows(
  database: Database,
  filter: ConversationFilter,
): Promise<readonly ConversationRow[]> {
  if (filter.terms.length > 0) return searchConversationRows(database, filter)
  return inOrder(conversationRows(database), filter).limit(filter.limit).execute()
}

/** Conversations that one statement of a search reads at most. */
const MAX_SEARCHED = 64
/** Duration of a statement of a search that other work waits for, in ms: the next one reads fewer conversations. */
const LONG_STATEMENT_MS = 10

/**
 * Searches a few conversations at a time, the newest first: SQLite runs on the server's thread, and the messages of a member
 * may be hundreds of megabytes. Other work runs between the statements.
 */
async function searchConversationRows(
  database: Database,
  filter: ConversationFilter,
): Promise<readonly ConversationRow[]> {
  const { userId, limit } = filter
  const conditions: Expression<SqlBool>[] = []
  for (const term of filter.terms) conditions.push(await conversationContains(database, userId, term))
  const matches: ConversationRow[] = []
  let { after } = filter
  let size = 1
  while (matches.length < limit) {
    const ids = database.selectFrom('conversations').select(['conversations.id', 'updated_at'])
    const candidates = await inOrder(ids.where('deleted_at', 'is', null), { ...filter, after })
      .limit(size)
      .execute()
    const last = candidates.at(-1)
    if (!last) break
    after = { updatedAt: last.updated_at, id: last.id }
    const startedAt = performance.now()
    const rows = await inOrder(conversationRows(database), filter)
      .where(
        'conversations.id',
        'in',
        candidates.map(({ id }) => id),
      )
      .where((where) => where.and(conditions))
      .limit(limit - matches.length)
      .execute()
    matches.push(...rows)
    size = performance.now() - startedAt > LONG_STATEMENT_MS ? 1 : Math.min(MAX_SEARCHED, size * 2)
    await nextTurn()
  }
  return matches
}

type ConversationQuery<R> = SelectQueryBuilder<Schema, 'conversations', R>

/** Adds the conditions of a list but its terms, and its order. */
function inOrder<R>(
  rows: ConversationQuery<R>,
  { userId, agentId, archived, projectId, tagKey, pinned, from, to, after }: ConversationFilter,
): ConversationQuery<R> {
  let query = rows.where('conversations.user_id', '=', userId)
  if (agentId !== undefined)
    query = query.where((where) =>
      where.or([
        where('agent_id', '=', agentId),
        sql<SqlBool>`participants like ${likePattern(JSON.stringify(agentId))} escape '\\'`,
      ]),
    )
  if (archived !== undefined) query = query.where('archived', '=', archived ? 1 : 0)
  if (projectId !== undefined) query = query.where('project_id', '=', projectId)
  if (pinned !== undefined) query = query.where('pinned_at', pinned ? 'is not' : 'is', null)
  if (from !== undefined) query = query.where('updated_at', '>=', from)
  if (to !== undefined) query = query.where('updated_at', '<', to)
  if (tagKey !== undefined)
    query = query.where((where) =>
      where.exists(
        where
          .selectFrom('conversation_tags')
          .select('tag_key')
          .whereRef('conversation_tags.user_id', '=', 'conversations.user_id')
          .whereRef('conversation_tags.conversation_id', '=', 'conversations.id')
          .where('tag_key', '=', tagKey),
      ),
    )
  if (after !== undefined) {
    query = query.where((where) =>
      where.or([
        where('updated_at', '<', after.updatedAt),
        where.and([where('updated_at', '=', after.updatedAt), where('conversations.id', '<', after.id)]),
      ]),
    )
  }
  return query.orderBy('updated_at', 'desc').orderBy('conversations.id', 'desc')
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
        .where('messages.on_path', '=', 1)
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
  change: Partial<
    Pick<
      Selectable<ConversationsTable>,
      | 'title'
      | 'archived'
      | 'title_source'
      | 'pinned_at'
      | 'unread'
      | 'project_id'
      | 'created_at'
      | 'updated_at'
    >
  >,
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
    const purged = await transaction
      .selectFrom('conversations')
      .select(['user_id', 'id'])
      .where('deleted_at', '<=', deletedUntil)
      .execute()
    for (const { user_id: userId, id } of purged)
      for (const table of ['reply_sources', 'conversation_sources'] as const)
        await transaction
          .deleteFrom(table)
          .where('owner', '=', userId)
          .where('conversation_id', '=', id)
          .execute()
    await transaction.deleteFrom('conversations').where('deleted_at', '<=', deletedUntil).execute()
  })
}

async function isOne(changed: Promise<{ readonly numUpdatedRows: bigint }>): Promise<boolean> {
  return (await changed).numUpdatedRows > 0n
}
