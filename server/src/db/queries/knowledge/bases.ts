import type { Role } from '@vee/contract/entities/teams/organization'
import { type Selectable, sql } from 'kysely'
import type { Database } from '../../schema.ts'
import type { KnowledgeBasesTable, KnowledgeFilesTable } from '../../tables/knowledge.ts'
import { inWriteTransaction } from '../../write-transaction.ts'
import { sharedWith } from '../organizations/shares.ts'

export type KnowledgeBaseRow = Selectable<KnowledgeBasesTable>
export type KnowledgeFileRow = Selectable<KnowledgeFilesTable>

/** A knowledge base with the columns that decide what the reader may do with it. */
export interface ReadableBaseRow extends KnowledgeBaseRow {
  readonly agent_name: string | null
  readonly organization_name: string | null
  readonly project_name: string | null
  /** the reader's role in its organization; null: it belongs to none */
  readonly role: Role | null
}

/** Holds the lock for the knowledge of a member or an organization, so that its limits hold with concurrent calls. */
export const inKnowledgeOf = <R>(
  database: Database,
  { user_id, organization_id }: Pick<KnowledgeBaseRow, 'user_id' | 'organization_id'>,
  work: (transaction: Database) => Promise<R>,
): Promise<R> => inWriteTransaction(database, `knowledge of ${user_id ?? organization_id}`, work)

/**
 * Everything that a member may search: their own, that of their organizations, of agents that they may use, and of projects that
 * they may use, from members who still may. The knowledge of an agent or a project that was deleted is hidden until it is restored.
 */
export const readableBases = (database: Database, userId: string) =>
  database
    .selectFrom('knowledge_bases')
    .leftJoin('own_agents', 'own_agents.id', 'knowledge_bases.agent_id')
    .leftJoin('projects', 'projects.id', 'knowledge_bases.project_id')
    .leftJoin('organization_members', (join) =>
      join
        .onRef('organization_members.organization_id', '=', 'knowledge_bases.organization_id')
        .on('organization_members.user_id', '=', userId),
    )
    .leftJoin('organizations', 'organizations.id', 'knowledge_bases.organization_id')
    .where('own_agents.deleted_at', 'is', null)
    .where('projects.deleted_at', 'is', null)
    .where((where) =>
      where.or([
        where('knowledge_bases.user_id', '=', userId),
        where('organization_members.user_id', 'is not', null),
        where.exists(sharedWith('agent', userId).select('shares.resource_id')),
        where.and([
          where.or([
            where('projects.user_id', '=', userId),
            where.exists(sharedWith('project', userId).select('shares.resource_id')),
          ]),
          where.or([
            where('projects.user_id', '=', sql.ref<string>('knowledge_bases.user_id')),
            where.exists(
              sharedWith('project', { column: 'knowledge_bases.user_id' }).select('shares.resource_id'),
            ),
          ]),
        ]),
      ]),
    )

const rowsFor = (database: Database, userId: string) =>
  readableBases(database, userId)
    .selectAll('knowledge_bases')
    .select([
      'own_agents.name as agent_name',
      'organizations.name as organization_name',
      'projects.name as project_name',
      'organization_members.role',
    ])

/** Oldest first. */
export const listBases = (database: Database, userId: string): Promise<ReadableBaseRow[]> =>
  rowsFor(database, userId).orderBy('knowledge_bases.created_at').orderBy('knowledge_bases.id').execute()

/** Also returns undefined for one that the member may not see. */
export const findBase = (
  database: Database,
  userId: string,
  id: string,
): Promise<ReadableBaseRow | undefined> =>
  rowsFor(database, userId).where('knowledge_bases.id', '=', id).executeTakeFirst()

/** Returns the custom agent that a base is made for, with the reader's role in its organization; undefined if there is none. */
export const findAgentOwner = (database: Database, userId: string, agentId: string) =>
  database
    .selectFrom('own_agents')
    .leftJoin('organization_members', (join) =>
      join
        .onRef('organization_members.organization_id', '=', 'own_agents.organization_id')
        .on('organization_members.user_id', '=', userId),
    )
    .select([
      'own_agents.user_id',
      'own_agents.organization_id',
      'own_agents.name',
      'organization_members.role',
    ])
    .where('own_agents.id', '=', agentId)
    .where('deleted_at', 'is', null)
    .executeTakeFirst()

/** Returns the member's role in an organization, and its name. */
export const findTeam = (database: Database, userId: string, organizationId: string) =>
  database
    .selectFrom('organization_members')
    .innerJoin('organizations', 'organizations.id', 'organization_members.organization_id')
    .select(['organizations.name', 'organization_members.role'])
    .where('organization_members.user_id', '=', userId)
    .where('organizations.id', '=', organizationId)
    .executeTakeFirst()

export async function insertBase(database: Database, row: KnowledgeBaseRow): Promise<void> {
  await database.insertInto('knowledge_bases').values(row).execute()
}

export async function renameBase(database: Database, id: string, name: string, now: number): Promise<void> {
  await database.updateTable('knowledge_bases').set({ name, updated_at: now }).where('id', '=', id).execute()
}

export async function deleteBase(database: Database, id: string): Promise<void> {
  await database.deleteFrom('knowledge_bases').where('id', '=', id).execute()
}

/** Returns the number of files and the bytes of their texts, by knowledge base. */
export async function countFiles(
  database: Database,
  ids: readonly string[],
): Promise<ReadonlyMap<string, { readonly files: number; readonly bytes: number }>> {
  if (ids.length === 0) return new Map()
  const rows = await database
    .selectFrom('knowledge_files')
    .select(({ fn }) => [
      'knowledge_id',
      fn.countAll<number | string>().as('files'),
      sql<number | string>`coalesce(sum(text_bytes), 0)`.as('bytes'),
    ])
    .where('knowledge_id', 'in', ids)
    .groupBy('knowledge_id')
    .execute()
  return new Map(
    rows.map(({ knowledge_id, files, bytes }) => [
      knowledge_id,
      { files: Number(files), bytes: Number(bytes) },
    ]),
  )
}

/** Returns how many knowledge bases a member or an organization has, with their files and bytes. */
export async function usedByHolder(
  database: Database,
  { user_id, organization_id }: Pick<KnowledgeBaseRow, 'user_id' | 'organization_id'>,
): Promise<{ readonly bases: number; readonly files: number; readonly bytes: number }> {
  const row = await database
    .selectFrom('knowledge_bases')
    .leftJoin('knowledge_files', 'knowledge_files.knowledge_id', 'knowledge_bases.id')
    .select([
      sql<number | string>`count(distinct knowledge_bases.id)`.as('bases'),
      sql<number | string>`count(knowledge_files.id)`.as('files'),
      sql<number | string>`coalesce(sum(knowledge_files.text_bytes), 0)`.as('bytes'),
    ])
    .where(
      user_id === null ? 'knowledge_bases.organization_id' : 'knowledge_bases.user_id',
      '=',
      user_id ?? organization_id,
    )
    .executeTakeFirstOrThrow()
  return { bases: Number(row.bases), files: Number(row.files), bytes: Number(row.bytes) }
}
