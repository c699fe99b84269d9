import { sql } from 'kysely'
import { afterEach, beforeEach, expect, it } from 'vitest'
import { StartFailure } from '#lib/start-failure.ts'
import { createEmptyTestDatabase, type TestDatabase } from './fixtures/test-database.ts'
import { migrations } from './migrations/index.ts'
import { isWritable } from './queries/health.ts'
import type { Database } from './schema.ts'
import { inWriteTransaction } from './write-transaction.ts'

let testDatabase: TestDatabase
beforeEach(async () => {
  testDatabase = await createEmptyTestDatabase()
})
afterEach(() => testDatabase.remove())

const appliedNames = async (database: Database) => {
  const { rows } = await sql<{ name: string }>`select name from schema_migrations order by name`.execute(
    database,
  )
  return rows.map(({ name }) => name)
}
const session = (id: string) => ({
  id,
  token_hash: `hash of ${id}`,
  user_id: 'u',
  token_provider: 'global' as const,
  created_at: Date.UTC(2026, 10, 21),
  expires_at: 2,
})

it('migrates a new database, and does not change an up-to-date one', async () => {
  expect(await appliedNames(await testDatabase.open())).toEqual(migrations.map(({ name }) => name))
  expect(await appliedNames(await testDatabase.open())).toEqual(migrations.map(({ name }) => name))
})

it('rejects a database of a newer version', async () => {
  const database = await testDatabase.open()
  await sql`insert into schema_migrations (name, applied_at) values ('9999-later', 1)`.execute(database)
  await expect(testDatabase.open()).rejects.toThrow(StartFailure)
  await expect(testDatabase.open()).rejects.toThrow('newer version of Vee')
})

it('returns times as numbers', async () => {
  const database = await testDatabase.open()
  await database.insertInto('sessions').values(session('a')).execute()
  const [row] = await database.selectFrom('sessions').selectAll().execute()
  expect(row).toMatchObject(session('a'))
  const { count } = await database
    .selectFrom('sessions')
    .select((builder) => builder.fn.countAll<number>().as('count'))
    .executeTakeFirstOrThrow()
  expect(count).toBe(1)
})

it('stores nothing of a failed transaction', async () => {
  const database = await testDatabase.open()
  const failing = inWriteTransaction(database, 'test', async (transaction) => {
    await transaction.insertInto('sessions').values(session('a')).execute()
    throw new Error('no')
  })
  await expect(failing).rejects.toThrow('no')
  expect(await database.selectFrom('sessions').selectAll().execute()).toEqual([])
})

it('detects that the database is not available', async () => {
  const database = await testDatabase.open()
  await database.destroy()
  expect(await isWritable(database)).toBe(false)
})
