import { closeSync, openSync } from 'node:fs'
import { setTimeout as delay } from 'node:timers/promises'
import { type Dialect, Kysely, sql } from 'kysely'
import { postgresDialect } from './postgres.ts'
import type { Database, Schema } from './schema.ts'
import { sqliteDialect } from './sqlite.ts'
import { isSqliteBusy } from './unavailable.ts'
import { StartFailure } from '#lib/start-failure.ts'
import { migrations } from './migrations/index.ts'
import { inWriteTransaction } from './write-transaction.ts'

/** Opens the embedded database, readable by its owner only, and migrates its schema. */
export async function openDatabase(file: string, now: () => number): Promise<Database> {
  // SQLite gives its -wal and -shm files the permissions of the main file, so that file is created first.
  closeSync(openSync(file, 'a', 0o600))
  return openMigrated(await retryWhileBusy(() => sqliteDialect(file)), now)
}

/** Opens a Postgres database and migrates its schema. */
export async function openPostgres(url: string, now: () => number): Promise<Database> {
  return openMigrated(await postgresDialect(url), now)
}

/** Connects to a Postgres database without a migration. */
export async function connectPostgres(url: string): Promise<Database> {
  return new Kysely<Schema>({ dialect: await postgresDialect(url) })
}

/** Another server on the same folder may be opening or migrating it; a start waits for that so long, in ms. */
const START_WAIT_MS = 10_000
const RETRY_MS = 100

/** Runs `attempt` again while SQLite's lock is taken; throws its error after {@link START_WAIT_MS}. */
async function retryWhileBusy<T>(attempt: () => T | Promise<T>): Promise<T> {
  const until = performance.now() + START_WAIT_MS
  for (;;) {
    try {
      return await attempt()
    } catch (error) {
      if (!isSqliteBusy(error) || performance.now() > until) throw error
      await delay(RETRY_MS)
    }
  }
}

async function openMigrated(dialect: Dialect, now: () => number): Promise<Database> {
  const database = new Kysely<Schema>({ dialect })
  try {
    await retryWhileBusy(() => applyMigrations(database, now))
  } catch (error) {
    await database.destroy()
    throw error
  }
  return database
}

/**
 * Migrates the schema to this version in one write transaction: of two servers that start together the second
 * waits and then has nothing to do, and a failed migration leaves the database unchanged.
 */
async function applyMigrations(database: Database, now: () => number): Promise<void> {
  await inWriteTransaction(database, 'schema', async (transaction) => {
    const applied = await appliedMigrations(transaction)
    assertKnownSchema(applied)
    for (const migration of migrations.filter(({ name }) => !applied.has(name))) {
      await migration.up(transaction.schema, transaction)
      await sql`insert into schema_migrations (name, applied_at) values (${migration.name}, ${now()})`.execute(
        transaction,
      )
    }
  })
}

async function appliedMigrations(transaction: Database): Promise<ReadonlySet<string>> {
  await transaction.schema
    .createTable('schema_migrations')
    .ifNotExists()
    .addColumn('name', 'text', (column) => column.primaryKey())
    .addColumn('applied_at', 'bigint', (column) => column.notNull())
    .execute()
  const { rows } = await sql<{ name: string }>`select name from schema_migrations`.execute(transaction)
  return new Set(rows.map((row) => row.name))
}

function assertKnownSchema(applied: ReadonlySet<string>): void {
  const knownMigrations = new Set(migrations.map(({ name }) => name))
  if ([...applied].every((name) => knownMigrations.has(name))) return
  throw new StartFailure(
    'The database was written by a newer version of Vee; start that version, or choose another database.',
  )
}
