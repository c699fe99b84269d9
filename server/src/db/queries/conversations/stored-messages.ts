import { storedSearchText } from '@vee/contract/text/search-fold'
import { sql } from 'kysely'
import { createHash } from 'node:crypto'
import { setImmediate as nextTurnOfEventLoop } from 'node:timers/promises'
import type { Database } from '../../schema.ts'
import type { MessagesTable } from '../../tables/messages.ts'
import { inWriteTransaction } from '../../write-transaction.ts'
import { addConversationBytes, type ContentLimits, recountConversation } from '../content-bytes.ts'
import { type ConversationKey, conversationsOf, type MessageRow } from './conversations.ts'

/** Rows a statement: SQLite takes 32,766 values. */
const BATCH_ROWS = 1_000
/** Text of a statement, in UTF-16 code units: SQLite indexes it on the main thread, which must not stall. */
const BATCH_LENGTH = 100_000

/** A message without a position yet. */
export type NewMessage = Pick<
  MessagesTable,
  'id' | 'role' | 'content' | 'agent_id' | 'created_at' | 'details'
>

export interface NewQuestion {
  readonly key: ConversationKey
  readonly agentId: string
  /** the id of its reply */
  readonly replyId: string
  /** for a new conversation */
  readonly title: string
  /** the initial messages of a new conversation */
  readonly wholeMessages: readonly NewMessage[]
  /** the new messages of an existing conversation; the last one is the question */
  readonly tailMessages: readonly NewMessage[]
  /** the message that the question replaces, with all messages after it */
  readonly replaces: string | undefined
  readonly now: number
}

/** The reserved row of a reply. */
export interface ReservedReply {
  readonly key: ConversationKey
  readonly askedId: string
  readonly position: number
  /** the messages that are deleted when a complete reply is stored */
  readonly replaced?: ReplacedRange | undefined
}

/** Messages that an edited question replaces. */
interface ReplacedRange {
  readonly from: number
  /** exclusive */
  readonly until: number
  /** ids of the new question, which may be the replaced one asked again */
  readonly storedIds: readonly string[]
}

/**
 * Stores the question and reserves a row for the reply. An existing question is asked again: it is not stored
 * twice, and its earlier reply is deleted when there is a new one. Resolves with the reply itself if it
 * already exists. A deleted conversation that continues is restored. Replaced messages remain until
 * `storeReply` stores a complete reply, so that a failed provider does not cause data loss.
 */
export function storeQuestion(
  database: Database,
  question: NewQuestion,
  limits: ContentLimits,
): Promise<ReservedReply | MessageRow> {
  const { key, replyId, replaces, now } = question
  return inWriteTransaction(database, conversationsOf(key.userId), async (transaction) => {
    const storedPosition = await lastPosition(transaction, key)
    const replacedFrom =
      storedPosition !== undefined && replaces !== undefined
        ? await positionOf(transaction, key, replaces)
        : undefined
    const { messages, fresh } =
      storedPosition === undefined
        ? { messages: question.wholeMessages, fresh: withoutDuplicates(question.wholeMessages) }
        : await besideKnown(transaction, key, question.tailMessages)
    const askedId = messages.at(-1)?.id ?? ''
    const storedMessage = fresh.some(({ id }) => id === askedId)
      ? undefined
      : await replyOf(transaction, key, replyId)
    if (storedMessage) return storedMessage
    const last = storedPosition ?? 0
    const position = last + fresh.length + 1
    if (storedPosition === undefined) {
      await insertConversation(transaction, question, { last: position, createdAt: now, updatedAt: now })
    } else {
      await transaction
        .updateTable('conversations')
        .set({ last_position: position, updated_at: now, deleted_at: null })
        .where('user_id', '=', key.userId)
        .where('id', '=', key.id)
        .execute()
    }
    const storedIds = messages.map(({ id }) => id)
    const replaced =
      replacedFrom === undefined ? undefined : { from: replacedFrom, until: position, storedIds }
    // Replaced messages are deleted after the reply, so their bytes are not counted against the question.
    const leaving = replaced ? await bytesFrom(transaction, key, replaced.from) : 0
    await insertMessages(transaction, key, fresh, last, withRoomFor(limits, leaving))
    return { key, askedId, position, replaced }
  })
}

