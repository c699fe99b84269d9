import { idsUnder, inTreeOrder } from '@vee/contract/entities/message-tree'
import { storedSearchText } from '@vee/contract/text/search-fold'
import { createHash } from 'node:crypto'
import { setImmediate as nextTurnOfEventLoop } from 'node:timers/promises'
import type { Selectable } from 'kysely'
import type { Database } from '../../schema.ts'
import type { ConversationsTable, TitleSource } from '../../tables/conversations.ts'
import type { MessagesTable } from '../../tables/messages.ts'
import { inWriteTransaction } from '../../write-transaction.ts'
import { addConversationBytes, type ContentQuota } from '../content-bytes.ts'
import {
  changeConversation,
  type ConversationKey,
  conversationsLock,
  type MessageRow,
} from './conversations.ts'
import { replaceTags } from './labels.ts'
import { addParticipants, setParticipants } from './participants.ts'
import { leafOf, readTree, selectAllMessages, setLeaf, showPathTo } from './message-tree.ts'

/** Rows a statement: SQLite takes 32,766 values. */
const BATCH_ROWS = 1_000
/** Text of a statement, in UTF-16 code units: SQLite indexes it on the main thread, which must not stall. */
const BATCH_LENGTH = 100_000

/** A message without a position yet. */
export type NewMessage = Pick<
  MessagesTable,
  'id' | 'role' | 'content' | 'agent_id' | 'created_at' | 'details'
>

/** A message with its place in the tree. */
export interface PlacedMessage extends NewMessage {
  readonly parent_id: string | null
  readonly on_path: number
}

export interface NewQuestion {
  readonly key: ConversationKey
  readonly agentId: string
  /** the id of its reply */
  readonly replyId: string
  /** for a new conversation */
  readonly title: string
  /** the project of a new conversation */
  readonly projectId?: string | null
  /** the initial messages of a new conversation */
  readonly wholeMessages: readonly NewMessage[]
  /** the new messages of an existing conversation; the last one is the question */
  readonly tailMessages: readonly NewMessage[]
  /** the message that the new messages follow, null for none; default: the leaf of the shown path */
  readonly parentId: string | null | undefined
  /** the message in whose place the question is asked, instead of `parentId` */
  readonly replaces: string | undefined
  readonly now: number
}

/** The reserved row of a reply. */
export interface ReservedReply {
  readonly key: ConversationKey
  readonly askedId: string
  readonly position: number
}

/** The message that a question should follow is not there. Thrown within the transaction, which is rolled back. */
export class ParentMissing extends Error {}

/**
 * Stores the question and reserves a row for the reply. The path to it is shown; its siblings stay in the tree. An existing
 * question is asked again: it is not stored twice, and its earlier replies are shown until there is a new one. Resolves
 * with the reply itself if it already exists. A deleted conversation that continues is restored.
 */
export function storeQuestion(
  database: Database,
  question: NewQuestion,
  quota: ContentQuota,
): Promise<ReservedReply | MessageRow> {
  const { key, replyId, now } = question
  return inWriteTransaction(database, conversationsLock(key.userId), async (transaction) => {
    const storedPosition = await lastPosition(transaction, key)
    const { messages, fresh } =
      storedPosition === undefined
        ? { messages: question.wholeMessages, fresh: withoutDuplicates(question.wholeMessages) }
        : await besideKnown(transaction, key, question.tailMessages)
    const askedId = messages.at(-1)?.id ?? ''
    const isAskedAgain = !fresh.some(({ id }) => id === askedId)
    const storedMessage = isAskedAgain ? await replyOf(transaction, key, replyId) : undefined
    if (storedMessage) return storedMessage
    const last = storedPosition ?? 0
    const position = last + fresh.length + 1
    const leafId = storedPosition === undefined ? null : await leafOf(transaction, key)
    const parentId =
      storedPosition === undefined || isAskedAgain ? leafId : await parentOf(transaction, question, leafId)
    if (storedPosition === undefined) {
      await insertConversation(transaction, question, {
        last: position,
        createdAt: now,
        updatedAt: now,
        leafId: askedId,
      })
    } else {
      await transaction
        .updateTable('conversations')
        .set({ last_position: position, updated_at: now, deleted_at: null, unread: 0 })
        .where('user_id', '=', key.userId)
        .where('id', '=', key.id)
        .execute()
      await addParticipants(transaction, key, [question.agentId])
    }
    const isAppended = !isAskedAgain && parentId === leafId
    await insertMessages(transaction, key, inChain(fresh, parentId, isAppended), last, quota)
    if (isAskedAgain) await showAskedAgain(transaction, key, askedId)
    else if (isAppended) await setLeaf(transaction, key, askedId)
    else await showPathTo(transaction, key, askedId)
    return { key, askedId, position }
  })
}

