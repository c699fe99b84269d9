import { sql } from 'kysely'
import { StartFailure } from '../start/start-failure.ts'
import { migrations } from './migrations/index.ts'
import type { Database } from './schema.ts'
import { inWriteTransaction } from './write-transaction.ts'

/**
 * Migrates the schema to this version in one write transaction: of two servers that start together the second
 * waits and then has nothing to do, and a failed migration leaves the database unchanged.
 */
export async function migrate(database: Database, now: () => number): Promise<void> {
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
  const known = new Set(migrations.map(({ name }) => name))
  if ([...applied].every((name) => known.has(name))) return
  throw new StartFailure(
    'The database was written by a newer version of Vee; start that version, or choose another database.',
  )
}
