import { z } from 'zod'
import type { Database } from '../../schema.ts'
import { inWriteTransaction } from '../../write-transaction.ts'
import { type ConversationKey, type ConversationRow, conversationsLock } from './conversations.ts'

const agentIds = z.array(z.string())

/** Returns the ids of the agents that took part in a conversation, in the order in which they came. */
export function participantsOf({
  agent_id,
  participants,
}: Pick<ConversationRow, 'agent_id' | 'participants'>): string[] {
  const ids = agentIds.parse(JSON.parse(participants))
  return ids.length === 0 ? [agent_id] : ids
}

/** Returns the active agent of a conversation and all that took part; undefined if it is not stored. */
export async function findParticipants(
  database: Database,
  { userId, id }: ConversationKey,
): Promise<{ readonly activeId: string; readonly agentIds: readonly string[] } | undefined> {
  const row = await database
    .selectFrom('conversations')
    .select(['agent_id', 'participants'])
    .where('user_id', '=', userId)
    .where('id', '=', id)
    .where('deleted_at', 'is', null)
    .executeTakeFirst()
  return row && { activeId: row.agent_id, agentIds: participantsOf(row) }
}

/** Adds agents to a conversation; the last one becomes the active one. */
export async function addParticipants(
  transaction: Database,
  { userId, id }: ConversationKey,
  newIds: readonly string[],
): Promise<void> {
  const stored = await findParticipants(transaction, { userId, id })
  const activeId = newIds.at(-1)
  if (!stored || activeId === undefined) return
  const all = [...new Set([...stored.agentIds, ...newIds])]
  if (activeId === stored.activeId && all.length === stored.agentIds.length) return
  await setParticipants(transaction, { userId, id }, all, activeId)
}

/** Sets those that took part, in the order in which they came, and which of them is active. */
export async function setParticipants(
  transaction: Database,
  { userId, id }: ConversationKey,
  agentIds: readonly string[],
  activeId: string,
): Promise<void> {
  const participants = [...new Set([...agentIds, activeId])]
  await transaction
    .updateTable('conversations')
    .set({ agent_id: activeId, participants: participants.length > 1 ? JSON.stringify(participants) : '[]' })
    .where('user_id', '=', userId)
    .where('id', '=', id)
    .execute()
}

/** Adds those that spoke in a reply; the last one becomes the active one. */
export const storeSpeakers = (
  database: Database,
  key: ConversationKey,
  speakerIds: readonly string[],
): Promise<void> =>
  inWriteTransaction(database, conversationsLock(key.userId), (transaction) =>
    addParticipants(transaction, key, speakerIds),
  )
