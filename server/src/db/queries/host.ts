import type { HostAction } from '@vee/contract/entities/host'
import { type Selectable, sql } from 'kysely'
import type { Database } from '../schema.ts'
import type { HostAuditTable, HostSettingsTable } from '../tables/host.ts'
import { inWriteTransaction } from '../write-transaction.ts'
import { type ActFilter, fitting } from './audit-log.ts'
import { likePattern } from './like-pattern.ts'
import type { OrganizationRow } from './organizations/organizations.ts'
import type { UserRow } from './accounts/users.ts'

type SettingName = HostSettingsTable['name']

/** Holds the lock for changes of the host's settings. */
export function inHost<R>(database: Database, work: (transaction: Database) => Promise<R>): Promise<R> {
  return inWriteTransaction(database, 'host', work)
}

/** Returns the JSON and the time of its change; undefined if it was not set. */
export function readHostSetting(
  database: Database,
  name: SettingName,
): Promise<{ readonly value: string; readonly updated_at: number } | undefined> {
  return database
    .selectFrom('host_settings')
    .select(['value', 'updated_at'])
    .where('name', '=', name)
    .executeTakeFirst()
}

export async function storeHostSetting(
  database: Database,
  name: SettingName,
  value: string,
  now: number,
): Promise<void> {
  await database
    .insertInto('host_settings')
    .values({ name, value, updated_at: now })
    .onConflict((conflict) => conflict.column('name').doUpdateSet({ value, updated_at: now }))
    .execute()
}

/** Returns the id of the first account. It is cached, also after that account was deleted. */
export async function firstAccountId(database: Database, now: number): Promise<string | undefined> {
  const stored = await readHostSetting(database, 'first-account')
  if (stored) return String(JSON.parse(stored.value))
  const first = await database
    .selectFrom('users')
    .select('id')
    .orderBy('created_at')
    .orderBy('id')
    .limit(1)
    .executeTakeFirst()
  if (!first) return undefined
  await database
    .insertInto('host_settings')
    .values({ name: 'first-account', value: JSON.stringify(first.id), updated_at: now })
    .onConflict((conflict) => conflict.column('name').doNothing())
    .execute()
  const { value } = (await readHostSetting(database, 'first-account')) ?? { value: '""' }
  return String(JSON.parse(value))
}

/** Returns the accounts with this id or these addresses. */
export function findAccounts(
  database: Database,
  users: { readonly id: string } | { readonly emails: readonly string[] },
): Promise<{ readonly id: string; readonly email: string }[]> {
  const accounts = database.selectFrom('users').select(['id', 'email']).where('disabled_at', 'is', null)
  return (
    'id' in users ? accounts.where('id', '=', users.id) : accounts.where('email', 'in', users.emails)
  ).execute()
}

export async function isEmailProven(database: Database, userId: string): Promise<boolean> {
  const row = await database
    .selectFrom('proven_emails')
    .select('user_id')
    .where('user_id', '=', userId)
    .executeTakeFirst()
  return row !== undefined
}

/** The position before a page of a list: the row that was created at this time and has this id. */
export interface AfterRow {
  readonly createdAt: number
  readonly id: string
}

interface Search {
  /** lower case */
  readonly search: string | undefined
  readonly after: AfterRow | undefined
  readonly limit: number
  /** milliseconds since 1970 */
  readonly now: number
}

export interface HostUserRow extends UserRow {
  readonly session_count: number
  readonly last_seen_at: number | null
  readonly organization_count: number
  readonly cost_micro_usd: number
}

const selectHostUsers = (database: Database, now: number, monthBegan: number) =>
  database
    .selectFrom('users')
    .selectAll('users')
    .select([
      sql<number>`(select count(*) from sessions where user_id = users.id and expires_at > ${now})`.as(
        'session_count',
      ),
      sql<number | null>`(select max(seen_at) from sessions where user_id = users.id)`.as('last_seen_at'),
      sql<number>`(select count(*) from organization_members where user_id = users.id)`.as(
        'organization_count',
      ),
      sql<number>`(select coalesce(sum(cost_micro_usd), 0) from ledger_entries
        where owner = users.id and created_at >= ${monthBegan} and status <> 'released'
          and payer <> 'organization')`.as('cost_micro_usd'),
    ])

