import { type Selectable, sql, type Updateable } from 'kysely'
import type { Database } from '../../schema.ts'
import type { ShareLinksTable } from '../../tables/shares.ts'
import { inWriteTransaction } from '../../write-transaction.ts'
import { lockUser } from '../accounts/lock-user.ts'

export type ShareLinkRow = Selectable<ShareLinksTable>
/** A link without its snapshot, which may be large. */
export type ListedLinkRow = Omit<ShareLinkRow, 'snapshot' | 'token_hash'>

const LISTED = [
  'id',
  'user_id',
  'kind',
  'ref',
  'title',
  'snapshot_bytes',
  'hides',
  'allows_copy',
  'expires_at',
  'revoked_at',
  'views',
  'last_viewed_at',
  'created_at',
] as const satisfies readonly (keyof ListedLinkRow)[]

/** What of a member's links is listed. */
interface LinksQuery {
  readonly userId: string
  /** milliseconds since 1970; links that ended before are left out */
  readonly now: number
  readonly kind?: ShareLinkRow['kind']
  readonly ref?: string
}

/** Returns links that are neither revoked nor ended, newest first. */
export function listOpenLinks(
  database: Database,
  { userId, now, kind, ref }: LinksQuery,
): Promise<ListedLinkRow[]> {
  return database
    .selectFrom('share_links')
    .select(LISTED)
    .where('user_id', '=', userId)
    .where('revoked_at', 'is', null)
    .where((builder) => builder.or([builder('expires_at', 'is', null), builder('expires_at', '>', now)]))
    .$if(kind !== undefined, (query) => query.where('kind', '=', kind ?? 'meeting'))
    .$if(ref !== undefined, (query) => query.where('ref', '=', ref ?? ''))
    .orderBy('created_at', 'desc')
    .orderBy('id')
    .execute()
}

/** A link as its reader needs it, with the owner's account. */
export function findLinkByToken(
  database: Database,
  tokenHash: string,
  now: number,
): Promise<ShareLinkRow | undefined> {
  return database
    .selectFrom('share_links')
    .innerJoin('users', 'users.id', 'share_links.user_id')
    .selectAll('share_links')
    .where('share_links.token_hash', '=', tokenHash)
    .where('share_links.revoked_at', 'is', null)
    .where('users.disabled_at', 'is', null)
    .where((builder) =>
      builder.or([
        builder('share_links.expires_at', 'is', null),
        builder('share_links.expires_at', '>', now),
      ]),
    )
    .executeTakeFirst()
}

export function findLink(database: Database, userId: string, id: string): Promise<ListedLinkRow | undefined> {
  return database
    .selectFrom('share_links')
    .select(LISTED)
    .where('user_id', '=', userId)
    .where('id', '=', id)
    .executeTakeFirst()
}

/** Runs changes of a member's links one after the other, so that their number and size stay within the limits. */
export const inLinksTransaction = <R>(
  database: Database,
  userId: string,
  work: (transaction: Database) => Promise<R>,
): Promise<R> => inWriteTransaction(database, `links of ${userId}`, work)

/** Returns false if the account does not exist anymore. */
export async function insertLink(transaction: Database, row: ShareLinkRow): Promise<boolean> {
  if (!(await lockUser(transaction, row.user_id))) return false
  await transaction.insertInto('share_links').values(row).execute()
  return true
}

export async function updateLink(
  database: Database,
  { user_id, id }: Pick<ShareLinkRow, 'user_id' | 'id'>,
  change: Updateable<ShareLinksTable>,
): Promise<void> {
  await database
    .updateTable('share_links')
    .set(change)
    .where('user_id', '=', user_id)
    .where('id', '=', id)
    .execute()
}

export async function countView(database: Database, id: string, nowMs: number): Promise<void> {
  await database
    .updateTable('share_links')
    .set((builder) => ({ views: builder('views', '+', 1), last_viewed_at: nowMs }))
    .where('id', '=', id)
    .execute()
}

/** Deletes links that were revoked or ended before a time, and those to what is permanently deleted. */
export async function purgeLinks(database: Database, endedBefore: number): Promise<void> {
  await sql`
    delete from share_links
    where revoked_at < ${endedBefore} or expires_at < ${endedBefore}
      or (kind = 'conversation' and not exists (
        select 1 from conversations
        where conversations.user_id = share_links.user_id and conversations.id = share_links.ref))
      or (kind = 'meeting' and not exists (
        select 1 from meetings
        where meetings.user_id = share_links.user_id and meetings.id = share_links.ref))`.execute(database)
}

/** Returns the organizations of a member, and whether each allows links. */
export function listLinkPolicies(
  database: Database,
  userId: string,
): Promise<{ id: string; allows_links: number }[]> {
  return database
    .selectFrom('organization_members')
    .innerJoin('organizations', 'organizations.id', 'organization_members.organization_id')
    .select(['organizations.id', 'organizations.allows_links'])
    .where('organization_members.user_id', '=', userId)
    .execute()
}
