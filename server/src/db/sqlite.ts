import { setTimeout as delay } from 'node:timers/promises'
import { DatabaseSync, type SQLInputValue } from 'node:sqlite'
import {
  type CompiledQuery,
  type DatabaseConnection,
  type QueryResult,
  SqliteAdapter,
  type SqliteDatabase,
  SqliteDialect,
  SqliteDriver,
  type SqliteStatement,
} from 'kysely'
import { isSqliteBusy } from './unavailable.ts'
import { type SyncFile, WriteAheadLog } from './write-ahead-log.ts'

/** How long a statement waits for another program's transaction on this thread, where everybody waits with it … */
const BUSY_TIMEOUT_MS = 20
/** … and how long it is tried again, while this thread does other work, before it fails. */
const BUSY_RETRIES_MS = [10, 20, 40, 80, 150, 300, 500, 900]
/** Prepared statements that are held; those used longest ago go. */
const MOST_PREPARED = 200
/** Longer ones, in UTF-16 code units, are inserts of many rows: they seldom come twice. */
const LONGEST_PREPARED = 4_000
/** Ends a transaction whose changes need not be waited for: the disk has them with the next that are. */
export const COMMIT_SOON = 'commit -- soon'
/** A transaction changes something by the statements between its ends. */
const CHANGES_NOTHING = /^\s*(?:select|begin|commit|rollback)\b/i

/**
 * node:sqlite as a dialect of Kysely. WAL lets readers go on while one writes. SQLite itself does not wait for the disk
 * when it commits, for all that this thread does would wait with it (synchronous=NORMAL, which alone would lose the last
 * commits in a power cut): whoever has written waits here until the log is on the disk, and nobody else (decision 0024).
 */
export function sqliteDialect(file: string, syncFile?: SyncFile): SqliteDialect {
  const database = new PreparingDatabase(file)
  return new SyncedDialect(database, new WriteAheadLog(file, syncFile))
}

class SyncedDialect extends SqliteDialect {
  readonly #database: PreparingDatabase
  readonly #log: WriteAheadLog

  constructor(database: PreparingDatabase, log: WriteAheadLog) {
    super({ database })
    this.#database = database
    this.#log = log
  }

  override createDriver(): SqliteDriver {
    return new SyncingDriver(this.#database, this.#log)
  }

  override createAdapter(): SqliteAdapter {
    return new SelfLockingAdapter()
  }
}

/** Kysely's own lock is held until a release has ended; the driver's goes to the next one while the disk is waited for. */
class SelfLockingAdapter extends SqliteAdapter {
  override get supportsMultipleConnections(): boolean {
    return true
  }
}

/** One connection, one user at a time. Who has changed something has released it when the disk has the change. */
class SyncingDriver extends SqliteDriver {
  readonly #database: PreparingDatabase
  readonly #log: WriteAheadLog
  #inUse: PromiseWithResolvers<void> | undefined

  constructor(database: PreparingDatabase, log: WriteAheadLog) {
    super({ database })
    this.#database = database
    this.#log = log
  }

  override async acquireConnection(): Promise<DatabaseConnection> {
    while (this.#inUse) await this.#inUse.promise
    this.#inUse = Promise.withResolvers()
    return new RetryingConnection(await super.acquireConnection())
  }

  override async releaseConnection(): Promise<void> {
    const hasChanged = this.#database.takeChange()
    this.#inUse?.resolve()
    this.#inUse = undefined
    if (hasChanged) await this.#log.sync()
  }

  override async destroy(): Promise<void> {
    await this.#log.close()
    await super.destroy()
  }
}

/** Tries a statement again that found SQLite's lock taken: what is refused so has changed nothing. */
class RetryingConnection implements DatabaseConnection {
  readonly #connection: DatabaseConnection

  constructor(connection: DatabaseConnection) {
    this.#connection = connection
  }

  async executeQuery<R>(query: CompiledQuery): Promise<QueryResult<R>> {
    for (const ms of BUSY_RETRIES_MS) {
      try {
        return await this.#connection.executeQuery<R>(query)
      } catch (error) {
        if (!isSqliteBusy(error)) throw error
        await delay(ms)
      }
    }
    return this.#connection.executeQuery<R>(query)
  }

  streamQuery<R>(query: CompiledQuery, chunkSize: number): AsyncIterableIterator<QueryResult<R>> {
    return this.#connection.streamQuery<R>(query, chunkSize)
  }
}

interface Prepared extends SqliteStatement {
  readonly changesNothing: boolean
}

/** Statements by their text: to prepare one takes longer than to run it. SQLite prepares anew by itself where the schema changed. */
class PreparingDatabase implements SqliteDatabase {
  readonly #database: DatabaseSync
  /** in the order of their last use */
  readonly #bySql = new Map<string, Prepared>()
  #hasChanged = false

  constructor(file: string) {
    this.#database = new DatabaseSync(file, { timeout: BUSY_TIMEOUT_MS })
    // The first write makes the log, and SQLite syncs the folder with it.
    this.#database.exec('pragma journal_mode = wal; pragma synchronous = full; pragma user_version = 0')
    this.#database.exec('pragma synchronous = normal; pragma foreign_keys = on')
  }

  prepare(sql: string): SqliteStatement {
    const known = this.#bySql.get(sql)
    this.#bySql.delete(sql)
    const prepared = known ?? this.#prepare(sql)
    if (sql.length <= LONGEST_PREPARED) this.#bySql.set(sql, prepared)
    if (this.#bySql.size > MOST_PREPARED) this.#bySql.delete(this.#bySql.keys().next().value ?? '')
    this.#hasChanged = sql !== COMMIT_SOON && (this.#hasChanged || !prepared.changesNothing)
    return prepared
  }

  /** Whether something may have been changed since the last call. */
  takeChange(): boolean {
    const hasChanged = this.#hasChanged
    this.#hasChanged = false
    return hasChanged
  }

  close(): void {
    this.#database.close()
  }

  #prepare(sql: string): Prepared {
    const statement = this.#database.prepare(sql)
    return {
      reader: statement.columns().length > 0,
      changesNothing: CHANGES_NOTHING.test(sql),
      all: (parameters) => statement.all(...bound(parameters)),
      run: (parameters) => statement.run(...bound(parameters)),
      // Two readers must not move one cursor.
      iterate: (parameters) => this.#database.prepare(sql).iterate(...bound(parameters)),
    }
  }
}

/** Kysely hands over only values that its own compiler has bound: text, numbers, null and bytes. */
function bound(parameters: readonly unknown[]): readonly SQLInputValue[] {
  return parameters as readonly SQLInputValue[]
}
