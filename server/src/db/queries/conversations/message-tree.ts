import {
  idsUnder,
  newestLeafUnder,
  pathTo,
  siblingsOf,
  withoutDeleted,
} from '@vee/contract/entities/message-tree'
import type { Database } from '../../schema.ts'
import { inWriteTransaction } from '../../write-transaction.ts'
import { recountConversation } from '../content-bytes.ts'
import { type ConversationKey, conversationsLock, findConversation } from './conversations.ts'

/** Ids of a statement. */
const BATCH_IDS = 500

/** All messages of a conversation, the deleted ones too. */
export const selectAllMessages = (transaction: Database, { userId, id }: ConversationKey) =>
  transaction.selectFrom('messages').where('user_id', '=', userId).where('conversation_id', '=', id)

/** A message of a conversation without its text. */
export interface TreeRow {
  readonly id: string
  readonly role: string
  /** the nearest message before it that is not deleted */
  readonly parentId: string | null
  readonly position: number
  readonly isOnPath: boolean
}

interface StoredTreeRow extends TreeRow {
  readonly isDeleted: boolean
}

/** Returns the messages that are not deleted, each after its parent. */
export async function readTree(database: Database, key: ConversationKey): Promise<readonly TreeRow[]> {
  return withoutDeleted(await readStoredTree(database, key), ({ isDeleted }) => isDeleted)
}

async function readStoredTree(database: Database, key: ConversationKey): Promise<readonly StoredTreeRow[]> {
  const rows = await selectAllMessages(database, key)
    .select(['id', 'role', 'parent_id', 'position', 'on_path', 'deleted_at'])
    .orderBy('position')
    .execute()
  return rows.map(({ id, role, parent_id, position, on_path, deleted_at }) => ({
    id,
    role,
    parentId: parent_id,
    position,
    isOnPath: on_path === 1,
    isDeleted: deleted_at !== null,
  }))
}

/** Returns whether a conversation has messages that it does not show. */
export async function hasBranches(database: Database, key: ConversationKey): Promise<boolean> {
  const row = await selectAllMessages(database, key)
    .select('id')
    .where('on_path', '=', 0)
    .limit(1)
    .executeTakeFirst()
  return row !== undefined
}

/** Shows the path to a message, or none. The tree is read if it is not given. */
export async function showPathTo(
  transaction: Database,
  key: ConversationKey,
  leafId: string | null,
  tree?: readonly TreeRow[],
): Promise<void> {
  const rows = tree ?? (await readTree(transaction, key))
  const path = new Set(pathTo(rows, leafId))
  const put = async (isOnPath: boolean) => {
    const ids = rows.filter((row) => row.isOnPath !== isOnPath && path.has(row.id) === isOnPath)
    await setColumns(
      transaction,
      key,
      ids.map(({ id }) => id),
      { on_path: isOnPath ? 1 : 0 },
    )
  }
  await put(false)
  await put(true)
  await setLeaf(transaction, key, leafId)
}

export async function setLeaf(
  transaction: Database,
  { userId, id }: ConversationKey,
  leafId: string | null,
): Promise<void> {
  await transaction
    .updateTable('conversations')
    .set({ leaf_id: leafId })
    .where('user_id', '=', userId)
    .where('id', '=', id)
    .execute()
}

export async function leafOf(transaction: Database, { userId, id }: ConversationKey): Promise<string | null> {
  const row = await transaction
    .selectFrom('conversations')
    .select('leaf_id')
    .where('user_id', '=', userId)
    .where('id', '=', id)
    .executeTakeFirst()
  return row?.leaf_id ?? null
}

interface MessageColumns {
  readonly on_path?: number
  readonly deleted_at?: number | null
  readonly deleted_with?: string | null
}

async function setColumns(
  transaction: Database,
  { userId, id }: ConversationKey,
  messageIds: readonly string[],
  columns: MessageColumns,
): Promise<void> {
  for (let start = 0; start < messageIds.length; start += BATCH_IDS)
    await transaction
      .updateTable('messages')
      .set(columns)
      .where('user_id', '=', userId)
      .where('conversation_id', '=', id)
      .where('id', 'in', messageIds.slice(start, start + BATCH_IDS))
      .execute()
}

/** Runs a change of the tree of a conversation that is not deleted. Returns false if it or a message of it is not there. */
const changeTree = (
  database: Database,
  key: ConversationKey,
  change: (transaction: Database, tree: readonly StoredTreeRow[]) => Promise<boolean>,
): Promise<boolean> =>
  inWriteTransaction(database, conversationsLock(key.userId), async (transaction) => {
    if (!(await findConversation(transaction, key))) return false
    return change(transaction, await readStoredTree(transaction, key))
  })

const visible = (tree: readonly StoredTreeRow[]) => withoutDeleted(tree, ({ isDeleted }) => isDeleted)

/**
 * Shows the path that ends with a message, or no message for null; with `continues` the path through it to the newest message after it.
 * Returns false if there is no such message.
 */
