import type { BackgroundOutcome } from '@vee/contract/http/background-replies'
import { sql, type Selectable } from 'kysely'
import type { Database } from '../../schema.ts'
import type { BackgroundRepliesTable } from '../../tables/replies.ts'
import { inWriteTransaction } from '../../write-transaction.ts'
import { setUnread } from './labels.ts'

export type BackgroundReplyRow = Selectable<BackgroundRepliesTable>

/** One reply of one user. */
export interface BackgroundReplyKey {
  readonly userId: string
  readonly replyId: string
}

/** The lease with which a server runs a reply. */
interface ReplyLease {
  readonly server: string
  /** milliseconds since 1970 */
  readonly leaseUntil: number
}

const rowsOf = (database: Database, { userId, replyId }: BackgroundReplyKey) =>
  database.updateTable('background_replies').where('user_id', '=', userId).where('reply_id', '=', replyId)

export async function insertBackgroundReply(database: Database, row: BackgroundReplyRow): Promise<void> {
  await database
    .insertInto('background_replies')
    .values(row)
    .onConflict((conflict) => conflict.columns(['user_id', 'reply_id']).doNothing())
    .execute()
}

export const findBackgroundReply = (
  database: Database,
  { userId, replyId }: BackgroundReplyKey,
): Promise<BackgroundReplyRow | undefined> =>
  database
    .selectFrom('background_replies')
    .selectAll()
    .where('user_id', '=', userId)
    .where('reply_id', '=', replyId)
    .executeTakeFirst()

export async function countRunning(database: Database, userId: string): Promise<number> {
  const { count } = await database
    .selectFrom('background_replies')
    .select(({ fn }) => fn.countAll<number>().as('count'))
    .where('user_id', '=', userId)
    .where('outcome', 'is', null)
    .executeTakeFirstOrThrow()
  return count
}

/** Lists replies, the newest first, those after `before` only. */
export function selectBackgroundReplies(
  database: Database,
  userId: string,
  query: {
    readonly isRunning: boolean | undefined
    readonly before: { readonly startedAt: number; readonly replyId: string } | undefined
    readonly limit: number
  },
): Promise<BackgroundReplyRow[]> {
  const { isRunning, before, limit } = query
  return database
    .selectFrom('background_replies')
    .selectAll()
    .where('user_id', '=', userId)
    .$if(isRunning !== undefined, (rows) => rows.where('outcome', isRunning ? 'is' : 'is not', null))
    .$if(before !== undefined, (rows) =>
      rows.where((eb) =>
        eb.or([
          eb('started_at', '<', before?.startedAt ?? 0),
          eb.and([eb('started_at', '=', before?.startedAt ?? 0), eb('reply_id', '>', before?.replyId ?? '')]),
        ]),
      ),
    )
    .orderBy('started_at', 'desc')
    .orderBy('reply_id')
    .limit(limit)
    .execute()
}

/** Returns what replies have cost, in millionths of a US dollar, by their ids. */
export async function costsOfReplies(
  database: Database,
  owner: string,
  replyIds: readonly string[],
): Promise<ReadonlyMap<string, number>> {
  if (replyIds.length === 0) return new Map()
  const rows = await database
    .selectFrom('ledger_entries')
    .select(['reply_id', sql<number>`cast(sum(cost_micro_usd) as bigint)`.as('cost')])
    .where('owner', '=', owner)
    .where('reply_id', 'in', replyIds)
    .where('status', '=', 'settled')
    .groupBy('reply_id')
    .execute()
  return new Map(rows.map(({ reply_id, cost }) => [reply_id ?? '', cost]))
}

/** Returns the beginnings of stored replies, by their ids. */
export async function beginningsOfReplies(
  database: Database,
  userId: string,
  replyIds: readonly string[],
  length: number,
): Promise<ReadonlyMap<string, string>> {
  if (replyIds.length === 0) return new Map()
  const rows = await database
    .selectFrom('messages')
    .select(['id', sql<string>`substr(content, 1, ${sql.lit(length)})`.as('text')])
    .where('user_id', '=', userId)
    .where('id', 'in', replyIds)
    .where('role', '=', 'assistant')
    .execute()
  return new Map(rows.map(({ id, text }) => [id, text]))
}

