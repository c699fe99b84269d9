// Several servers in one process. With SQLite a waiting connection blocks the thread, so that case requires
// processes (see main.test.ts).
import { sql } from 'kysely'
import { afterEach, beforeEach, expect, it } from 'vitest'
import { createEmptyTestDatabase, type TestDatabase } from './fixtures/test-database.ts'
import { migrations } from './migrations/index.ts'
import type { Database } from './schema.ts'
import { inWriteTransaction } from './write-transaction.ts'

let testDatabase: TestDatabase
beforeEach(async () => {
  testDatabase = await createEmptyTestDatabase()
})
afterEach(() => testDatabase.remove())

it('is migrated once by servers that start together', async () => {
  const databases = await Promise.all(Array.from({ length: 5 }, () => testDatabase.open()))
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

it('isolates the reads and writes of a transaction', async () => {
  const servers = await Promise.all([testDatabase.open(), testDatabase.open()])
  await Promise.all([...servers, ...servers, ...servers].map(addOne))
  const [database] = servers
  expect(await database?.selectFrom('sessions').select('id').orderBy('id').execute()).toEqual(
    Array.from({ length: 6 }, (_, number) => ({ id: `number ${number}` })),
  )
})

it('survives a lost connection in the middle of a transaction', async () => {
  const [first, second] = await Promise.all([testDatabase.open(), testDatabase.open()])
  const cut = first.transaction().execute(async (transaction) => {
    const { rows } = await sql<{ pid: number }>`select pg_backend_pid() as pid`.execute(transaction)
    await sql`select pg_terminate_backend(${rows[0]?.pid}, 5000)`.execute(second)
    // The connection breaks while idle.
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
