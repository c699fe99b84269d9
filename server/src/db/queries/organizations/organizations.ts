import type { Role } from '@vee/contract/entities/teams/organization'
import type { Selectable } from 'kysely'
import { sessionsOf, publishChange } from '../../change-events.ts'
import type { Database } from '../../schema.ts'
import type { OrganizationInvitesTable, OrganizationsTable } from '../../tables/organizations.ts'
import type { UserRow } from '../accounts/users.ts'
import { inWriteTransaction } from '../../write-transaction.ts'

export type OrganizationRow = Selectable<OrganizationsTable>
export type InviteRow = Selectable<OrganizationInvitesTable>

/** A seat with its member. */
export interface MemberRow {
  readonly user_id: string
  readonly email: string
  readonly display_name: string | null
  readonly role: Role
  readonly daily_token_limit: number | null
  readonly joined_at: number
}

/** Holds the lock for changes of an organization's members, and for writes that depend on them. */
export async function inOrganizationTransaction<R>(
  database: Database,
  organizationId: string,
  work: (transaction: Database) => Promise<R>,
): Promise<R> {
  const result = await inWriteTransaction(database, `organization ${organizationId}`, work)
  publishChange(database, organizationId)
  return result
}

export async function insertOrganization(database: Database, organization: OrganizationRow): Promise<void> {
  await database.insertInto('organizations').values(organization).execute()
}

export function findOrganization(database: Database, id: string): Promise<OrganizationRow | undefined> {
  return database.selectFrom('organizations').selectAll().where('id', '=', id).executeTakeFirst()
}

export async function changeOrganization(
  database: Database,
  id: string,
  change: Partial<Pick<OrganizationRow, 'name' | 'seat_limit' | 'after_pool' | 'allows_links' | 'payer_id'>>,
): Promise<void> {
  await database.updateTable('organizations').set(change).where('id', '=', id).execute()
}

/** Deletes an organization with its seats and invites; its audit log is preserved. */
export async function deleteOrganizationRow(database: Database, id: string): Promise<void> {
  await database.deleteFrom('organizations').where('id', '=', id).execute()
}

export async function insertMember(
  database: Database,
  organizationId: string,
  member: Pick<MemberRow, 'user_id' | 'role' | 'joined_at'>,
): Promise<void> {
  await database
    .insertInto('organization_members')
    .values({ organization_id: organizationId, daily_token_limit: null, ...member })
    .execute()
  // Their clients are not subscribed to this organization yet.
  publishChange(database, sessionsOf(member.user_id))
}

const selectMembers = (database: Database, organizationId: string) =>
  database
    .selectFrom('organization_members')
    .innerJoin('users', 'users.id', 'organization_members.user_id')
    .select([
      'organization_members.user_id',
      'users.email',
      'users.display_name',
      'organization_members.role',
      'organization_members.daily_token_limit',
      'organization_members.joined_at',
    ])
    .where('organization_members.organization_id', '=', organizationId)

/** In the order in which they joined. */
export function listMembers(database: Database, organizationId: string): Promise<MemberRow[]> {
  return selectMembers(database, organizationId)
    .orderBy('organization_members.joined_at')
    .orderBy('organization_members.user_id')
    .execute()
}

/** Returns the names of the first members that have one. */
export async function listMemberNames(
  database: Database,
  organizationId: string,
  limit: number,
): Promise<string[]> {
  const rows = await selectMembers(database, organizationId)
    .where('users.display_name', 'is not', null)
    .orderBy('organization_members.joined_at')
    .orderBy('organization_members.user_id')
    .limit(limit)
    .execute()
  return rows.map(({ display_name: name }) => name ?? '')
}

export async function countMembers(database: Database, organizationId: string): Promise<number> {
  const { count } = await database
    .selectFrom('organization_members')
    .select((builder) => builder.fn.countAll<number>().as('count'))
    .where('organization_id', '=', organizationId)
    .executeTakeFirstOrThrow()
  return count
}

export function findMember(
  database: Database,
  organizationId: string,
  userId: string,
): Promise<MemberRow | undefined> {
  return selectMembers(database, organizationId)
    .where('organization_members.user_id', '=', userId)
    .executeTakeFirst()
}

export async function changeMember(
  database: Database,
  organizationId: string,
  userId: string,
  change: Partial<Pick<MemberRow, 'role' | 'daily_token_limit'>>,
): Promise<void> {
  await database
    .updateTable('organization_members')
    .set(change)
    .where('organization_id', '=', organizationId)
    .where('user_id', '=', userId)
    .execute()
}

