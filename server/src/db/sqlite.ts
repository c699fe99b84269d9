import { DatabaseSync, type SQLInputValue } from 'node:sqlite'
import { SqliteDialect } from 'kysely'

/** How long a statement waits for another server's transaction before it fails. */
const BUSY_TIMEOUT_MS = 5_000

/**
 * node:sqlite as a dialect of Kysely. WAL lets readers go on while one writes; synchronous=FULL is what keeps the
 * last commits through a power cut (NORMAL loses them).
 */
export function sqliteDialect(file: string): SqliteDialect {
  const database = new DatabaseSync(file, { timeout: BUSY_TIMEOUT_MS })
  database.exec('pragma journal_mode = wal; pragma synchronous = full; pragma foreign_keys = on')
  return new SqliteDialect({
    database: {
      close: () => database.close(),
      prepare: (sql) => {
        const statement = database.prepare(sql)
        return {
          reader: statement.columns().length > 0,
          all: (parameters) => statement.all(...bound(parameters)),
          run: (parameters) => statement.run(...bound(parameters)),
          iterate: (parameters) => statement.iterate(...bound(parameters)),
        }
      },
    },
  })
}

/** Kysely hands over only values that its own compiler has bound: text, numbers, null and bytes. */
function bound(parameters: readonly unknown[]): readonly SQLInputValue[] {
  return parameters as readonly SQLInputValue[]
}
