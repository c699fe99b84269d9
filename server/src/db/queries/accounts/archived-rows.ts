import type { Selectable } from 'kysely'
import type { Database } from '../../schema.ts'
import type { ProjectItemsTable } from '../../tables/conversations.ts'
import type { MemoryNotesTable } from '../../tables/memory-notes.ts'
import type { CustomAgentsTable } from '../../tables/custom-agents.ts'
import type { ProjectRow } from '../conversations/projects.ts'
import type { PromptRow } from '../prompts.ts'

// What an archive of an account contains beside conversations, meetings and files: a few hundred rows at most.

export const listCustomAgentRows = (
  database: Database,
  userId: string,
): Promise<Selectable<CustomAgentsTable>[]> =>
  database
    .selectFrom('own_agents')
    .selectAll()
    .where('user_id', '=', userId)
    .where('deleted_at', 'is', null)
    .orderBy('created_at')
    .orderBy('id')
    .execute()

export const listOwnProjectRows = (database: Database, userId: string): Promise<ProjectRow[]> =>
  database
    .selectFrom('projects')
    .selectAll()
    .where('user_id', '=', userId)
    .where('deleted_at', 'is', null)
    .orderBy('created_at')
    .orderBy('id')
    .execute()

/** What a member has put into projects. */
export const listOwnItemRows = (
  database: Database,
  userId: string,
): Promise<Selectable<ProjectItemsTable>[]> =>
  database
    .selectFrom('project_items')
    .selectAll()
    .where('user_id', '=', userId)
    .orderBy('added_at')
    .orderBy('ref')
    .execute()

/** A member's prompts, without those of organizations. */
export const listOwnPromptRows = (database: Database, userId: string): Promise<PromptRow[]> =>
  database
    .selectFrom('prompts')
    .selectAll()
    .where('user_id', '=', userId)
    .where('organization_id', 'is', null)
    .orderBy('created_at')
    .orderBy('id')
    .execute()

/** Returns whether a member has the prompt with this id, or the one that had it where its archive comes from. */
export const findPromptOfArchive = (
  database: Database,
  userId: string,
  sourceId: string,
): Promise<Pick<PromptRow, 'id'> | undefined> =>
  database
    .selectFrom('prompts')
    .select('id')
    .where('user_id', '=', userId)
    .where((row) => row.or([row('id', '=', sourceId), row('source_id', '=', sourceId)]))
    .executeTakeFirst()

/** Oldest first, in all states. */
export const listNoteRows = (database: Database, userId: string): Promise<Selectable<MemoryNotesTable>[]> =>
  database
    .selectFrom('memory_notes')
    .selectAll()
    .where('user_id', '=', userId)
    .orderBy('created_at')
    .orderBy('id')
    .execute()

/** Returns under which ids of other programs a member's conversations came in, by their ids. */
export async function sourceIdsOfConversations(
  database: Database,
  userId: string,
): Promise<ReadonlyMap<string, string>> {
  const rows = await database
    .selectFrom('conversations')
    .select(['id', 'source_id'])
    .where('user_id', '=', userId)
    .where('source_id', 'is not', null)
    .execute()
  return new Map(rows.map(({ id, source_id }) => [id, source_id ?? '']))
}

/** Conversations and messages that name an agent by its id in an archive name the restored one. */
export async function renameAgentOfMember(
  database: Database,
  userId: string,
  { from, to }: { readonly from: string; readonly to: string },
): Promise<void> {
  for (const table of ['conversations', 'messages'] as const)
    await database
      .updateTable(table)
      .set({ agent_id: to })
      .where('user_id', '=', userId)
      .where('agent_id', '=', from)
      .execute()
}

/** Moves a conversation that is in no project into one. */
export async function moveIntoProject(
  database: Database,
  { userId, id }: { readonly userId: string; readonly id: string },
  projectId: string,
): Promise<void> {
  await database
    .updateTable('conversations')
    .set({ project_id: projectId })
    .where('user_id', '=', userId)
    .where('id', '=', id)
    .where('project_id', 'is', null)
    .execute()
}
