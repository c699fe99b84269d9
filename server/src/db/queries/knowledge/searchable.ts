import { sql } from 'kysely'
import type { Database } from '../../schema.ts'
import { readableBases } from './bases.ts'
import { mayReadMeeting, TEXTS } from '../meetings/meetings.ts'

/** Something that a member may see, with what changes when its text does. */
export interface KnowledgeEntry {
  readonly kind: 'conversation' | 'meeting' | 'note' | 'file'
  /** of a meeting that may be a colleague's; of a file of knowledge, the knowledge base */
  readonly ownerId: string
  readonly id: string
  readonly stamp: string
  /** milliseconds since 1970 */
  readonly changedAt: number
  /** of a file of knowledge */
  readonly knowledge?: {
    readonly id: string
    /** the custom agent whose knowledge it is; null: all agents answer from it */
    readonly agentId: string | null
    /** the project in whose conversations it is searched; null: everywhere */
    readonly projectId: string | null
  }
}

/** Lists everything that a member may see now, the latest changes first. */
export async function listKnowledge(database: Database, userId: string): Promise<readonly KnowledgeEntry[]> {
  const [conversations, meetings, notes, files, knowledgeFiles] = await Promise.all([
    database
      .selectFrom('conversations')
      .select(['id', 'updated_at', 'last_position', 'bytes'])
      .where('user_id', '=', userId)
      .where('deleted_at', 'is', null)
      .execute(),
    database
      .selectFrom('meetings')
      .select(['user_id', 'id', 'updated_at', 'bytes'])
      .where((where) => mayReadMeeting(where, userId))
      .where('deleted_at', 'is', null)
      .execute(),
    database
      .selectFrom('memory_notes')
      .select(['id', 'created_at', 'note'])
      .where('user_id', '=', userId)
      .where('state', '=', 'accepted')
      .execute(),
    usedFiles(database, userId)
      .select(['attachments.id', 'text_file', 'attachments.created_at'])
      .distinct()
      .execute(),
    readableBases(database, userId)
      .innerJoin('knowledge_files', 'knowledge_files.knowledge_id', 'knowledge_bases.id')
      .select([
        'knowledge_files.id',
        'knowledge_id',
        'knowledge_bases.agent_id',
        'project_id',
        'text_file',
        'read_at',
      ])
      .where('text_file', 'is not', null)
      .execute(),
  ])
  const entries: KnowledgeEntry[] = [
    ...conversations.map(({ id, updated_at, last_position, bytes }) => ({
      kind: 'conversation' as const,
      ownerId: userId,
      id,
      stamp: `${updated_at} ${last_position} ${bytes}`,
      changedAt: updated_at,
    })),
    ...meetings.map(({ user_id, id, updated_at, bytes }) => ({
      kind: 'meeting' as const,
      ownerId: user_id,
      id,
      stamp: `${updated_at} ${bytes}`,
      changedAt: updated_at,
    })),
    ...notes.map(({ id, created_at, note }) => ({
      kind: 'note' as const,
      ownerId: userId,
      id,
      // A note is edited as a whole, and is short.
      stamp: note,
      changedAt: created_at,
    })),
    ...files.map(({ id, text_file, created_at }) => ({
      kind: 'file' as const,
      ownerId: userId,
      id,
      stamp: text_file ?? '',
      changedAt: created_at,
    })),
    ...knowledgeFiles.map(({ id, knowledge_id, agent_id, project_id, text_file, read_at }) => ({
      kind: 'file' as const,
      ownerId: knowledge_id,
      id,
      stamp: text_file ?? '',
      changedAt: read_at ?? 0,
      knowledge: { id: knowledge_id, agentId: agent_id, projectId: project_id },
    })),
  ]
  return entries.toSorted((left, right) => right.changedAt - left.changedAt)
}

