import { foldForSearch } from '@vee/contract/text/search-fold'
import { sql } from 'kysely'
import type { Database } from '../../schema.ts'
import { inWriteTransaction } from '../../write-transaction.ts'
import { type ConversationKey, conversationsLock, restoreDeleted } from './conversations.ts'

/** Tags that are listed: as many as a menu can show. */
const MAX_LISTED = 200

/** Returns the tags of conversations by their ids, in alphabetical order. */
export async function tagsOfConversations(
  database: Database,
  userId: string,
  ids: readonly string[],
): Promise<ReadonlyMap<string, string[]>> {
  if (ids.length === 0) return new Map()
  const rows = await database
    .selectFrom('conversation_tags')
    .select(['conversation_id', 'tag'])
    .where('user_id', '=', userId)
    .where('conversation_id', 'in', ids)
    .orderBy('tag_key')
    .execute()
  const groups = Map.groupBy(rows, ({ conversation_id }) => conversation_id)
  return new Map([...groups].map(([id, group]) => [id, group.map(({ tag }) => tag)]))
}

/** Replaces the tags of a conversation; of those that differ in case only, the first stays. */
export async function replaceTags(
  transaction: Database,
  { userId, id }: ConversationKey,
  tags: readonly string[],
): Promise<void> {
  await transaction
    .deleteFrom('conversation_tags')
    .where('user_id', '=', userId)
    .where('conversation_id', '=', id)
    .execute()
  const byKey = new Map(tags.toReversed().map((tag) => [foldForSearch(tag), tag]))
  if (byKey.size === 0) return
  await transaction
    .insertInto('conversation_tags')
    .values([...byKey].map(([tag_key, tag]) => ({ user_id: userId, conversation_id: id, tag, tag_key })))
    .execute()
}

/** Returns the tags of a member's conversations with their numbers, the most used first. */
export async function listTags(
  database: Database,
  userId: string,
): Promise<readonly { readonly tag: string; readonly count: number }[]> {
  const rows = await database
    .selectFrom('conversation_tags')
    .innerJoin('conversations', (join) =>
      join
        .onRef('conversations.user_id', '=', 'conversation_tags.user_id')
        .onRef('conversations.id', '=', 'conversation_tags.conversation_id'),
    )
    .select((select) => [
      select.fn.min<string>('conversation_tags.tag').as('tag'),
      select.fn.countAll<number | string>().as('count'),
    ])
    .where('conversation_tags.user_id', '=', userId)
    .where('conversations.deleted_at', 'is', null)
    .groupBy('conversation_tags.tag_key')
    .orderBy('count', 'desc')
    .orderBy('conversation_tags.tag_key')
    .limit(MAX_LISTED)
    .execute()
  return rows.map(({ tag, count }) => ({ tag, count: Number(count) }))
}

interface ConversationKeys {
  readonly userId: string
  readonly ids: readonly string[]
}

type BulkChange = Readonly<Partial<Record<'archived' | 'pinned_at' | 'unread' | 'deleted_at', number | null>>>

/** Changes several conversations that are not deleted; resolves with their number. */
export async function changeSeveral(
  database: Database,
  { userId, ids }: ConversationKeys,
  change: BulkChange,
): Promise<number> {
  const { numUpdatedRows } = await database
    .updateTable('conversations')
    .set(change as { archived?: number; unread?: number; deleted_at?: number | null })
    .where('user_id', '=', userId)
    .where('id', 'in', ids)
    .where('deleted_at', 'is', null)
    .executeTakeFirst()
  return Number(numUpdatedRows)
}

/** Undoes deletions that are younger than the given time; resolves with their number. */
export const restoreSeveral = (
  database: Database,
  { userId, ids }: ConversationKeys,
  deletedAfter: number,
): Promise<number> =>
  inWriteTransaction(database, conversationsLock(userId), async (transaction) => {
    let count = 0
    for (const id of ids) count += Number(await restoreDeleted(transaction, { userId, id }, deletedAfter))
    return count
  })

/** Sets whether a conversation counts as unread. A no-op if it does already. */
export async function setUnread(
  database: Database,
  { userId, id }: ConversationKey,
  isUnread: boolean,
): Promise<void> {
  await database
    .updateTable('conversations')
    .set({ unread: isUnread ? 1 : 0 })
    .where('user_id', '=', userId)
    .where('id', '=', id)
    .where('unread', '=', isUnread ? 0 : 1)
    .execute()
}

/** Stores a title of a model; never over one of a person. Returns false if there is such a one. */
export async function storeModelTitle(
  database: Database,
  { userId, id }: ConversationKey,
  title: string,
  searchTitle: string | null,
): Promise<boolean> {
  const { numUpdatedRows } = await database
    .updateTable('conversations')
    .set({ title, search_title: searchTitle, title_source: 'model' })
    .where('user_id', '=', userId)
    .where('id', '=', id)
    .where('title_source', '=', 'first-words')
    .where('deleted_at', 'is', null)
    .executeTakeFirst()
  return numUpdatedRows > 0n
}

/** Returns the first question and the first reply, if the title is of first words and there is no other question. */
export async function readForTitle(
  database: Database,
  { userId, id }: ConversationKey,
): Promise<readonly { readonly role: string; readonly content: string }[] | undefined> {
  const rows = await database
    .selectFrom('messages')
    .innerJoin('conversations', (join) =>
      join
        .onRef('conversations.user_id', '=', 'messages.user_id')
        .onRef('conversations.id', '=', 'messages.conversation_id'),
    )
    .select(['messages.role', sql<string>`substr(messages.content, 1, 2000)`.as('content')])
    .where('messages.user_id', '=', userId)
    .where('messages.conversation_id', '=', id)
    .where('conversations.title_source', '=', 'first-words')
    .where('messages.on_path', '=', 1)
    .orderBy('messages.position')
    .limit(4)
    .execute()
  const questions = rows.filter(({ role }) => role === 'user')
  const isFirst = questions.length === 1 && rows.some(({ role }) => role === 'assistant')
  return isFirst ? rows : undefined
}
