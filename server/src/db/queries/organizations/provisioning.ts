import { type Selectable, sql } from 'kysely'
import type { Database } from '../../schema.ts'
import type { OrganizationDomainsTable, ScimUsersTable } from '../../tables/provisioning.ts'

export type DomainRow = Selectable<OrganizationDomainsTable>

/** In order of being claimed. */
export function selectDomainRows(database: Database, organizationId: string): Promise<DomainRow[]> {
  return database
    .selectFrom('organization_domains')
    .selectAll()
    .where('organization_id', '=', organizationId)
    .orderBy('created_at')
    .orderBy('domain')
    .execute()
}

export async function insertDomain(database: Database, row: DomainRow): Promise<void> {
  await database.insertInto('organization_domains').values(row).execute()
}

/** Returns the organization that verified the domain by its TXT record. */
export function findVerifiedDomain(database: Database, domain: string): Promise<DomainRow | undefined> {
  return database
    .selectFrom('organization_domains')
    .selectAll()
    .where('domain', '=', domain)
    .where('verified_at', 'is not', null)
    .executeTakeFirst()
}

export async function markDomainVerified(database: Database, id: string, now: number): Promise<void> {
  await database.updateTable('organization_domains').set({ verified_at: now }).where('id', '=', id).execute()
}

export async function deleteDomain(database: Database, id: string): Promise<void> {
  await database.deleteFrom('organization_domains').where('id', '=', id).execute()
}

/** Returns whether the user has left the organization, or was removed from it. */
export async function hasLeft(database: Database, organizationId: string, email: string): Promise<boolean> {
  const row = await database
    .selectFrom('organization_audit')
    .select('id')
    .where('organization_id', '=', organizationId)
    .where('target', '=', email)
    .where('action', 'in', ['member.removed', 'member.left', 'scim.member-removed'])
    .limit(1)
    .executeTakeFirst()
  return row !== undefined
}

interface TokenState {
  readonly created_at: number
  readonly used_at: number | null
}

export function findScimToken(database: Database, organizationId: string): Promise<TokenState | undefined> {
  return database
    .selectFrom('scim_tokens')
    .select(['created_at', 'used_at'])
    .where('organization_id', '=', organizationId)
    .executeTakeFirst()
}

/** Replaces the previous token. */
export async function storeScimToken(
  database: Database,
  organizationId: string,
  tokenHash: string,
  now: number,
): Promise<void> {
  const token = { token_hash: tokenHash, created_at: now, used_at: null }
  await database
    .insertInto('scim_tokens')
    .values({ organization_id: organizationId, ...token })
    .onConflict((conflict) => conflict.column('organization_id').doUpdateSet(token))
    .execute()
}

export async function deleteScimToken(database: Database, organizationId: string): Promise<void> {
  await database.deleteFrom('scim_tokens').where('organization_id', '=', organizationId).execute()
}

/** Returns the organization of a token. */
export function findScimOrganization(
  database: Database,
  tokenHash: string,
): Promise<{ readonly organization_id: string; readonly used_at: number | null } | undefined> {
  return database
    .selectFrom('scim_tokens')
    .select(['organization_id', 'used_at'])
    .where('token_hash', '=', tokenHash)
    .executeTakeFirst()
}

export async function markScimTokenUsed(database: Database, tokenHash: string, now: number): Promise<void> {
  await database
    .updateTable('scim_tokens')
    .set({ used_at: now })
    .where('token_hash', '=', tokenHash)
    .execute()
}

/** A user as a directory sees them. */
export interface ScimPersonRow {
  readonly id: string
  readonly email: string
  readonly external_id: string | null
  readonly display_name: string | null
  readonly given_name: string | null
  readonly family_name: string | null
  /** 1: the user has a seat */
  readonly is_active: number
  readonly created_at: number
  readonly updated_at: number
}

const IS_ACTIVE = sql`case when seat.user_id is null then 0 else 1 end`
const PERSON = sql`
  users.id, users.email, told.external_id,
  coalesce(told.display_name, users.display_name) as display_name,
  told.given_name, told.family_name,
  ${IS_ACTIVE} as is_active,
  coalesce(told.created_at, seat.joined_at) as created_at,
  coalesce(told.updated_at, seat.joined_at) as updated_at`

const ofOrganization = (organizationId: string) => sql`
  from users
  left join organization_members seat on seat.user_id = users.id and seat.organization_id = ${organizationId}
  left join scim_users told on told.user_id = users.id and told.organization_id = ${organizationId}
  where (seat.user_id is not null or told.user_id is not null)`

/** Filters for users; texts are compared exactly, email addresses in lower case. */
export type ScimFilter =
  | { readonly field: 'id' | 'email' | 'external_id'; readonly value: string }
  | { readonly field: 'is_active'; readonly value: 0 | 1 }

const FIELDS = {
  id: sql`users.id`,
  email: sql`users.email`,
  external_id: sql`told.external_id`,
  is_active: IS_ACTIVE,
} as const

/** Returns a page of members and users provisioned by a directory, and their total number. */
export async function listScimPeople(
  database: Database,
  organizationId: string,
  filters: readonly ScimFilter[],
  { offset, limit }: { readonly offset: number; readonly limit: number },
): Promise<{ readonly rows: ScimPersonRow[]; readonly total: number }> {
  const all = filters.map(({ field, value }) => sql`and ${FIELDS[field]} = ${value}`)
  const fits = sql.join(all, sql` `)
  const counted = await sql<{ total: number }>`
    select count(*) as total ${ofOrganization(organizationId)} ${fits}`.execute(database)
  const total = counted.rows[0]?.total ?? 0
  const { rows } = await sql<ScimPersonRow>`
    select ${PERSON} ${ofOrganization(organizationId)} ${fits}
    order by created_at, id limit ${limit} offset ${offset}`.execute(database)
  return { rows, total }
}

export async function findScimPerson(
  database: Database,
  organizationId: string,
  userId: string,
): Promise<ScimPersonRow | undefined> {
  const { rows } = await sql<ScimPersonRow>`
    select ${PERSON} ${ofOrganization(organizationId)} and users.id = ${userId}`.execute(database)
  return rows[0]
}

export async function storeScimUser(database: Database, user: Selectable<ScimUsersTable>): Promise<void> {
  const { organization_id: _organization, user_id: _user, created_at: _created, ...change } = user
  await database
    .insertInto('scim_users')
    .values(user)
    .onConflict((conflict) => conflict.columns(['organization_id', 'user_id']).doUpdateSet(change))
    .execute()
}

export async function deleteScimUserRow(
  database: Database,
  organizationId: string,
  userId: string,
): Promise<void> {
  await database
    .deleteFrom('scim_users')
    .where('organization_id', '=', organizationId)
    .where('user_id', '=', userId)
    .execute()
}
