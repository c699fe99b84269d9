import { setImmediate as nextTurn, setTimeout as delay } from 'node:timers/promises'
import { DatabaseSync, type SQLInputValue, type StatementSync } from 'node:sqlite'
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
import { MAINTENANCE_WORKER } from '#lib/project-files.ts'
import { DamagedDatabase, isSqliteBusy, isSqliteDamaged } from './unavailable.ts'
import { Worker } from 'node:worker_threads'
import { reportBackgroundFailure } from '#lib/background.ts'
import { closeSync, fdatasync, openSync, statSync } from 'node:fs'
import { promisify } from 'node:util'

/** Resolves when everything written to the file so far is on the disk: fdatasync(2). */
type SyncFile = (descriptor: number) => Promise<void>

/** Syncs SQLite's write-ahead log to the disk. */
class WriteAheadLog {
  readonly #descriptor: number
  readonly #syncFile: SyncFile
  /** remains set after a failure */
  #running: Promise<void> | undefined
  /** starts after the running one, for all callers until then */
  #next: Promise<void> | undefined

  /**
   * Throws if the database has no log yet. A second descriptor of it is harmless: SQLite's locks are on other
   * files.
   */
  constructor(databaseFile: string, syncFile: SyncFile = promisify(fdatasync)) {
    this.#descriptor = openSync(`${databaseFile}-wal`, 'r+')
    this.#syncFile = syncFile
  }

  /**
   * Resolves when every commit before this call is on the disk. Rejects if that is uncertain, and from then
   * on: after a failed write the kernel considers the page clean, and everything after it in the log is lost
   * with it.
   */
  sync(): Promise<void> {
    if (!this.#running) return this.#beginTransaction()
    this.#next ??= this.#running.then(() => {
      this.#next = undefined
      return this.#beginTransaction()
    })
    return this.#next
  }

  async close(): Promise<void> {
    await this.#next?.catch(() => undefined)
    await this.#running?.catch(() => undefined)
    closeSync(this.#descriptor)
  }

  #beginTransaction(): Promise<void> {
    this.#running = this.#syncFile(this.#descriptor).then(() => {
      this.#running = undefined
    })
    return this.#running
  }
}

/**
 * Merges segments of SQLite's search index and copies its log into the database file, in a thread, because both
 * block their caller: a checkpoint waits for the disk. The thread starts with the first request; a small server may
 * never need it.
 */
class MaintenanceThread {
  readonly #program: URL
  readonly #databaseFile: string
  /** number of statements that wait for SQLite's lock; the thread pauses between its steps meanwhile */
  readonly #waiting = new Int32Array(new SharedArrayBuffer(Int32Array.BYTES_PER_ELEMENT))
  #thread: Worker | undefined
  #isRunning = false
  #onDamage: (finding: string) => void = () => undefined

  constructor(program: URL, databaseFile: string) {
    this.#program = program
    this.#databaseFile = databaseFile
  }