/** Newest first. */
export function selectHostUserRows(
  database: Database,
  { search, after, limit, now }: Search,
  monthBegan: number,
): Promise<HostUserRow[]> {
  let query = selectHostUsers(database, now, monthBegan)
  if (search !== undefined) {
    const pattern = likePattern(search)
    query = query.where(
      sql<boolean>`(email like ${pattern} escape '\\' or lower(coalesce(display_name, '')) like ${pattern} escape '\\')`,
    )
  }
  if (after) {
    query = query.where((row) =>
      row.or([
        row('users.created_at', '<', after.createdAt),
        row.and([row('users.created_at', '=', after.createdAt), row('users.id', '<', after.id)]),
      ]),
    )
  }
  return query.orderBy('users.created_at', 'desc').orderBy('users.id', 'desc').limit(limit).execute()
}

export function findHostUser(
  database: Database,
  id: string,
  now: number,
  monthBegan: number,
): Promise<HostUserRow | undefined> {
  return selectHostUsers(database, now, monthBegan).where('users.id', '=', id).executeTakeFirst()
}

export async function changeHostUser(
  database: Database,
  id: string,
  change: Partial<Pick<UserRow, 'plan_override' | 'disabled_at'>>,
): Promise<void> {
  await database.updateTable('users').set(change).where('id', '=', id).execute()
}

export async function deleteSessionsOf(database: Database, userId: string): Promise<void> {
  await database.deleteFrom('sessions').where('user_id', '=', userId).execute()
}

/** Revokes all sessions opened by a passphrase. */
export async function deleteSharedSessions(database: Database): Promise<void> {
  await database.deleteFrom('sessions').where('token_provider', '=', 'global').execute()
}

/** Newest first. */
export function selectHostOrganizationRows(
  database: Database,
  { search, after, limit }: Omit<Search, 'now'>,
): Promise<OrganizationRow[]> {
  let query = database.selectFrom('organizations').selectAll()
  if (search !== undefined) {
    query = query.where(sql<boolean>`lower(name) like ${likePattern(search)} escape '\\'`)
  }
  if (after) {
    query = query.where((row) =>
      row.or([
        row('created_at', '<', after.createdAt),
        row.and([row('created_at', '=', after.createdAt), row('id', '<', after.id)]),
      ]),
    )
  }
  return query.orderBy('created_at', 'desc').orderBy('id', 'desc').limit(limit).execute()
}

export interface HostCounts {
  readonly users: number
  readonly disabledUsers: number
  readonly organizations: number
  readonly liveSessions: number
}

export async function countForHost(database: Database, now: number): Promise<HostCounts> {
  const { rows } = await sql<HostCounts>`
    select (select count(*) from users) as users,
      (select count(*) from users where disabled_at is not null) as "disabledUsers",
      (select count(*) from organizations) as organizations,
      (select count(*) from sessions where expires_at > ${now}) as "liveSessions"`.execute(database)
  return rows[0] ?? { users: 0, disabledUsers: 0, organizations: 0, liveSessions: 0 }
}

/** Dimensions of grouping; a day is the number of days since 1970. */
const KEYS = {
  day: sql<string>`cast(created_at / 86400000 as text)`,
  service: sql<string>`kind`,
  provider: sql<string>`provider`,
  model: sql<string>`model`,
  agent: sql<string>`coalesce(agent_id, '')`,
  tier: sql<string>`tier`,
} as const

export interface HostUse {
  readonly key: string
  readonly tokens: number
  readonly costMicroUsd: number
  readonly requests: number
}

/**
 * Sums the usage of this server from the one time to the other, exclusive. What organizations pay at their own
 * endpoints costs the host nothing.
 */
export async function sumHostUse(
  database: Database,
  { from, until }: { readonly from: number; readonly until: number },
  by: keyof typeof KEYS,
): Promise<HostUse[]> {
  const { rows } = await sql<HostUse>`
    select ${KEYS[by]} as key,
      sum(prompt_tokens + completion_tokens) as tokens,
      sum(case when payer = 'organization' then 0 else cost_micro_usd end) as "costMicroUsd",
      count(*) as requests
    from ledger_entries
    where status <> 'released' and created_at >= ${from} and created_at < ${until}
    group by 1
    order by 1`.execute(database)
  return rows
}

type HostAuditRow = Selectable<HostAuditTable>

/** The log is append-only. */
export async function insertHostAudit(database: Database, row: HostAuditRow): Promise<void> {
  await database.insertInto('host_audit').values(row).execute()
}

/** Newest first. */
export function selectHostAuditRows(
  database: Database,
  filter: ActFilter<HostAction>,
): Promise<HostAuditRow[]> {
  return database
    .selectFrom('host_audit')
    .selectAll()
    .where(fitting(filter))
    .orderBy('id', 'desc')
    .limit(filter.limit)
    .execute()
}