/** Files with a text, of conversations that were not deleted. */
const usedFiles = (database: Database, userId: string) =>
  database
    .selectFrom('attachments')
    .innerJoin('attachment_uses', (join) =>
      join
        .onRef('attachment_uses.owner', '=', 'attachments.owner')
        .onRef('attachment_uses.attachment_id', '=', 'attachments.id'),
    )
    .innerJoin('conversations', (join) =>
      join
        .onRef('conversations.user_id', '=', 'attachment_uses.owner')
        .onRef('conversations.id', '=', 'attachment_uses.conversation_id'),
    )
    .where('attachments.owner', '=', userId)
    .where('conversations.deleted_at', 'is', null)
    .where('text_file', 'is not', null)

export async function readConversationTexts(database: Database, userId: string, id: string) {
  const conversation = await database
    .selectFrom('conversations')
    .select(['title', 'created_at'])
    .where('user_id', '=', userId)
    .where('id', '=', id)
    .where('deleted_at', 'is', null)
    .executeTakeFirst()
  if (!conversation) return undefined
  const messages = await database
    .selectFrom('messages')
    .select(['id', 'content', 'created_at'])
    .where('user_id', '=', userId)
    .where('conversation_id', '=', id)
    .where('deleted_at', 'is', null)
    .orderBy('position')
    .execute()
  return { ...conversation, messages }
}

/** Returns the columns of a meeting that are searched; undefined if the reader may not see it. */
export const readMeetingTexts = (database: Database, readerId: string, ownerId: string, id: string) =>
  database
    .selectFrom('meetings')
    .innerJoin(...TEXTS)
    .select(['title', 'meeting_at', 'action_items', 'details', 'proof'])
    .where((where) => mayReadMeeting(where, readerId))
    .where('meetings.user_id', '=', ownerId)
    .where('meetings.id', '=', id)
    .where('deleted_at', 'is', null)
    .executeTakeFirst()

export const readNote = (database: Database, userId: string, id: string) =>
  database
    .selectFrom('memory_notes')
    .select(['note', 'created_at'])
    .where('user_id', '=', userId)
    .where('id', '=', id)
    .executeTakeFirst()

/** Returns the agents of conversations by their ids. */
export async function agentsOfConversations(
  database: Database,
  userId: string,
  ids: readonly string[],
): Promise<ReadonlyMap<string, string>> {
  if (ids.length === 0) return new Map()
  const rows = await database
    .selectFrom('conversations')
    .select(['id', 'agent_id'])
    .where('user_id', '=', userId)
    .where('id', 'in', ids)
    .execute()
  return new Map(rows.map(({ id, agent_id }) => [id, agent_id]))
}

/** Returns where the text of a file is, and the latest conversation that uses it. */
export const readFileEntry = (database: Database, userId: string, id: string) =>
  usedFiles(database, userId)
    .where('attachments.id', '=', id)
    .select([
      'name',
      'text_file',
      'text_salt',
      'attachments.created_at',
      sql<string>`conversations.id`.as('conversation_id'),
    ])
    .orderBy('conversations.updated_at', 'desc')
    .executeTakeFirst()

/** Returns whose knowledge a member may search and has texts: of which agents and projects; of neither: all agents answer from it. */
export const ownersWithKnowledge = (
  database: Database,
  userId: string,
): Promise<readonly { readonly agent_id: string | null; readonly project_id: string | null }[]> =>
  readableBases(database, userId)
    .innerJoin('knowledge_files', 'knowledge_files.knowledge_id', 'knowledge_bases.id')
    .where('text_file', 'is not', null)
    .select(['knowledge_bases.agent_id', 'project_id'])
    .distinct()
    .execute()

/** Returns where the text of a file of knowledge is; undefined if the member may not see it. */
export const readKnowledgeFile = (database: Database, userId: string, id: string) =>
  readableBases(database, userId)
    .innerJoin('knowledge_files', 'knowledge_files.knowledge_id', 'knowledge_bases.id')
    .where('knowledge_files.id', '=', id)
    .select([
      'knowledge_files.name',
      'knowledge_files.url',
      'text_file',
      'text_salt',
      'knowledge_files.created_at',
    ])
    .executeTakeFirst()