  /** Starts maintenance, unless it is running. */
  begin(): void {
    if (this.#isRunning) return
    this.#isRunning = true
    this.#thread ??= this.#start()
    this.#thread.postMessage('begin')
  }

  /** Checks the database, and calls `onDamage` with the first finding. */
  check(onDamage: (finding: string) => void): void {
    this.#onDamage = onDamage
    this.#thread ??= this.#start()
    this.#thread.postMessage('check')
  }

  /** Lets a statement have the lock that it met. Until the returned function is called, the thread takes no further step. */
  makeWay(): () => void {
    Atomics.add(this.#waiting, 0, 1)
    return () => {
      Atomics.sub(this.#waiting, 0, 1)
      Atomics.notify(this.#waiting, 0)
    }
  }

  async close(): Promise<void> {
    await this.#thread?.terminate()
  }

  #start(): Worker {
    const workerData = { file: this.#databaseFile, waiting: this.#waiting }
    const thread = new Worker(this.#program, { workerData })
    // The thread must not keep the process running.
    thread.unref()
    thread.on('message', (message: unknown) => {
      if (message === 'done') this.#isRunning = false
      else this.#onDamage(String(message))
    })
    // The next request starts another thread. Meanwhile the log grows, up to the size at which SQLite itself copies
    // it.
    thread.once('error', () => {
      this.#thread = undefined
      this.#isRunning = false
    })
    return thread
  }
}

/**
 * Delays, in ms, after which a statement that met the lock of another program's transaction is retried: two seconds
 * in all. SQLite itself does not wait, because that would block this thread.
 */
const BUSY_RETRIES_MS = [1, 2, 5, 10, 20, 40, 80, ...Array.from({ length: 18 }, () => 100)]
/**
 * Time, in ms, that callers may use this thread one after another before other events get their turn. Statements run
 * at once, and what awaits them continues in microtasks: fifty long reads would be one single turn of the event loop.
 */
const MAX_TURN_MS = 10
/** Pages of the log, of 4 KiB each, from which a thread copies them into the database file … */
const CHECKPOINT_PAGES = 1_000
/** … and by SQLite itself, on this thread, where the other one falls behind. */
const CHECKPOINT_HERE_PAGES = 50_000
/** Maximum number of cached prepared statements; the least recently used are evicted. */
const MAX_PREPARED_STATEMENTS = 200
/** Larger databases, in bytes, are checked by the thread: it reads about 100 MB a second. */
const MAX_CHECKED_HERE_BYTES = 32 * 1024 * 1024
/** Commits a transaction without changes, so it fails where the database is not writable; also once it is known to be damaged. */
export const WRITE_PROBE = 'pragma user_version = 0'
/** Longer statements, in UTF-16 code units, are inserts of many rows and rarely repeat. */
const MAX_PREPARED_LENGTH = 4_000
/**
 * Commits a transaction without waiting for the disk; its changes are synced with the next durable commit.
 */
export const COMMIT_SOON = 'commit -- soon'
/**
 * Matches statements that change nothing. A transaction changes something only if it contains another one.
 */
const CHANGES_NOTHING = /^\s*(?:select|begin|commit|rollback)\b/i

/**
 * Kysely dialect for node:sqlite. WAL lets readers continue during a write. SQLite itself does not sync when
 * it commits (synchronous=NORMAL), because that would block this thread; synchronous=NORMAL alone could lose
 * the last commits in a power cut. Therefore writers wait here until the log is on the disk, and readers do
 * not (decision 0024).
 */
export function sqliteDialect(file: string, syncFile?: SyncFile): SqliteDialect {
  const database = new PreparingDatabase(file)
  const maintenance = new MaintenanceThread(MAINTENANCE_WORKER, file)
  if (statSync(file).size > MAX_CHECKED_HERE_BYTES)
    maintenance.check((finding) => database.markDamaged(new DamagedDatabase(finding)))
  return new SyncedDialect(database, new WriteAheadLog(file, syncFile), maintenance)
}

class SyncedDialect extends SqliteDialect {
  readonly #database: PreparingDatabase
  readonly #log: WriteAheadLog
  readonly #maintenance: MaintenanceThread

  constructor(database: PreparingDatabase, log: WriteAheadLog, maintenance: MaintenanceThread) {
    super({ database })
    this.#database = database
    this.#log = log
    this.#maintenance = maintenance
  }

  override createDriver(): SqliteDriver {
    return new SyncingDriver(this.#database, this.#log, this.#maintenance)
  }

  override createAdapter(): SqliteAdapter {
    return new SelfLockingAdapter()
  }
}

/**
 * Kysely's own lock is held until the end of a release; the driver's lock passes to the next user during the
 * sync.
 */
class SelfLockingAdapter extends SqliteAdapter {
  override get supportsMultipleConnections(): boolean {
    return true
  }
}

/**
 * One connection with one user at a time. After a change, the release completes when the change is on the
 * disk.
 */
class SyncingDriver extends SqliteDriver {
  readonly #database: PreparingDatabase
  readonly #log: WriteAheadLog
  readonly #maintenance: MaintenanceThread
  #inUse: PromiseWithResolvers<void> | undefined
  /** when this turn of the event loop first used the database, by performance.now() */
  #turnStartedAt: number | undefined

  constructor(database: PreparingDatabase, log: WriteAheadLog, maintenance: MaintenanceThread) {
    super({ database })
    this.#database = database
    this.#log = log
    this.#maintenance = maintenance
  }

  override async acquireConnection(): Promise<DatabaseConnection> {
    await this.#lock()
    return new RetryingConnection(await super.acquireConnection(), {
      pause: (ms) => this.#pause(ms),
      makeWay: () => this.#maintenance.makeWay(),
    })
  }

  async #lock(): Promise<void> {
    while (this.#inUse || this.#isTurnOver()) await (this.#inUse?.promise ?? nextTurn())
    this.#inUse = Promise.withResolvers()
  }

  #unlock(): void {
    this.#inUse?.resolve()
    this.#inUse = undefined
  }

  /** Waits, in ms. Others use the connection meanwhile, unless its user has begun a transaction. */
  async #pause(ms: number): Promise<void> {
    if (this.#database.isInTransaction) {
      await delay(ms)
      return
    }
    const hasChanged = this.#database.takeChange()
    this.#unlock()
    await delay(ms)
    await this.#lock()
    if (hasChanged) this.#database.addChange()
  }

  #isTurnOver(): boolean {
    if (this.#turnStartedAt !== undefined) return performance.now() - this.#turnStartedAt > MAX_TURN_MS
    this.#turnStartedAt = performance.now()
    setImmediate(() => (this.#turnStartedAt = undefined))
    return false
  }

  override async releaseConnection(): Promise<void> {
    const hasChanged = this.#database.takeChange()
    this.#unlock()
    if (!hasChanged) return
    if (this.#database.pagesToCopy() >= CHECKPOINT_PAGES) this.#maintenance.begin()
    await this.#log.sync()
  }

  override async destroy(): Promise<void> {
    await this.#maintenance.close()
    await this.#log.close()
    await super.destroy()
  }
}

interface LockedOut {
  /** Waits, in ms. */
  readonly pause: (ms: number) => Promise<void>
  /** Asks the maintenance thread to leave the lock, until the returned function is called. */
  readonly makeWay: () => () => void
}

/** Retries a statement that found SQLite's lock taken: a rejected statement has changed nothing. */
class RetryingConnection implements DatabaseConnection {
  readonly #connection: DatabaseConnection
  readonly #lockedOut: LockedOut

  constructor(connection: DatabaseConnection, lockedOut: LockedOut) {
    this.#connection = connection
    this.#lockedOut = lockedOut
  }

  async executeQuery<R>(query: CompiledQuery): Promise<QueryResult<R>> {
    try {
      return await this.#connection.executeQuery<R>(query)
    } catch (error) {
      if (!isSqliteBusy(error)) throw error
    }
    const hasPassed = this.#lockedOut.makeWay()
    try {
      return await this.#retry(query)
    } finally {
      hasPassed()
    }
  }

  async #retry<R>(query: CompiledQuery): Promise<QueryResult<R>> {
    for (const ms of BUSY_RETRIES_MS) {
      await this.#lockedOut.pause(ms)
      try {
        return await this.#connection.executeQuery<R>(query)
      } catch (error) {
        if (!isSqliteBusy(error)) throw error
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

/**
 * Caches statements by their text, because preparing takes longer than running. SQLite prepares them again
 * automatically after a schema change.
 */
class PreparingDatabase implements SqliteDatabase {
  readonly #database: DatabaseSync
  /** in the order of their last use */
  readonly #bySql = new Map<string, Prepared>()
  readonly #readLogStatement: StatementSync
  #hasChanged = false
  /** the first error about damaged pages */
  #damage: Error | undefined

  constructor(file: string) {
    this.#database = new DatabaseSync(file, { timeout: 0 })
    try {
      // The first write creates the log, and SQLite syncs the folder with it.
      this.#database.exec('pragma journal_mode = wal; pragma synchronous = full; pragma user_version = 0')
      this.#database.exec('pragma synchronous = normal; pragma foreign_keys = on')
      this.#database.exec(`pragma wal_autocheckpoint = ${CHECKPOINT_HERE_PAGES}`)
      this.#readLogStatement = this.#database.prepare('pragma wal_checkpoint(noop)')
      if (statSync(file).size <= MAX_CHECKED_HERE_BYTES) this.#check()
    } catch (error) {
      // Another program holds the lock; the caller may open the file again.
      this.#database.close()
      throw error
    }
  }

  /** Makes the probe fail from now on. */
  markDamaged(error: Error): void {
    if (!this.#damage) reportBackgroundFailure('database check', error)
    this.#damage ??= error
  }

  #check(): void {
    const finding = this.#database.prepare('pragma quick_check(1)').get()?.['quick_check']
    if (finding !== 'ok') throw new DamagedDatabase(String(finding))
  }

  /** Remembers that `work` found damaged pages. */
  #watched<T>(work: () => T): T {
    try {
      return work()
    } catch (error) {
      if (error instanceof Error && isSqliteDamaged(error)) this.markDamaged(error)
      throw error
    }
  }

  prepare(sql: string): SqliteStatement {
    if (sql === WRITE_PROBE && this.#damage) throw this.#damage
    const cached = this.#bySql.get(sql)
    this.#bySql.delete(sql)
    const prepared = cached ?? this.#prepare(sql)
    if (sql.length <= MAX_PREPARED_LENGTH) this.#bySql.set(sql, prepared)
    if (this.#bySql.size > MAX_PREPARED_STATEMENTS) this.#bySql.delete(this.#bySql.keys().next().value ?? '')
    this.#hasChanged = sql !== COMMIT_SOON && (this.#hasChanged || !prepared.changesNothing)
    return prepared
  }

  /** Returns whether anything may have changed since the last call. */
  takeChange(): boolean {
    const hasChanged = this.#hasChanged
    this.#hasChanged = false
    return hasChanged
  }

  /** Makes the next {@link takeChange} return true. */
  addChange(): void {
    this.#hasChanged = true
  }

  get isInTransaction(): boolean {
    return this.#database.isTransaction
  }

  /** Returns the number of pages in the log that the database does not have yet. */
  pagesToCopy(): number {
    const { log, checkpointed } = this.#readLogStatement.get() ?? {}
    return Number(log) - Number(checkpointed)
  }

  close(): void {
    this.#database.close()
  }

  #prepare(sql: string): Prepared {
    const statement = this.#watched(() => this.#database.prepare(sql))
    return {
      reader: statement.columns().length > 0,
      changesNothing: CHANGES_NOTHING.test(sql),
      all: (parameters) => this.#watched(() => statement.all(...bindParameters(parameters))),
      run: (parameters) => this.#watched(() => statement.run(...bindParameters(parameters))),
      // Two readers must not share a cursor.
      iterate: (parameters) => this.#database.prepare(sql).iterate(...bindParameters(parameters)),
    }
  }
}

/** Kysely passes only values that its own compiler has bound: text, numbers, null and bytes. */
function bindParameters(parameters: readonly unknown[]): readonly SQLInputValue[] {
  return parameters as readonly SQLInputValue[]
}
