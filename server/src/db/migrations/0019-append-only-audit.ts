import { type RawBuilder, sql } from 'kysely'
import type { Database } from '../schema.ts'
import { isPostgres } from '../write-transaction.ts'
import type { Migration } from './migration.ts'

/**
 * Audit logs become append-only for every program that writes to the database. One change is allowed:
 * removing the name of a user whose account was deleted.
 */
export const appendOnlyAudit: Migration = {
  name: '0019-append-only-audit',
  async up(_schema, database) {
    const guard = isPostgres(database) ? guardOnPostgres : guardOnSqlite
    await guard(database, 'organization_audit', ['id', 'organization_id', 'at', 'action', 'before', 'after'])
    await guard(database, 'host_audit', ['id', 'at', 'action', 'before', 'after'])
  },
}

type Guard = (database: Database, table: string, fixed: readonly string[]) => Promise<void>

/** Returns the condition that a change only removes names. */
const takesNamesOut = (fixed: readonly string[]): RawBuilder<boolean> => {
  const same = fixed.map((name) => sql`new.${sql.ref(name)} = old.${sql.ref(name)}`)
  return sql`${sql.join(same, sql` and `)}
    and ((new.actor_id = old.actor_id and new.actor_email = old.actor_email)
      or (new.actor_id = 'deleted' and new.actor_email = ''))
    and (new.target = old.target or new.target = '')`
}

const guardOnSqlite: Guard = async (database, table, fixed) => {
  const refuse = sql`begin select raise(abort, 'an audit log is append-only'); end`
  await sql`create trigger ${sql.ref(`${table}_stays`)} before delete on ${sql.table(table)} ${refuse}`.execute(
    database,
  )
  await sql`create trigger ${sql.ref(`${table}_unchanged`)} before update on ${sql.table(table)}
    when not (${takesNamesOut(fixed)}) ${refuse}`.execute(database)
}

const guardOnPostgres: Guard = async (database, table, fixed) => {
  await sql`create or replace function refuse_audit_change() returns trigger language plpgsql as
    'begin raise exception ''an audit log is append-only''; end'`.execute(database)
  const refuse = sql`execute function refuse_audit_change()`
  await sql`create trigger ${sql.ref(`${table}_stays`)} before delete on ${sql.table(table)}
    for each row ${refuse}`.execute(database)
  await sql`create trigger ${sql.ref(`${table}_whole`)} before truncate on ${sql.table(table)}
    for each statement ${refuse}`.execute(database)
  await sql`create trigger ${sql.ref(`${table}_unchanged`)} before update on ${sql.table(table)}
    for each row when (not (${takesNamesOut(fixed)})) ${refuse}`.execute(database)
}