/** Returns the message that a new question follows. Throws ParentMissing. */
async function parentOf(
  transaction: Database,
  { key, parentId, replaces }: NewQuestion,
  leafId: string | null,
): Promise<string | null> {
  if (parentId === undefined) {
    const replaced = replaces === undefined ? undefined : await treeRowOf(transaction, key, replaces)
    return replaced ? replaced.parentId : leafId
  }
  if (parentId === null || parentId === leafId) return parentId
  if (!(await treeRowOf(transaction, key, parentId))) throw new ParentMissing()
  return parentId
}

const treeRowOf = async (transaction: Database, key: ConversationKey, messageId: string) =>
  (await readTree(transaction, key)).find(({ id }) => id === messageId)

/** Each message follows the one before it. */
const inChain = (
  messages: readonly NewMessage[],
  first: string | null,
  isOnPath: boolean,
): readonly PlacedMessage[] =>
  messages.map((message, index) => ({
    ...message,
    parent_id: messages[index - 1]?.id ?? first,
    on_path: isOnPath ? 1 : 0,
  }))

/** A question of another path that is asked again is shown. */
async function showAskedAgain(transaction: Database, key: ConversationKey, askedId: string): Promise<void> {
  const row = await selectAllMessages(transaction, key)
    .select('on_path')
    .where('id', '=', askedId)
    .where('deleted_at', 'is', null)
    .executeTakeFirst()
  if (row?.on_path === 0) await showPathTo(transaction, key, askedId)
}

/** An imported message; without a parent it follows the one before it in the list. */
type ImportedMessage = NewMessage & { readonly parentId?: string | null | undefined }

export interface NewConversation extends Pick<NewQuestion, 'key' | 'agentId' | 'title' | 'projectId'> {
  /** at least one */
  readonly messages: readonly ImportedMessage[]
  /** the last message of the path to show, null for none; default: the last message of the list */
  readonly leafId?: string | null | undefined
  readonly titleSource?: TitleSource | undefined
  /** further columns of a new conversation */
  readonly columns?: Partial<
    Pick<Selectable<ConversationsTable>, 'archived' | 'pinned_at' | 'unread' | 'created_at' | 'updated_at'>
  >
  /** tags of a new conversation */
  readonly tags?: readonly string[] | undefined
}

/**
 * Imports a conversation, or its new messages, with their tree. Returns the number of new messages; 0 for a deleted
 * conversation.
 */
export function importConversation(
  database: Database,
  conversation: NewConversation,
  quota: ContentQuota,
): Promise<number> {
  const { key, messages } = conversation
  const times = messages.map(({ created_at }) => created_at)
  const newest = times.reduce((left, right) => Math.max(left, right))
  return inWriteTransaction(database, conversationsLock(key.userId), async (transaction) => {
    const storedPosition = await lastPosition(transaction, key)
    if (storedPosition !== undefined && (await isDeleted(transaction, key))) return 0
    const storedIds = await idsOf(transaction, key)
    const before = storedPosition === undefined ? null : await leafOf(transaction, key)
    const fresh = placed(messages, storedIds, before)
    if (fresh.length === 0) return 0
    const last = storedPosition ?? 0
    const position = last + fresh.length
    if (storedPosition === undefined) {
      const createdAt = times.reduce((left, right) => Math.min(left, right))
      await insertConversation(transaction, conversation, {
        last: position,
        createdAt,
        updatedAt: newest,
        leafId: null,
      })
      if (conversation.tags) await replaceTags(transaction, key, conversation.tags)
      if (conversation.columns) await changeConversation(transaction, key, conversation.columns)
    } else {
      await transaction
        .updateTable('conversations')
        .set({ last_position: position })
        .where('user_id', '=', key.userId)
        .where('id', '=', key.id)
        .execute()
      await touch(transaction, key, newest)
    }
    await insertMessages(transaction, key, fresh, last, quota)
    const speakerIds = fresh.flatMap(({ role, agent_id }) => (role === 'assistant' && agent_id) || [])
    if (storedPosition === undefined)
      await setParticipants(transaction, key, speakerIds, conversation.agentId)
    await showImported(transaction, key, conversation, before)
    return fresh.length
  })
}

