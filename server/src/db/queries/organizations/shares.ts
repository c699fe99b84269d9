import { expressionBuilder, type Selectable, sql } from 'kysely'
import type { Database, Schema } from '../../schema.ts'
import type { SharesTable } from '../../tables/shares.ts'

export type ShareRow = Selectable<SharesTable>
export type ShareKind = ShareRow['kind']

export interface Shareable {
  readonly kind: ShareKind
  readonly ownerId: string
  readonly id: string
}

const TABLE = { meeting: 'meetings', agent: 'own_agents', project: 'projects' } as const

/** Subquery for meetings, agents or projects: the shares of the current row with this user, or with the one that a column names. */
export function sharedWith(kind: ShareKind, userId: string | { readonly column: string }) {
  return expressionBuilder<Schema>()
    .selectFrom('shares')
    .innerJoin('organization_members', 'organization_members.organization_id', 'shares.organization_id')
    .where('shares.kind', '=', kind)
    .where(
      'organization_members.user_id',
      '=',
      typeof userId === 'string' ? userId : sql.ref<string>(userId.column),
    )
    .where('shares.owner_id', '=', sql.ref<string>(`${TABLE[kind]}.user_id`))
    .where('shares.resource_id', '=', sql.ref<string>(`${TABLE[kind]}.id`))
}

/** The columns about owner and share for the reader. */
export interface ReaderColumns {
  readonly owner_name: string | null
  /** 1 or 0: whether the reader may edit it; null: it is not shared with the reader */
  readonly editing: number | null
}

/** Returns those columns for this user. */
export const readerColumns = (kind: ShareKind, userId: string) =>
  [
    expressionBuilder<Schema>()
      .selectFrom('users')
      .select(sql<string>`coalesce(nullif(users.display_name, ''), users.email)`.as('name'))
      .where('users.id', '=', sql.ref<string>(`${TABLE[kind]}.user_id`))
      .as('owner_name'),
    sharedWith(kind, userId)
      .select(
        sql<number>`max(case when shares.allows = 'edit' and organization_members.role <> 'viewer' then 1 else 0 end)`.as(
          'editing',
        ),
      )
      .as('editing'),
  ] as const

/** Returns false if it belongs to another user or was deleted. */
export async function ownsShareable(database: Database, { kind, ownerId, id }: Shareable): Promise<boolean> {
  const { rows } = await sql`
    select id from ${sql.table(TABLE[kind])}
    where user_id = ${ownerId} and id = ${id} and deleted_at is null`.execute(database)
  return rows.length > 0
}

/** Oldest first. */
export function listShares(
  database: Database,
  { kind, ownerId, id }: Shareable,
): Promise<(ShareRow & { readonly organization_name: string })[]> {
  return database
    .selectFrom('shares')
    .innerJoin('organizations', 'organizations.id', 'shares.organization_id')
    .selectAll('shares')
    .select('organizations.name as organization_name')
    .where('kind', '=', kind)
    .where('owner_id', '=', ownerId)
    .where('resource_id', '=', id)
    .orderBy('shares.created_at')
    .orderBy('shares.organization_id')
    .execute()
}

/** Creates a share, or changes its rights. */
export async function storeShare(database: Database, row: ShareRow): Promise<void> {
  await database
    .insertInto('shares')
    .values(row)
    .onConflict((conflict) =>
      conflict
        .columns(['kind', 'owner_id', 'resource_id', 'organization_id'])
        .doUpdateSet({ allows: row.allows }),
    )
    .execute()
}

export async function deleteShare(
  database: Database,
  { kind, ownerId, id }: Shareable,
  organizationId: string,
): Promise<void> {
  await database
    .deleteFrom('shares')
    .where('kind', '=', kind)
    .where('owner_id', '=', ownerId)
    .where('resource_id', '=', id)
    .where('organization_id', '=', organizationId)
    .execute()
}

/** Deletes the shares of purged content, so that later content with the same id is not shared by accident. */
export async function deleteSharesOfGone(database: Database, kind: ShareKind): Promise<void> {
  const table = TABLE[kind]
  await database
    .deleteFrom('shares')
    .where('kind', '=', kind)
    .where(
      sql<boolean>`not exists (select 1 from ${sql.table(table)}
        where ${sql.ref(`${table}.user_id`)} = shares.owner_id and ${sql.ref(`${table}.id`)} = shares.resource_id)`,
    )
    .execute()
}