/** Twice the limits at most, for any number of edits without a reply. */
const withRoomFor = (limits: ContentLimits, bytes: number): ContentLimits => ({
  ...limits,
  conversationBytes: limits.conversationBytes + Math.min(bytes, limits.conversationBytes),
  conversationsBytes: limits.conversationsBytes + Math.min(bytes, limits.conversationBytes),
})

async function bytesFrom(transaction: Database, key: ConversationKey, position: number): Promise<number> {
  const { bytes } = await selectMessages(transaction, key)
    .where('position', '>=', position)
    .select(sql<number | string | null>`sum(octet_length(content) + octet_length(details))`.as('bytes'))
    .executeTakeFirstOrThrow()
  return Number(bytes ?? 0)
}

export interface NewConversation extends Pick<NewQuestion, 'key' | 'agentId' | 'title'> {
  /** oldest first, at least one */
  readonly messages: readonly NewMessage[]
}

/**
 * Imports a conversation, or its new messages. Returns the number of new messages; 0 for a deleted
 * conversation.
 */
export function importConversation(
  database: Database,
  conversation: NewConversation,
  limits: ContentLimits,
): Promise<number> {
  const { key, messages } = conversation
  const times = messages.map(({ created_at }) => created_at)
  const newest = times.reduce((left, right) => Math.max(left, right))
  return inWriteTransaction(database, conversationsOf(key.userId), async (transaction) => {
    const storedPosition = await lastPosition(transaction, key)
    if (storedPosition !== undefined && (await isDeleted(transaction, key))) return 0
    const fresh =
      storedPosition === undefined
        ? withoutDuplicates(messages)
        : await unknownIds(transaction, key, withoutDuplicates(messages))
    if (fresh.length === 0) return 0
    const last = storedPosition ?? 0
    const position = last + fresh.length
    if (storedPosition === undefined) {
      const createdAt = times.reduce((left, right) => Math.min(left, right))
      await insertConversation(transaction, conversation, { last: position, createdAt, updatedAt: newest })
    } else {
      await transaction
        .updateTable('conversations')
        .set({ last_position: position })
        .where('user_id', '=', key.userId)
        .where('id', '=', key.id)
        .execute()
      await touch(transaction, key, newest)
    }
    await insertMessages(transaction, key, fresh, last, limits)
    return fresh.length
  })
}

async function insertConversation(
  transaction: Database,
  { key, agentId, title }: Pick<NewQuestion, 'key' | 'agentId' | 'title'>,
  { last, createdAt, updatedAt }: { last: number; createdAt: number; updatedAt: number },
): Promise<void> {
  await transaction
    .insertInto('conversations')
    .values({
      user_id: key.userId,
      id: key.id,
      agent_id: agentId,
      title,
      search_title: storedSearchText(title),
      archived: 0,
      last_position: last,
      created_at: createdAt,
      updated_at: updatedAt,
      deleted_at: null,
    })
    .execute()
}

/**
 * Inserts messages after the given position. Messages with an existing id are skipped. With limits it throws
 * ContentFull if they are exceeded.
 */
export async function insertMessages(
  transaction: Database,
  { userId, id }: ConversationKey,
  messages: readonly NewMessage[],
  after: number,
  limits?: ContentLimits,
): Promise<void> {
  const rows: readonly MessageRow[] = messages.map((message, index) => ({
    ...message,
    user_id: userId,
    conversation_id: id,
    position: after + index + 1,
  }))
  for (const [index, batch] of batchesOf(rows).entries()) {
    if (index > 0) await nextTurnOfEventLoop()
    await transaction
      .insertInto('messages')
      .values(batch.map((row) => ({ ...row, search_text: storedSearchText(row.content) })))
      .onConflict((conflict) => conflict.doNothing())
      .execute()
  }
  const added = messages.reduce(
    (sum, { content, details }) => sum + Buffer.byteLength(content) + Buffer.byteLength(details),
    0,
  )
  await addConversationBytes(transaction, { userId, id }, added, limits)
}

