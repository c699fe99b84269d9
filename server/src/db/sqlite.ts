import { DatabaseSync, type SQLInputValue, type StatementSync } from 'node:sqlite'
import { SqliteDialect } from 'kysely'

/** How long a statement waits for another server's transaction before it fails. */
const BUSY_TIMEOUT_MS = 5_000
/** Prepared statements that are held; those used longest ago go. */
const MOST_PREPARED = 200
/** Longer ones, in UTF-16 code units, are inserts of many rows: they seldom come twice. */
const LONGEST_PREPARED = 4_000

/**
 * node:sqlite as a dialect of Kysely. WAL lets readers go on while one writes; synchronous=FULL is what keeps the
 * last commits through a power cut (NORMAL loses them).
 */
export function sqliteDialect(file: string): SqliteDialect {
  const database = new DatabaseSync(file, { timeout: BUSY_TIMEOUT_MS })
  database.exec('pragma journal_mode = wal; pragma synchronous = full; pragma foreign_keys = on')
  const prepared = new PreparedStatements(database)
  return new SqliteDialect({
    database: {
      close: () => database.close(),
      prepare: (sql) => {
        const { statement, reader } = prepared.of(sql)
        return {
          reader,
          all: (parameters) => statement.all(...bound(parameters)),
          run: (parameters) => statement.run(...bound(parameters)),
          // Two readers must not move one cursor.
          iterate: (parameters) => database.prepare(sql).iterate(...bound(parameters)),
        }
      },
    },
  })
}

interface Prepared {
  readonly statement: StatementSync
  /** whether it gives rows */
  readonly reader: boolean
}

/** Statements by their text: to prepare one takes longer than to run it. SQLite prepares anew by itself where the schema changed. */
class PreparedStatements {
  readonly #database: DatabaseSync
  /** in the order of their last use */
  readonly #bySql = new Map<string, Prepared>()

  constructor(database: DatabaseSync) {
    this.#database = database
  }

  of(sql: string): Prepared {
    const known = this.#bySql.get(sql)
    this.#bySql.delete(sql)
    const prepared = known ?? this.#prepare(sql)
    if (sql.length <= LONGEST_PREPARED) this.#bySql.set(sql, prepared)
    if (this.#bySql.size > MOST_PREPARED) this.#bySql.delete(this.#bySql.keys().next().value ?? '')
    return prepared
  }

  #prepare(sql: string): Prepared {
    const statement = this.#database.prepare(sql)
    return { statement, reader: statement.columns().length > 0 }
  }
}

/** Kysely hands over only values that its own compiler has bound: text, numbers, null and bytes. */
function bound(parameters: readonly unknown[]): readonly SQLInputValue[] {
  return parameters as readonly SQLInputValue[]
}
