import { mkdtempSync, readdirSync, rmSync, statSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { sql } from 'kysely'
import { afterEach, beforeEach, expect, it } from 'vitest'
import { openDatabase } from './open.ts'
import type { Database } from './schema.ts'

let directory: string
let database: Database

beforeEach(async () => {
  directory = mkdtempSync(join(tmpdir(), 'vee-db-'))
  database = await openDatabase(join(directory, 'vee.db'), () => 1)
})

afterEach(async () => {
  await database.destroy()
  rmSync(directory, { recursive: true })
})

it('is readable by its owner alone, side files included', () => {
  const rights = readdirSync(directory).map((file) => [file, statSync(join(directory, file)).mode & 0o777])
  expect(Object.fromEntries(rights)).toEqual({ 'vee.db': 0o600, 'vee.db-shm': 0o600, 'vee.db-wal': 0o600 })
})

it('survives a power cut as far as SQLite can see to it', async () => {
  const { rows: journal } = await sql<{ journal_mode: string }>`pragma journal_mode`.execute(database)
  const { rows: synchronous } = await sql<{ synchronous: number }>`pragma synchronous`.execute(database)
  expect([journal[0]?.journal_mode, synchronous[0]?.synchronous]).toEqual(['wal', 2])
})
