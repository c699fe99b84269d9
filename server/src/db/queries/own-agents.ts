import type { Role } from '@vee/contract/entities/organization'
import type { Selectable } from 'kysely'
import type { Database } from '../schema.ts'
import type { OwnAgentsTable } from '../tables/own-agents.ts'
import { inWriteTransaction } from '../write-transaction.ts'
import { deleteSharesOfGone, type SharedToReader, sharedWith, toReader } from './shares.ts'

export type OwnAgentRow = Selectable<OwnAgentsTable>

/** An agent with what it takes to say what somebody may do with it. */
export interface ReachableAgentRow extends OwnAgentRow, SharedToReader {
  /** the role of whoever asks in the organization whose it is; null: it belongs to no organization */
  readonly role: Role | null
  readonly organization_name: string | null
}

/**
 * Whoever adds to the agents of a member or an organization, or changes one, holds their lock: names, their number and
 * changes hold however many come at once.
 */
export function inAgentsOf<R>(
  database: Database,
  ownerId: string,
  work: (transaction: Database) => Promise<R>,
): Promise<R> {
  return inWriteTransaction(database, `agents of ${ownerId}`, work)
}

/** The agents that a user reaches: their own, and those that the organizations have, or members share, in which they have a seat. */
const reachable = (database: Database, userId: string) =>
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
    .select(() => toReader('agent', userId))
    .where((where) =>
      where.or([
        where('own_agents.user_id', '=', userId),
        where('organization_members.user_id', 'is not', null),
        where.exists(sharedWith('agent', userId).select('shares.resource_id')),
      ]),
    )

/** Oldest first. */
export function listReachableAgents(database: Database, userId: string): Promise<ReachableAgentRow[]> {
  return reachable(database, userId)
    .where('own_agents.deleted_at', 'is', null)
    .orderBy('own_agents.created_at')
    .orderBy('own_agents.id')
    .execute()
}

/** Undefined too for one that the user does not reach. */
export function findReachableAgent(
  database: Database,
  { userId, id, isDeleted }: { readonly userId: string; readonly id: string; readonly isDeleted: boolean },
): Promise<ReachableAgentRow | undefined> {
  return reachable(database, userId)
    .where('own_agents.id', '=', id)
    .where('own_agents.deleted_at', isDeleted ? 'is not' : 'is', null)
    .executeTakeFirst()
}

/** The ids and names of those that are a user's own, without what was deleted. */
export function listAgentNames(
  database: Database,
  userId: string,
): Promise<Pick<OwnAgentRow, 'id' | 'name'>[]> {
  return database
    .selectFrom('own_agents')
    .select(['id', 'name'])
    .where('user_id', '=', userId)
    .where('deleted_at', 'is', null)
    .execute()
}

export async function insertAgent(database: Database, row: OwnAgentRow): Promise<void> {
  await database.insertInto('own_agents').values(row).execute()
}

export async function changeAgent(
  database: Database,
  id: string,
  change: Partial<Pick<OwnAgentRow, 'name' | 'details' | 'updated_at' | 'deleted_at'>>,
): Promise<void> {
  await database.updateTable('own_agents').set(change).where('id', '=', id).execute()
}

/** Removes for good what was deleted before then. */
export async function purgeAgents(database: Database, deletedBefore: number): Promise<void> {
  const { numDeletedRows } = await database
    .deleteFrom('own_agents')
    .where('deleted_at', '<', deletedBefore)
    .executeTakeFirst()
  if (numDeletedRows > 0n) await deleteSharesOfGone(database, 'agent')
}