/** Releases the seat; the user no longer spends from this organization. */
export async function deleteMember(
  database: Database,
  organizationId: string,
  userId: string,
): Promise<void> {
  for (const table of ['organization_members', 'active_organizations'] as const) {
    await database
      .deleteFrom(table)
      .where('organization_id', '=', organizationId)
      .where('user_id', '=', userId)
      .execute()
  }
}

/** Returns the user's organizations, the first joined first. */
export async function listOrganizationIds(database: Database, userId: string): Promise<string[]> {
  const rows = await database
    .selectFrom('organization_members')
    .select('organization_id')
    .where('user_id', '=', userId)
    .orderBy('joined_at')
    .orderBy('organization_id')
    .execute()
  return rows.map((row) => row.organization_id)
}

/** Returns the user's seats and roles, the first joined first. */
export function listSeats(
  database: Database,
  userId: string,
): Promise<{ readonly id: string; readonly name: string; readonly role: Role }[]> {
  return database
    .selectFrom('organization_members')
    .innerJoin('organizations', 'organizations.id', 'organization_members.organization_id')
    .select(['organizations.id', 'organizations.name', 'organization_members.role'])
    .where('organization_members.user_id', '=', userId)
    .orderBy('organization_members.joined_at')
    .orderBy('organizations.id')
    .execute()
}

/** Returns the payers of the organizations whose pool the user may spend from. */
export function listPayers(
  database: Database,
  userId: string,
): Promise<(UserRow & { readonly organization_id: string })[]> {
  return database
    .selectFrom('organization_members')
    .innerJoin('organizations', 'organizations.id', 'organization_members.organization_id')
    .innerJoin('users', 'users.id', 'organizations.payer_id')
    .selectAll('users')
    .select('organizations.id as organization_id')
    .where('organization_members.user_id', '=', userId)
    .where('organization_members.role', '!=', 'viewer')
    .execute()
}

/** Returns the user's choice: an organization's id, or null for none; undefined without a choice. */
export async function readActiveChoice(
  database: Database,
  userId: string,
): Promise<string | null | undefined> {
  const row = await database
    .selectFrom('active_organizations')
    .select('organization_id')
    .where('user_id', '=', userId)
    .executeTakeFirst()
  return row?.organization_id
}

export async function storeActiveChoice(
  database: Database,
  userId: string,
  organizationId: string | null,
): Promise<void> {
  await database
    .insertInto('active_organizations')
    .values({ user_id: userId, organization_id: organizationId })
    .onConflict((conflict) => conflict.column('user_id').doUpdateSet({ organization_id: organizationId }))
    .execute()
}

export async function insertInvite(database: Database, invite: InviteRow): Promise<void> {
  await database.insertInto('organization_invites').values(invite).execute()
}

/** Returns all pending invites and those that were closed since the given time; the newest first. */
export function listInvites(database: Database, organizationId: string, since: number): Promise<InviteRow[]> {
  return database
    .selectFrom('organization_invites')
    .selectAll()
    .where('organization_id', '=', organizationId)
    .where((row) => row.or([row('status', '=', 'pending'), row('created_at', '>', since)]))
    .orderBy('created_at', 'desc')
    .orderBy('id')
    .execute()
}

export async function countPendingInvites(
  database: Database,
  organizationId: string,
  now: number,
): Promise<number> {
  const { count } = await database
    .selectFrom('organization_invites')
    .select((builder) => builder.fn.countAll<number>().as('count'))
    .where('organization_id', '=', organizationId)
    .where('status', '=', 'pending')
    .where('expires_at', '>', now)
    .executeTakeFirstOrThrow()
  return count
}

export function findPendingInviteOf(
  database: Database,
  organizationId: string,
  email: string,
  now: number,
): Promise<InviteRow | undefined> {
  return database
    .selectFrom('organization_invites')
    .selectAll()
    .where('organization_id', '=', organizationId)
    .where('email', '=', email)
    .where('status', '=', 'pending')
    .where('expires_at', '>', now)
    .executeTakeFirst()
}

export function findInvite(
  database: Database,
  organizationId: string,
  inviteId: string,
): Promise<InviteRow | undefined> {
  return database
    .selectFrom('organization_invites')
    .selectAll()
    .where('organization_id', '=', organizationId)
    .where('id', '=', inviteId)
    .executeTakeFirst()
}

export function findInviteByToken(database: Database, token: string): Promise<InviteRow | undefined> {
  return database.selectFrom('organization_invites').selectAll().where('token', '=', token).executeTakeFirst()
}

export async function changeInvite(
  database: Database,
  inviteId: string,
  change: Partial<Pick<InviteRow, 'status' | 'expires_at'>>,
): Promise<void> {
  await database.updateTable('organization_invites').set(change).where('id', '=', inviteId).execute()
}
