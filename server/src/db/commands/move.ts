import type { Kysely } from 'kysely'
import { type Database, TABLES } from '../schema.ts'
import { databaseAge, setCreatedAt } from '../database-age.ts'
import { inWriteTransaction } from '../write-transaction.ts'
import { CommandFailure } from './command-failure.ts'

/** Rows per statement; with the widest table far below the limit of 65,535 values in Postgres. */
const BATCH_SIZE = 500

/** Unconverted rows of any table. */
type AnyDatabase = Kysely<Record<string, Record<string, unknown>>>

/**
 * Copies every row into an empty database of the same schema, atomically, and returns the number of rows. The
 * source is locked meanwhile, so that a running server cannot write rows that would be lost.
 */
export function moveRows(source: Database, target: Database): Promise<number> {
  return inWriteTransaction(source, 'move', (from) =>
    inWriteTransaction(target, 'move', async (to) => {
      await assertEmptyTarget(to)
      let moved = 0
      for (const table of TABLES) moved += await moveTable(anyOf(from), anyOf(to), table)
      // The target is as old as the files that its rows name.
      await setCreatedAt(to, (await databaseAge(from)).createdAt)
      return moved
    }),
  )
}

async function assertEmptyTarget(target: Database): Promise<void> {
  for (const table of TABLES) {
    const row = await anyOf(target).selectFrom(table).selectAll().limit(1).executeTakeFirst()
    if (row === undefined) continue
    throw new CommandFailure(
      'The database at DATABASE_URL holds data of Vee already; make an empty one first.',
    )
  }
}

async function moveTable(source: AnyDatabase, target: AnyDatabase, table: string): Promise<number> {
  let moved = 0
  for (;;) {
    const rows = await source
      .selectFrom(table)
      .selectAll()
      .orderBy('rowid')
      .limit(BATCH_SIZE)
      .offset(moved)
      .execute()
    if (rows.length === 0) return moved
    await target.insertInto(table).values(rows).execute()
    moved += rows.length
  }
}

function anyOf(database: Database): AnyDatabase {
  return database as unknown as AnyDatabase
}
