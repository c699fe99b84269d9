import { storedSearchText } from '@vee/contract/text/search-fold'
import type { Database } from '../../schema.ts'
import { inWriteTransaction } from '../../write-transaction.ts'
import { recountConversation } from '../content-bytes.ts'
import { type ConversationKey, conversationsOf, findConversation, type MessageRow } from './conversations.ts'
import {
  dropReplaced,
  insertMessages,
  selectMessages,
  type NewMessage,
  replyOf,
  type ReservedReply,
  touch,
} from './stored-messages.ts'

/** Returns a reply with the earlier ones as its versions. */
type MergeVersions = (reply: NewMessage, earlier: readonly NewMessage[]) => NewMessage

/**
 * Saves a reply: persists it in its reserved row of `messages`. During a network partition a reply may be generated twice, or its question asked again.
 * Same reply id: complete beats truncated. Several replies to one question: the latest wins unless only an earlier one is
 * complete. With `merge` the earlier replies are passed to it, oldest first, and its result is stored in their place.
 * No-op if the question was deleted. Returns false if another version won.
 */
export function storeReply(
  database: Database,
  { key, askedId, position, replaced: replacedRange }: ReservedReply,
  message: NewMessage,
  merge?: MergeVersions,
): Promise<boolean> {
  return inWriteTransaction(database, conversationsOf(key.userId), async (transaction) => {
    const question = await selectMessages(transaction, key)
      .select('position')
      .where('id', '=', askedId)
      .executeTakeFirst()
    if (question === undefined) return true
    const same = await replyOf(transaction, key, message.id)
    if (same && (same.content === message.content || !isTruncated(same)))
      return same.content === message.content
    const answers = await answersTo(transaction, key, { from: question.position, position })
    const isLater = (reply: { readonly id: string; readonly position: number }) =>
      reply.position > position && reply.id !== message.id
    const [later, earlier] = [answers.filter(isLater), answers.filter((reply) => !isLater(reply))]
    if (later.some((reply) => isTruncated(message) || !isTruncated(reply)))
      return merge !== undefined && (await mergeIntoLater(transaction, key, { message, later, merge }))
    const replaced = isTruncated(message) && !merge ? earlier.filter(isTruncated) : earlier
    const merged = merge ? merge(message, await rowsById(transaction, key, replaced)) : message
    await dropMessages(transaction, key, [...replaced, ...(same ? [same] : [])])
    if (replacedRange && !isTruncated(message)) await dropReplaced(transaction, key, replacedRange)
    await insertMessages(transaction, key, [merged], position - 1)
    await touch(transaction, key, message.created_at)
    return true
  })
}

/** Adds a reply to the versions of one whose question was asked later and which is stored already. */
async function mergeIntoLater(
  transaction: Database,
  key: ConversationKey,
  reply: {
    readonly message: NewMessage
    readonly later: readonly Pick<NewMessage, 'id'>[]
    readonly merge: MergeVersions
  },
): Promise<boolean> {
  const [shown] = await rowsById(transaction, key, reply.later.slice(-1))
  if (!shown) return false
  await dropMessages(transaction, key, [shown])
  await insertMessages(transaction, key, [reply.merge(shown, [shown, reply.message])], shown.position - 1)
  return true
}

/**
 * Changes the reply that has this id, or has it among its versions. Returns false if there is none, or `change` returned
 * undefined.
 */
export function changeShownReply(
  database: Database,
  key: ConversationKey,
  replyId: string,
  change: (reply: MessageRow) => NewMessage | undefined,
): Promise<boolean> {
  return inWriteTransaction(database, conversationsOf(key.userId), async (transaction) => {
    if (!(await findConversation(transaction, key))) return false
    if (await replyOf(transaction, key, replyId)) return true
    const rows = await selectMessages(transaction, key)
      .selectAll()
      .where('role', '=', 'assistant')
      .where('details', 'like', '%"alternatives":%')
      .execute()
    for (const row of rows) {
      const changed = change(row)
      if (!changed) continue
      const { id, content, created_at, details } = changed
      await transaction
        .updateTable('messages')
        .set({ id, content, search_text: storedSearchText(content), created_at, details })
        .where('user_id', '=', key.userId)
        .where('conversation_id', '=', key.id)
        .where('position', '=', row.position)
        .execute()
      await recountConversation(transaction, key)
      return true
    }
    return false
  })
}

async function rowsById(
  transaction: Database,
  key: ConversationKey,
  messages: readonly Pick<NewMessage, 'id'>[],
): Promise<readonly MessageRow[]> {
  if (messages.length === 0) return []
  const ids = messages.map(({ id }) => id)
  return selectMessages(transaction, key).selectAll().where('id', 'in', ids).orderBy('position').execute()
}

/** Returns the other replies to the same question, with no message of the user in between. */
async function answersTo(
  transaction: Database,
  key: ConversationKey,
  { from, position }: { readonly from: number; readonly position: number },
) {
  const later = await selectMessages(transaction, key)
    .select(['id', 'role', 'position', 'details'])
    .where('position', '>', from)
    .orderBy('position')
    .execute()
  const end = later.find(({ role }) => role !== 'assistant')?.position ?? Infinity
  return position > end ? [] : later.filter((message) => message.position < end)
}

/** Returns true if the reply was truncated for another reason than an interruption by the user. */
function isTruncated({ details }: Pick<NewMessage, 'details'>): boolean {
  const { finishReason } = JSON.parse(details) as { readonly finishReason?: string }
  return finishReason === 'interrupted' || finishReason === 'error'
}

async function dropMessages(
  transaction: Database,
  key: ConversationKey,
  messages: readonly Pick<NewMessage, 'id'>[],
): Promise<void> {
  if (messages.length === 0) return
  await transaction
    .deleteFrom('messages')
    .where('user_id', '=', key.userId)
    .where('conversation_id', '=', key.id)
    .where(
      'id',
      'in',
      messages.map(({ id }) => id),
    )
    .execute()
  await recountConversation(transaction, key)
}
