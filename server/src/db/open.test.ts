import { mkdtempSync, readdirSync, rmSync, statSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { sql } from 'kysely'
import { afterEach, beforeEach, expect, it } from 'vitest'
import { StartFailure } from '../start/start-failure.ts'
import { migrations } from './migrations/index.ts'
import { openDatabase } from './open.ts'
import { databaseAnswers } from './queries/health.ts'
import type { Database } from './schema.ts'
import { inWriteTransaction } from './write-transaction.ts'

let directory: string
let opened: Database[]

beforeEach(() => {
  directory = mkdtempSync(join(tmpdir(), 'vee-db-'))
  opened = []
})

afterEach(async () => {
  await Promise.all(opened.map((database) => database.destroy()))
  rmSync(directory, { recursive: true })
})

async function open(): Promise<Database> {
  const database = await openDatabase(join(directory, 'vee.db'), () => 1)
  opened.push(database)
  return database
}

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
  created_at: 1,
  expires_at: 2,
})

it('brings a new database up to date, and leaves one that is', async () => {
  expect(await appliedNames(await open())).toEqual(migrations.map(({ name }) => name))
  expect(await appliedNames(await open())).toEqual(migrations.map(({ name }) => name))
})

it('is readable by its owner alone, side files included', async () => {
  const database = await open()
  await database.insertInto('sessions').values(session('a')).execute()
  const rights = readdirSync(directory).map((file) => [file, statSync(join(directory, file)).mode & 0o777])
  expect(Object.fromEntries(rights)).toEqual({ 'vee.db': 0o600, 'vee.db-shm': 0o600, 'vee.db-wal': 0o600 })
})

it('survives a power cut as far as SQLite can see to it', async () => {
  const database = await open()
  const { rows: journal } = await sql<{ journal_mode: string }>`pragma journal_mode`.execute(database)
  const { rows: synchronous } = await sql<{ synchronous: number }>`pragma synchronous`.execute(database)
  expect([journal[0]?.journal_mode, synchronous[0]?.synchronous]).toEqual(['wal', 2])
})

it('refuses a database of a newer version', async () => {
  const database = await open()
  await sql`insert into schema_migrations (name, applied_at) values ('9999-later', 1)`.execute(database)
  await expect(open()).rejects.toThrow(StartFailure)
  await expect(open()).rejects.toThrow('newer version of Vee')
})

it('keeps nothing of a transaction that fails', async () => {
  const database = await open()
  const failing = inWriteTransaction(database, async (transaction) => {
    await transaction.insertInto('sessions').values(session('a')).execute()
    throw new Error('no')
  })
  await expect(failing).rejects.toThrow('no')
  expect(await database.selectFrom('sessions').selectAll().execute()).toEqual([])
})

it('knows when the database is gone', async () => {
  const database = await open()
  await database.destroy()
  expect(await databaseAnswers(database)).toBe(false)
})
