import { closeSync, openSync } from 'node:fs'
import { type Dialect, Kysely } from 'kysely'
import { migrate } from './migrate.ts'
import { postgresDialect } from './postgres.ts'
import type { Database, Schema } from './schema.ts'
import { sqliteDialect } from './sqlite.ts'

/** Opens the embedded database, readable by its owner alone, and brings its schema up to date. */
export async function openDatabase(file: string, now: () => number): Promise<Database> {
  // SQLite gives its -wal and -shm files the rights of the main file, so it must exist before SQLite makes it.
  closeSync(openSync(file, 'a', 0o600))
  return upToDate(sqliteDialect(file), now)
}

/** Opens a database of Postgres and brings its schema up to date. */
export async function openPostgres(url: string, now: () => number): Promise<Database> {
  return upToDate(await postgresDialect(url), now)
}

/** Connects to a database of Postgres and leaves its schema as it is. */
export async function connectPostgres(url: string): Promise<Database> {
  return new Kysely<Schema>({ dialect: await postgresDialect(url) })
}

async function upToDate(dialect: Dialect, now: () => number): Promise<Database> {
  const database = new Kysely<Schema>({ dialect })
  try {
    await migrate(database, now)
  } catch (error) {
    await database.destroy()
    throw error
  }
  return database
}