export const moveLeaf = (
  database: Database,
  key: ConversationKey,
  messageId: string | null,
  { continues }: { readonly continues: boolean },
): Promise<boolean> =>
  changeTree(database, key, async (transaction, tree) => {
    const rows = visible(tree)
    const row = rows.find(({ id }) => id === messageId)
    if (messageId !== null && !row) return false
    // A path through it is shown already.
    if (continues && row?.isOnPath && row.id !== (await leafOf(transaction, key))) return true
    const leafId = continues && row ? (newestLeafUnder(rows, row.id) ?? null) : messageId
    await showPathTo(transaction, key, leafId, rows)
    return true
  })

/**
 * Deletes a message, with everything after it if `following`; otherwise what follows it follows the one before it. It can be
 * restored until it is purged. If the shown path ends with it, another path through the message before it is shown.
 */
export const markMessageDeleted = (
  database: Database,
  key: ConversationKey,
  messageId: string,
  { following, now }: { readonly following: boolean; readonly now: number },
): Promise<boolean> =>
  changeTree(database, key, async (transaction, tree) => {
    const rows = visible(tree)
    const row = rows.find(({ id }) => id === messageId)
    if (!row) return false
    const gone = following ? idsUnder(rows, messageId) : new Set([messageId])
    const deleted = { deleted_at: now, deleted_with: messageId, on_path: 0 }
    await setColumns(transaction, key, [...gone], deleted)
    const leafId = await leafOf(transaction, key)
    const left = visible(tree.map((node) => ({ ...node, isDeleted: node.isDeleted || gone.has(node.id) })))
    if (leafId !== null && gone.has(leafId)) {
      const other = siblingsOf(rows, messageId).findLast((id) => !gone.has(id))
      const next = other === undefined ? row.parentId : newestLeafUnder(left, other)
      await showPathTo(transaction, key, next ?? null, left)
    }
    await recountConversation(transaction, key)
    return true
  })

/** Undoes a deletion that is younger than the given time, and shows the path again that ended with it. */
export const restoreDeletedMessage = (
  database: Database,
  key: ConversationKey,
  messageId: string,
  deletedAfter: number,
): Promise<boolean> =>
  changeTree(database, key, async (transaction, tree) => {
    const restored = await selectAllMessages(transaction, key)
      .select('id')
      .where('deleted_with', '=', messageId)
      .where('deleted_at', '>', deletedAfter)
      .execute()
    const ids = new Set(restored.map(({ id }) => id))
    if (!ids.has(messageId)) return tree.some(({ id, isDeleted }) => id === messageId && !isDeleted)
    await setColumns(transaction, key, [...ids], { deleted_at: null, deleted_with: null })
    const rows = visible(tree.map((node) => ({ ...node, isDeleted: node.isDeleted && !ids.has(node.id) })))
    const leafId = await leafOf(transaction, key)
    const isInLeaf = leafId !== null && idsUnder(rows, messageId).has(leafId)
    const wasLast = !isInLeaf && leafId === (rows.find(({ id }) => id === messageId)?.parentId ?? null)
    const shown = wasLast ? (newestLeafUnder(rows, messageId) ?? leafId) : leafId
    await showPathTo(transaction, key, shown, rows)
    await recountConversation(transaction, key)
    return true
  })

/** Removes all users' messages that were deleted at the given time or before; what follows them follows the ones before them. */
export async function purgeDeletedMessages(database: Database, deletedUntil: number): Promise<void> {
  const conversations = await database
    .selectFrom('messages')
    .select(['user_id', 'conversation_id'])
    .where('deleted_at', '<=', deletedUntil)
    .distinct()
    .execute()
  for (const { user_id: userId, conversation_id: id } of conversations)
    await inWriteTransaction(database, conversationsLock(userId), (transaction) =>
      purgeMessages(transaction, { userId, id }, deletedUntil),
    )
}

async function purgeMessages(
  transaction: Database,
  key: ConversationKey,
  deletedUntil: number,
): Promise<void> {
  const { userId, id } = key
  const rows = await selectAllMessages(transaction, key)
    .select(['id', 'parent_id', 'deleted_at'])
    .orderBy('position')
    .execute()
  const nodes = rows.map((row) => ({
    id: row.id,
    parentId: row.parent_id,
    stored: row.parent_id,
    isPurged: row.deleted_at !== null && row.deleted_at <= deletedUntil,
  }))
  for (const { id: messageId, parentId, stored } of withoutDeleted(nodes, ({ isPurged }) => isPurged))
    if (parentId !== stored)
      await transaction
        .updateTable('messages')
        .set({ parent_id: parentId })
        .where('user_id', '=', userId)
        .where('conversation_id', '=', id)
        .where('id', '=', messageId)
        .execute()
  const gone = nodes.filter(({ isPurged }) => isPurged).map((node) => node.id)
  for (let start = 0; start < gone.length; start += BATCH_IDS) {
    const ids = gone.slice(start, start + BATCH_IDS)
    await transaction
      .deleteFrom('reply_sources')
      .where('owner', '=', userId)
      .where('conversation_id', '=', id)
      .where('reply_id', 'in', ids)
      .execute()
    await transaction
      .deleteFrom('messages')
      .where('user_id', '=', userId)
      .where('conversation_id', '=', id)
      .where('id', 'in', ids)
      .execute()
  }
  await recountConversation(transaction, key)
}