/** Returns the servers that run replies. */
export async function serversWithReplies(database: Database): Promise<readonly string[]> {
  const rows = await database
    .selectFrom('background_replies')
    .select('server')
    .distinct()
    .where('outcome', 'is', null)
    .execute()
  return rows.map(({ server }) => server)
}

/** Returns running replies without a server: the lease has ended, or the server has. */
export function selectOrphans(
  database: Database,
  { goneServers, now }: { readonly goneServers: readonly string[]; readonly now: number },
): Promise<BackgroundReplyRow[]> {
  return database
    .selectFrom('background_replies')
    .selectAll()
    .where('outcome', 'is', null)
    .where((eb) =>
      eb.or([
        eb('lease_until', '<', now),
        ...(goneServers.length > 0 ? [eb('server', 'in', [...goneServers])] : []),
      ]),
    )
    .orderBy('started_at')
    .limit(20)
    .execute()
}

/** Takes an orphan up. Returns false if another server was faster. */
export async function takeOverReply(
  database: Database,
  row: BackgroundReplyRow,
  lease: ReplyLease,
): Promise<boolean> {
  const { numUpdatedRows } = await rowsOf(database, { userId: row.user_id, replyId: row.reply_id })
    .set({ server: lease.server, lease_until: lease.leaseUntil, attempts: row.attempts + 1 })
    .where('outcome', 'is', null)
    .where('server', '=', row.server)
    .where('attempts', '=', row.attempts)
    .executeTakeFirst()
  return numUpdatedRows > 0n
}

/** Extends the lease. Returns the reply; undefined if the server no longer holds it. */
export function extendReplyLease(
  database: Database,
  key: BackgroundReplyKey,
  lease: ReplyLease,
): Promise<BackgroundReplyRow | undefined> {
  return rowsOf(database, key)
    .set({ lease_until: lease.leaseUntil })
    .where('outcome', 'is', null)
    .where('server', '=', lease.server)
    .returningAll()
    .executeTakeFirst()
}

/** Gives a reply back, so that any server takes it up at once. */
export async function releaseReplyLease(
  database: Database,
  key: BackgroundReplyKey,
  server: string,
): Promise<void> {
  await rowsOf(database, key)
    .set({ server: '', lease_until: 0 })
    .where('outcome', 'is', null)
    .where('server', '=', server)
    .execute()
}

/**
 * Ends a reply that the server runs, and marks its conversation as unread. Does nothing if the reply has ended, or
 * another server runs it.
 */
export async function finishReply(
  database: Database,
  { userId, replyId, conversationId }: BackgroundReplyKey & { readonly conversationId: string },
  end: { readonly server: string; readonly outcome: BackgroundOutcome; readonly finishedAt: number },
): Promise<void> {
  await inWriteTransaction(database, `background replies of ${userId}`, async (transaction) => {
    const { numUpdatedRows } = await rowsOf(transaction, { userId, replyId })
      .set({ outcome: end.outcome, finished_at: end.finishedAt, request: '', session_hash: '' })
      .where('outcome', 'is', null)
      .where('server', '=', end.server)
      .executeTakeFirst()
    if (numUpdatedRows > 0n) await setUnread(transaction, { userId, id: conversationId }, true)
  })
}

/** Asks the server that runs a reply to stop it. Returns false if it does not run. */
export async function requestStop(database: Database, key: BackgroundReplyKey): Promise<boolean> {
  const { numUpdatedRows } = await rowsOf(database, key)
    .set({ is_stopping: 1 })
    .where('outcome', 'is', null)
    .executeTakeFirst()
  return numUpdatedRows > 0n
}

/** Marks an ended reply as reported. Returns false if it was, or has not ended. */
export async function markReported(
  database: Database,
  key: BackgroundReplyKey,
  now: number,
): Promise<boolean> {
  const { numUpdatedRows } = await rowsOf(database, key)
    .set({ reported_at: now })
    .where('outcome', 'is not', null)
    .where('reported_at', 'is', null)
    .executeTakeFirst()
  return numUpdatedRows > 0n
}

export async function deleteFinishedReplies(database: Database, finishedBefore: number): Promise<void> {
  await database.deleteFrom('background_replies').where('finished_at', '<', finishedBefore).execute()
}