/** Returns the new messages of an import, each after its parent. */
function placed(
  messages: readonly ImportedMessage[],
  storedIds: ReadonlySet<string>,
  leafId: string | null,
): readonly PlacedMessage[] {
  const unique = [...new Map(messages.map((message) => [message.id, message])).values()]
  const nodes = unique.map(({ parentId, ...message }, index) => ({
    message,
    id: message.id,
    parentId: parentId === undefined ? (unique[index - 1]?.id ?? leafId) : parentId,
  }))
  return inTreeOrder(
    nodes.filter(({ id }) => !storedIds.has(id)),
    storedIds,
  ).map(({ message, parentId }) => ({ ...message, parent_id: parentId, on_path: 0 }))
}

/** Shows the path that an import names, or one that continues what was shown before. */
async function showImported(
  transaction: Database,
  key: ConversationKey,
  { messages, leafId }: NewConversation,
  before: string | null,
): Promise<void> {
  const rows = await readTree(transaction, key)
  const last = messages.at(-1)?.id ?? ''
  if (leafId === null && before === null) return
  const wanted = rows.some(({ id }) => id === leafId) ? leafId : last
  const isContinued = before === null || idsUnder(rows, before).has(wanted ?? '')
  await showPathTo(transaction, key, isContinued ? (wanted ?? before) : before, rows)
}

export async function insertConversation(
  transaction: Database,
  {
    key,
    agentId,
    title,
    titleSource = 'first-words',
    projectId = null,
  }: Pick<NewQuestion, 'key' | 'agentId' | 'title' | 'projectId'> & {
    readonly titleSource?: TitleSource | undefined
  },
  {
    last,
    createdAt,
    updatedAt,
    leafId,
  }: { last: number; createdAt: number; updatedAt: number; leafId: string | null },
): Promise<void> {
  await transaction
    .insertInto('conversations')
    .values({
      user_id: key.userId,
      id: key.id,
      agent_id: agentId,
      title,
      search_title: storedSearchText(title),
      title_source: titleSource,
      project_id: projectId,
      archived: 0,
      last_position: last,
      leaf_id: leafId,
      created_at: createdAt,
      updated_at: updatedAt,
      deleted_at: null,
    })
    .execute()
}

/**
 * Inserts messages after the given position. Messages with an existing id are skipped. With a quota it throws
 * ContentFull if they are exceeded.
 */
export async function insertMessages(
  transaction: Database,
  { userId, id }: ConversationKey,
  messages: readonly PlacedMessage[],
  after: number,
  quota?: ContentQuota,
): Promise<void> {
  const rows = messages.map((message, index) => ({
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
  await addConversationBytes(transaction, { userId, id }, added, quota)
}

function batchesOf<R extends Pick<MessageRow, 'content'>>(rows: readonly R[]): readonly (readonly R[])[] {
  const batches: R[][] = []
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

/** The messages of a conversation that are not deleted. */
export const selectMessages = (transaction: Database, key: ConversationKey) =>
  selectAllMessages(transaction, key).where('deleted_at', 'is', null)

function withoutDuplicates(messages: readonly NewMessage[]): readonly NewMessage[] {
  return [...new Map(messages.map((message) => [message.id, message])).values()]
}

async function idsOf(transaction: Database, key: ConversationKey): Promise<ReadonlySet<string>> {
  const rows = await selectAllMessages(transaction, key).select('id').execute()
  return new Set(rows.map(({ id }) => id))
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
  const rows = await selectAllMessages(transaction, key)
    .select(['id', 'content', 'deleted_at'])
    .where('id', 'in', ids)
    .execute()
  const storedTexts = new Map(
    rows.map(({ id, content, deleted_at }) => [id, deleted_at === null ? content : undefined]),
  )
  const messages = candidateMessages.map((message) => {
    const { id, content } = message
    const isAnother = storedTexts.has(id) && storedTexts.get(id) !== content
    return isAnother ? { ...message, id: `${id}.${digest(content)}` } : message
  })
  return { messages, fresh: withoutDuplicates(messages).filter(({ id }) => !storedTexts.has(id)) }
}

const digest = (text: string) => createHash('sha256').update(text).digest('hex').slice(0, 12)

export const replyOf = (transaction: Database, key: ConversationKey, id: string) =>
  selectMessages(transaction, key)
    .selectAll()
    .where('id', '=', id)
    .where('role', '=', 'assistant')
    .executeTakeFirst()
