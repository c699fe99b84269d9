import { sql, type Insertable, type Selectable } from 'kysely'
import { prepareQuery } from '../prepare-query.ts'
import type { Database } from '../schema.ts'
import type { LedgerEntriesTable } from '../tables/ledger-entries.ts'
import { byCounter, selectSpent, type Spending } from './spending.ts'

export type LedgerEntry = Insertable<LedgerEntriesTable>

/** The fields of a use that are known after its end. */
export type EntryEnd = Pick<
  LedgerEntry,
  | 'status'
  | 'charged'
  | 'prompt_tokens'
  | 'completion_tokens'
  | 'audio_ms'
  | 'characters'
  | 'cost_micro_usd'
  | 'is_estimated'
>

const newEntry = prepareQuery((database, entry: LedgerEntry) =>
  database.insertInto('ledger_entries').values(entry),
)

export async function insertEntry(database: Database, entry: LedgerEntry): Promise<void> {
  await newEntry(database, entry)
}

const endOfEntry = prepareQuery((database, { id, ...end }: EntryEnd & Pick<LedgerEntry, 'id'>) =>
  database.updateTable('ledger_entries').set(end).where('id', '=', id).where('status', '=', 'reserved'),
)

/** Ends a reserved use. Returns false, without a change, if it has already ended. */
export async function endEntry(database: Database, id: string, end: EntryEnd): Promise<boolean> {
  const { numAffectedRows = 0n } = await endOfEntry(database, { id, ...end })
  return numAffectedRows > 0n
}

/** Returns what a reply of an owner has used or reserved. */
export const selectEntriesOfReply = (
  database: Database,
  owner: string,
  replyId: string,
): Promise<Selectable<LedgerEntriesTable>[]> =>
  database
    .selectFrom('ledger_entries')
    .selectAll()
    .where('owner', '=', owner)
    .where('reply_id', '=', replyId)
    .where('status', '<>', 'released')
    .execute()

/** Takes an entry back, as if nothing was used. Returns false if it was. */
export async function revokeEntry(database: Database, id: string): Promise<boolean> {
  const { numUpdatedRows } = await database
    .updateTable('ledger_entries')
    .set({
      status: 'released',
      charged: 0,
      cost_micro_usd: 0,
      prompt_tokens: 0,
      completion_tokens: 0,
      audio_ms: 0,
      characters: 0,
    })
    .where('id', '=', id)
    .where('status', '<>', 'released')
    .executeTakeFirst()
  return numUpdatedRows > 0n
}

/** Returns the servers with unsettled uses. */
export async function serversWithReservations(database: Database): Promise<string[]> {
  const rows = await database
    .selectFrom('ledger_entries')
    .select('server')
    .distinct()
    .where('status', '=', 'reserved')
    .execute()
  return rows.map(({ server }) => server)
}

/**
 * Returns counters of meters and the reservations of an owner that they include: primary tokens of models, or micro-dollars of
 * speech. By meter and period, separated by a space, and by pool. A single statement, because a reservation between two would be in one of both only. `from` in milliseconds since 1970.
 */
export async function readSpentAndReserved(
  database: Database,
  counters: readonly Pick<Spending, 'meter' | 'period'>[],
  { owner, from, isSpeech }: { readonly owner: string; readonly from: number; readonly isSpeech: boolean },
): Promise<{ readonly spent: ReadonlyMap<string, number>; readonly reserved: ReadonlyMap<string, number> }> {
  if (counters.length === 0) return { spent: new Map(), reserved: new Map() }
  const reservations = database
    .selectFrom('ledger_entries')
    .select([
      sql<string>`coalesce(pool, '')`.as('meter'),
      sql<string>`''`.as('period'),
      sql<number>`cast(sum(charged) as bigint)`.as('used'),
    ])
    .where('owner', '=', owner)
    .where('created_at', '>=', from)
    .where('status', '=', 'reserved')
    .where('kind', isSpeech ? 'not in' : 'in', ['llm', 'search', 'embed'])
    .groupBy('pool')
  const rows = await selectSpent(database, counters).unionAll(reservations).execute()
  const reserved = rows.filter(({ period }) => period === '')
  return {
    spent: byCounter(rows.filter(({ period }) => period !== '')),
    reserved: new Map(reserved.map(({ meter, used }) => [meter, used])),
  }
}

/** Settles uses whose server failed with the reserved amount, because the actual one is unknown. */
export async function settleAbandoned(
  database: Database,
  { goneServers, now }: { readonly goneServers: readonly string[]; readonly now: number },
): Promise<void> {
  await database
    .updateTable('ledger_entries')
    .set({ status: 'settled', is_estimated: 1 })
    .where('status', '=', 'reserved')
    .where((where) =>
      where.or([
        where('lease_until', '<', now),
        ...(goneServers.length > 0 ? [where('server', 'in', [...goneServers])] : []),
      ]),
    )
    .execute()
}

/**
 * Extends the owner's cost session to `now`, or starts a new one after a pause longer than `idleMs`. A new
 * session begins with its use that was reserved first, which is not necessarily the one that was settled
 * first.
 */
export async function continueCostSession(
  database: Database,
  { owner, now, idleMs }: { readonly owner: string; readonly now: number; readonly idleMs: number },
): Promise<void> {
  const first = database
    .selectFrom('ledger_entries')
    .select(({ fn }) => fn.min('created_at').as('at'))
    .where('owner', '=', owner)
    .where('created_at', '>=', now - idleMs)
    .where('status', '<>', 'released')
  await sql`
    insert into cost_sessions (owner, started_at, last_used_at) values (${owner}, coalesce((${first}), ${now}), ${now})
    on conflict (owner) do update set
      started_at = case
        when cost_sessions.last_used_at < ${now - idleMs} then excluded.started_at
        else cost_sessions.started_at end,
      last_used_at = case
        when cost_sessions.last_used_at < excluded.last_used_at then excluded.last_used_at
        else cost_sessions.last_used_at end`.execute(database)
}