function batchesOf(rows: readonly MessageRow[]): readonly (readonly MessageRow[])[] {
  const batches: MessageRow[][] = []
  let length = 0
  for (const row of rows) {
    const batch = batches.at(-1)
    if (batch && batch.length < BATCH_ROWS && length + row.content.length <= BATCH_LENGTH) {
      batch.push(row)
      length += row.content.length
    } else {
      batches.push([row])
      length = row.content.length
    }
  }
  return batches
}

async function lastPosition(transaction: Database, { userId, id }: ConversationKey) {
  const row = await transaction
    .selectFrom('conversations')
    .select('last_position')
    .where('user_id', '=', userId)
    .where('id', '=', id)
    .executeTakeFirst()
  return row?.last_position
}

async function isDeleted(transaction: Database, { userId, id }: ConversationKey): Promise<boolean> {
  const row = await transaction
    .selectFrom('conversations')
    .select('id')
    .where('user_id', '=', userId)
    .where('id', '=', id)
    .where('deleted_at', 'is not', null)
    .executeTakeFirst()
  return row !== undefined
}

/** The time of a conversation is that of its newest message. */
export async function touch(
  transaction: Database,
  { userId, id }: ConversationKey,
  nowMs: number,
): Promise<void> {
  await transaction
    .updateTable('conversations')
    .set({ updated_at: nowMs })
    .where('user_id', '=', userId)
    .where('id', '=', id)
    .where('updated_at', '<', nowMs)
    .execute()
}

export const selectMessages = (transaction: Database, { userId, id }: ConversationKey) =>
  transaction.selectFrom('messages').where('user_id', '=', userId).where('conversation_id', '=', id)

function withoutDuplicates(messages: readonly NewMessage[]): readonly NewMessage[] {
  return [...new Map(messages.map((message) => [message.id, message])).values()]
}

async function unknownIds(
  transaction: Database,
  key: ConversationKey,
  messages: readonly NewMessage[],
): Promise<readonly NewMessage[]> {
  const rows = await selectMessages(transaction, key).select('id').execute()
  const storedIds = new Set(rows.map(({ id }) => id))
  return messages.filter(({ id }) => !storedIds.has(id))
}

/**
 * Returns the messages as they are stored, and which of them are new. A message with an existing id and
 * another text gets a new id, so that a client that restarts its numbering loses none.
 */
async function besideKnown(
  transaction: Database,
  key: ConversationKey,
  candidateMessages: readonly NewMessage[],
): Promise<{ readonly messages: readonly NewMessage[]; readonly fresh: readonly NewMessage[] }> {
  const ids = candidateMessages.map(({ id }) => id)
  const rows = await selectMessages(transaction, key)
    .select(['id', 'content'])
    .where('id', 'in', ids)
    .execute()
  const storedTexts = new Map(rows.map(({ id, content }) => [id, content]))
  const messages = candidateMessages.map((message) => {
    const { id, content } = message
    const isAnother = storedTexts.has(id) && storedTexts.get(id) !== content
    return isAnother ? { ...message, id: `${id}.${digest(content)}` } : message
  })
  return { messages, fresh: withoutDuplicates(messages).filter(({ id }) => !storedTexts.has(id)) }
}

const digest = (text: string) => createHash('sha256').update(text).digest('hex').slice(0, 12)

async function positionOf(transaction: Database, key: ConversationKey, messageId: string) {
  const row = await selectMessages(transaction, key)
    .select('position')
    .where('id', '=', messageId)
    .executeTakeFirst()
  return row?.position
}

/** Deletes the messages that a question replaced. */
export async function dropReplaced(
  transaction: Database,
  key: ConversationKey,
  { from, until, storedIds }: ReplacedRange,
): Promise<void> {
  await transaction
    .deleteFrom('messages')
    .where('user_id', '=', key.userId)
    .where('conversation_id', '=', key.id)
    .where('position', '>=', from)
    .where('position', '<', until)
    .where('id', 'not in', [...storedIds])
    .execute()
  await recountConversation(transaction, key)
}

export const replyOf = (transaction: Database, key: ConversationKey, id: string) =>
  selectMessages(transaction, key)
    .selectAll()
    .where('id', '=', id)
    .where('role', '=', 'assistant')
    .executeTakeFirst()
