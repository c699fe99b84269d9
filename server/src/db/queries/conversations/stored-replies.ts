import { storedSearchText } from '@vee/contract/text/search-fold'
import type { Database } from '../../schema.ts'
import { inWriteTransaction } from '../../write-transaction.ts'
import { recountConversation } from '../content-bytes.ts'
import { type ConversationKey, conversationsLock } from './conversations.ts'
import { leafOf, selectAllMessages, setLeaf, showPathTo } from './message-tree.ts'
import {
  insertMessages,
  selectMessages,
  type NewMessage,
  replyOf,
  type ReservedReply,
  touch,
} from './stored-messages.ts'

/** A message that follows the question of a reply. */
interface LaterMessage {
  readonly id: string
  readonly role: string
  readonly position: number
  readonly details: string
  readonly isOnPath: boolean
  /** whether messages follow it */
  readonly isContinued: boolean
}

/**
 * Saves a reply: persists it in its reserved row of `messages`, after its question. During a network partition a reply may be generated
 * twice, or its question asked again. Same reply id: complete beats truncated. Several replies to one question: the latest is shown unless
 * only an earlier one is complete; the others are deleted, unless `keepsVersions` is set or messages follow them. What was asked
 * while the reply was pending follows it. No-op if the question was deleted. Returns false if another version won.
 */
export function storeReply(
  database: Database,
  { key, askedId, position }: ReservedReply,
  message: NewMessage,
  { keepsVersions }: { readonly keepsVersions: boolean },
): Promise<boolean> {
  return inWriteTransaction(database, conversationsLock(key.userId), async (transaction) => {
    const question = await selectMessages(transaction, key)
      .select('on_path')
      .where('id', '=', askedId)
      .executeTakeFirst()
    if (question === undefined) return true
    const same = await replyOf(transaction, key, message.id)
    if (same && (same.content === message.content || !isTruncated(same)))
      return same.content === message.content
    if (same) {
      await changeReply(transaction, key, message)
      return true
    }
    const laterMessages = await selectLaterMessages(transaction, key, askedId)
    const others = laterMessages.filter(({ role }) => role === 'assistant')
    const later = others.filter((reply) => reply.position > position)
    const wins = !later.some((reply) => isTruncated(message) || !isTruncated(reply))
    if (!wins && (!keepsVersions || isTruncated(message))) return keepsVersions
    const isReplaced = (reply: LaterMessage) => {
      if (reply.isContinued) return false
      return isTruncated(reply) || (!keepsVersions && !isTruncated(message))
    }
    const gone = wins ? others.filter(isReplaced) : []
    await dropMessages(transaction, key, gone, askedId)
    const next = laterMessages.find(({ id, isOnPath }) => isOnPath && !gone.some((reply) => reply.id === id))
    const isBetween = next !== undefined && next.role !== 'assistant' && next.position > position
    const isLast = question.on_path === 1 && next === undefined
    await insertMessages(
      transaction,
      key,
      [{ ...message, parent_id: askedId, on_path: isLast || isBetween ? 1 : 0 }],
      position - 1,
    )
    await followReply(transaction, key, { askedId, replyId: message.id, position })
    const isShownInstead =
      wins &&
      next !== undefined &&
      !isBetween &&
      (keepsVersions || !isTruncated(message) || isTruncated(next))
    if (isLast) await setLeaf(transaction, key, message.id)
    else if (isShownInstead) await showPathTo(transaction, key, message.id)
    await touch(transaction, key, message.created_at)
    return true
  })
}

/** Completes a reply that was stored truncated; what was asked since follows it. */
async function changeReply(
  transaction: Database,
  key: ConversationKey,
  { id, content, created_at, details }: NewMessage,
): Promise<void> {
  await transaction
    .updateTable('messages')
    .set({ content, search_text: storedSearchText(content), created_at, details })
    .where('user_id', '=', key.userId)
    .where('conversation_id', '=', key.id)
    .where('id', '=', id)
    .execute()
  await recountConversation(transaction, key)
  await touch(transaction, key, created_at)
}

async function selectLaterMessages(
  transaction: Database,
  key: ConversationKey,
  askedId: string,
): Promise<readonly LaterMessage[]> {
  const rows = await selectMessages(transaction, key)
    .select(['id', 'role', 'position', 'details', 'on_path'])
    .where('parent_id', '=', askedId)
    .orderBy('position')
    .execute()
  if (rows.length === 0) return []
  const continued = await selectAllMessages(transaction, key)
    .select('parent_id')
    .where(
      'parent_id',
      'in',
      rows.map(({ id }) => id),
    )
    .distinct()
    .execute()
  const parents = new Set(continued.map(({ parent_id }) => parent_id))
  return rows.map(({ on_path, ...row }) => ({
    ...row,
    isOnPath: on_path === 1,
    isContinued: parents.has(row.id),
  }))
}

/** Questions that were asked while a reply was pending follow it. */
async function followReply(
  transaction: Database,
  { userId, id }: ConversationKey,
  {
    askedId,
    replyId,
    position,
  }: { readonly askedId: string; readonly replyId: string; readonly position: number },
): Promise<void> {
  await transaction
    .updateTable('messages')
    .set({ parent_id: replyId })
    .where('user_id', '=', userId)
    .where('conversation_id', '=', id)
    .where('parent_id', '=', askedId)
    .where('role', '<>', 'assistant')
    .where('position', '>', position)
    .execute()
}

/** Returns true if the reply was truncated for another reason than an interruption by the user. */
function isTruncated({ details }: Pick<NewMessage, 'details'>): boolean {
  const { finishReason } = JSON.parse(details) as { readonly finishReason?: string }
  return finishReason === 'interrupted' || finishReason === 'error'
}

/** Deletes replies to a question; where one was the end of the shown path, the question is. */
async function dropMessages(
  transaction: Database,
  key: ConversationKey,
  messages: readonly Pick<NewMessage, 'id'>[],
  askedId: string,
): Promise<void> {
  if (messages.length === 0) return
  const ids = messages.map(({ id }) => id)
  const leafId = await leafOf(transaction, key)
  if (leafId !== null && ids.includes(leafId)) await setLeaf(transaction, key, askedId)
  await transaction
    .deleteFrom('messages')
    .where('user_id', '=', key.userId)
    .where('conversation_id', '=', key.id)
    .where('id', 'in', ids)
    .execute()
  await recountConversation(transaction, key)
}

/** Returns whether a reply is stored and complete. */
export async function isReplyComplete(
  database: Database,
  key: ConversationKey,
  replyId: string,
): Promise<boolean> {
  const reply = await replyOf(database, key, replyId)
  return reply !== undefined && !isTruncated(reply)
}

/** Deletes a truncated reply that nothing follows, so that it can be generated again. */
export function dropTruncatedReply(database: Database, key: ConversationKey, replyId: string): Promise<void> {
  return inWriteTransaction(database, conversationsLock(key.userId), async (transaction) => {
    const reply = await replyOf(transaction, key, replyId)
    if (reply === undefined || !isTruncated(reply)) return
    const laterMessage = await selectAllMessages(transaction, key)
      .select('id')
      .where('parent_id', '=', replyId)
      .executeTakeFirst()
    if (laterMessage === undefined) await dropMessages(transaction, key, [reply], reply.parent_id ?? replyId)
  })
}
