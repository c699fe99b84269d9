import type { Role } from '@vee/contract/entities/teams/organization'
import type { Selectable } from 'kysely'
import type { Database } from '../schema.ts'
import type { CustomAgentsTable } from '../tables/custom-agents.ts'
import { inWriteTransaction } from '../write-transaction.ts'
import { deleteSharesOfGone, type ReaderColumns, sharedWith, readerColumns } from './organizations/shares.ts'

export type CustomAgentRow = Selectable<CustomAgentsTable>

/** An agent with the columns that decide what the caller may do with it. */
export interface ReadableAgentRow extends CustomAgentRow, ReaderColumns {
  /** the caller's role in the agent's organization; null: it belongs to no organization */
  readonly role: Role | null
  readonly organization_name: string | null
}

/**
 * Holds the lock for agents of a member or an organization, so that unique names, the maximum number and
 * changes are safe with concurrent calls.
 */
export function inAgentsOf<R>(
  database: Database,
  ownerId: string,
  work: (transaction: Database) => Promise<R>,
): Promise<R> {
  return inWriteTransaction(database, `agents of ${ownerId}`, work)
}

/**
 * Returns the agents available to a user: their own, and those that their organizations have or their
 * colleagues share.
 */
const readableAgents = (database: Database, userId: string) =>
  database
    .selectFrom('own_agents')
    .leftJoin('organization_members', (join) =>
      join
        .onRef('organization_members.organization_id', '=', 'own_agents.organization_id')
        .on('organization_members.user_id', '=', userId),
    )
    .leftJoin('organizations', 'organizations.id', 'own_agents.organization_id')
    .selectAll('own_agents')
    .select(['organization_members.role', 'organizations.name as organization_name'])
    .select(() => readerColumns('agent', userId))
    .where((where) =>
      where.or([
        where('own_agents.user_id', '=', userId),
        where('organization_members.user_id', 'is not', null),
        where.exists(sharedWith('agent', userId).select('shares.resource_id')),
      ]),
    )

/** Oldest first. */
export function listReadableAgents(database: Database, userId: string): Promise<ReadableAgentRow[]> {
  return readableAgents(database, userId)
    .where('own_agents.deleted_at', 'is', null)
    .orderBy('own_agents.created_at')
    .orderBy('own_agents.id')
    .execute()
}

/** Also returns undefined for an agent that is not available to the user. */
export function findReadableAgent(
  database: Database,
  { userId, id, isDeleted }: { readonly userId: string; readonly id: string; readonly isDeleted: boolean },
): Promise<ReadableAgentRow | undefined> {
  return readableAgents(database, userId)
    .where('own_agents.id', '=', id)
    .where('own_agents.deleted_at', isDeleted ? 'is not' : 'is', null)
    .executeTakeFirst()
}

/** Returns the member's agent that has this id, or had it where its archive comes from; also a deleted one. */
export function findAgentOfArchive(
  database: Database,
  userId: string,
  sourceId: string,
): Promise<Pick<CustomAgentRow, 'id' | 'deleted_at'> | undefined> {
  return database
    .selectFrom('own_agents')
    .select(['id', 'deleted_at'])
    .where('user_id', '=', userId)
    .where((row) => row.or([row('id', '=', sourceId), row('source_id', '=', sourceId)]))
    .executeTakeFirst()
}

/** Returns the ids and names of a user's custom agents, without deleted ones. */
export function listAgentNames(
  database: Database,
  userId: string,
): Promise<Pick<CustomAgentRow, 'id' | 'name'>[]> {
  return database
    .selectFrom('own_agents')
    .select(['id', 'name'])
    .where('user_id', '=', userId)
    .where('deleted_at', 'is', null)
    .execute()
}

export async function insertAgent(database: Database, row: CustomAgentRow): Promise<void> {
  await database.insertInto('own_agents').values(row).execute()
}

export async function changeAgent(
  database: Database,
  id: string,
  change: Partial<Pick<CustomAgentRow, 'name' | 'details' | 'updated_at' | 'deleted_at'>>,
): Promise<void> {
  await database.updateTable('own_agents').set(change).where('id', '=', id).execute()
}

/** Purges agents that were deleted before the given time. */
export async function purgeAgents(database: Database, deletedBefore: number): Promise<void> {
  const { numDeletedRows } = await database
    .deleteFrom('own_agents')
    .where('deleted_at', '<', deletedBefore)
    .executeTakeFirst()
  if (numDeletedRows > 0n) await deleteSharesOfGone(database, 'agent')
}
