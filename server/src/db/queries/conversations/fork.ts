import { pathTo } from '@vee/contract/entities/message-tree'
import { randomUUID } from 'node:crypto'
import { z } from 'zod'
import type { Database } from '../../schema.ts'
import { inWriteTransaction } from '../../write-transaction.ts'
import type { ContentQuota } from '../content-bytes.ts'
import {
  type ConversationKey,
  conversationsLock,
  findConversation,
  type MessageRow,
} from './conversations.ts'
import { readMessages } from './message-pages.ts'
import { readTree, setLeaf } from './message-tree.ts'
import { participantsOf, setParticipants } from './participants.ts'
import { insertConversation, insertMessages } from './stored-messages.ts'

/** Ids of a statement. */
const BATCH_IDS = 500

interface Fork {
  readonly from: ConversationKey
  /** the last message of the path to copy */
  readonly messageId: string
  readonly newId: string
  /** milliseconds since 1970 */
  readonly now: number
}

type NewIds = ReadonlyMap<string, string>

/**
 * Makes a conversation of the path to a message, with copies of its messages, of their sources and of the uses of its files. Returns false
 * if there is no such message.
 */
export function storeFork(
  database: Database,
  { from, messageId, newId, now }: Fork,
  quota: ContentQuota,
): Promise<boolean> {
  const { userId } = from
  return inWriteTransaction(database, conversationsLock(userId), async (transaction) => {
    const conversation = await findConversation(transaction, from)
    const path = conversation ? pathTo(await readTree(transaction, from), messageId) : []
    if (!conversation || path.length === 0) return false
    const messageIds = new Map(path.map((id) => [id, randomUUID()]))
    const sourceIds = await copySources(transaction, from, newId, messageIds)
    const key = { userId, id: newId }
    await insertConversation(
      transaction,
      {
        key,
        agentId: conversation.agent_id,
        title: conversation.title,
        titleSource: conversation.title_source,
        projectId: conversation.project_id,
      },
      { last: path.length, createdAt: now, updatedAt: now, leafId: null },
    )
    const newIds = [...messageIds.values()]
    for (let start = 0; start < path.length; start += BATCH_IDS) {
      const rows = await readMessages(transaction, from, { ids: path.slice(start, start + BATCH_IDS) })
      const copies = rows.map((row, index) => ({
        ...copyOf(row, sourceIds),
        id: newIds[start + index] ?? row.id,
        parent_id: newIds[start + index - 1] ?? null,
        on_path: 1,
      }))
      await insertMessages(transaction, key, copies, start, quota)
    }
    await setParticipants(transaction, key, participantsOf(conversation), conversation.agent_id)
    await setLeaf(transaction, key, newIds.at(-1) ?? null)
    await copyUses(transaction, from, newId)
    return true
  })
}

const details = z.object({ sources: z.array(z.object({ id: z.string() }).loose()).optional() }).loose()

function copyOf({ role, content, agent_id, created_at, details: json }: MessageRow, sourceIds: NewIds) {
  const { sources, ...rest } = details.parse(JSON.parse(json))
  const copies = sources?.map((source) => ({ ...source, id: sourceIds.get(source.id) ?? source.id }))
  const copied = sourceIds.size === 0 ? json : JSON.stringify({ ...rest, ...(copies && { sources: copies }) })
  return { role, content, agent_id, created_at, details: copied }
}

/** Copies what was read in a conversation and what its replies quote of it. Returns the new ids of the sources. */
async function copySources(
  transaction: Database,
  { userId, id }: ConversationKey,
  newId: string,
  messageIds: NewIds,
): Promise<NewIds> {
  const sources = await transaction
    .selectFrom('conversation_sources')
    .selectAll()
    .where('owner', '=', userId)
    .where('conversation_id', '=', id)
    .execute()
  const sourceIds = new Map(sources.map((source) => [source.id, randomUUID()]))
  for (const source of sources)
    await transaction
      .insertInto('conversation_sources')
      .values({ ...source, id: sourceIds.get(source.id) ?? source.id, conversation_id: newId })
      .execute()
  const quotes = await transaction
    .selectFrom('reply_sources')
    .selectAll()
    .where('owner', '=', userId)
    .where('conversation_id', '=', id)
    .execute()
  for (const quote of quotes) {
    const replyId = messageIds.get(quote.reply_id)
    const sourceId = sourceIds.get(quote.source_id)
    if (replyId === undefined || sourceId === undefined) continue
    await transaction
      .insertInto('reply_sources')
      .values({ ...quote, reply_id: replyId, source_id: sourceId, conversation_id: newId })
      .execute()
  }
  return sourceIds
}

async function copyUses(
  transaction: Database,
  { userId, id }: ConversationKey,
  newId: string,
): Promise<void> {
  const uses = await transaction
    .selectFrom('attachment_uses')
    .select('attachment_id')
    .where('owner', '=', userId)
    .where('conversation_id', '=', id)
    .execute()
  if (uses.length === 0) return
  await transaction
    .insertInto('attachment_uses')
    .values(uses.map(({ attachment_id }) => ({ owner: userId, attachment_id, conversation_id: newId })))
    .execute()
}
