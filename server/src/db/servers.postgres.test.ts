// Several servers in one process: SQLite makes a connection wait by holding up the thread, so there it takes processes
// (see main.test.ts).
import { sql } from 'kysely'
import { afterEach, beforeEach, expect, it } from 'vitest'
import { createEmptyTestPlace, type TestPlace } from './fixtures/test-place.ts'
import { migrations } from './migrations/index.ts'
import type { Database } from './schema.ts'
import { inWriteTransaction } from './write-transaction.ts'

let place: TestPlace
beforeEach(async () => {
  place = await createEmptyTestPlace()
})
afterEach(() => place.remove())

it('is brought up to date once by servers that start together', async () => {
  const databases = await Promise.all(Array.from({ length: 5 }, () => place.open()))
  for (const database of databases) {
    const { rows } = await sql<{ name: string }>`select name from schema_migrations`.execute(database)
    expect(rows).toHaveLength(migrations.length)
  }
})

const addOne = (database: Database) =>
  inWriteTransaction(database, 'test', async (transaction) => {
    const rows = await transaction.selectFrom('sessions').select('id').execute()
    await transaction
      .insertInto('sessions')
      .values({
        id: `number ${rows.length}`,
        token_hash: `hash ${rows.length}`,
        user_id: 'u',
        token_provider: 'global',
        created_at: 1,
        expires_at: 2,
      })
      .execute()
  })

it('lets nobody between the reading and the writing of a transaction', async () => {
  const servers = await Promise.all([place.open(), place.open()])
  await Promise.all([...servers, ...servers, ...servers].map(addOne))
  const [database] = servers
  expect(await database?.selectFrom('sessions').select('id').orderBy('id').execute()).toEqual(
    Array.from({ length: 6 }, (_, number) => ({ id: `number ${number}` })),
  )
})

it('outlives a database that hangs up in the middle of a transaction', async () => {
  const [first, second] = await Promise.all([place.open(), place.open()])
  const cut = first.transaction().execute(async (transaction) => {
    const { rows } = await sql<{ pid: number }>`select pg_backend_pid() as pid`.execute(transaction)
    await sql`select pg_terminate_backend(${rows[0]?.pid}, 5000)`.execute(second)
    // The connection breaks while nothing is asked on it.
    await expect
      .poll(() =>
        sql`select 1`.execute(transaction).then(
          () => 'there',
          () => 'gone',
        ),
      )
      .toBe('gone')
    await sql`select 1`.execute(transaction)
  })
  await expect(cut).rejects.toBeInstanceOf(Error)
  await expect(sql`select 1`.execute(first)).resolves.toMatchObject({ rows: [{}] })
})
