import { closeSync, fdatasync, openSync } from 'node:fs'
import { promisify } from 'node:util'

/** Resolves when everything written to the file so far is on the disk: fdatasync(2). */
export type SyncFile = (descriptor: number) => Promise<void>

/** Syncs SQLite's write-ahead log to the disk. */
export class WriteAheadLog {
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
    if (!this.#running) return this.#begin()
    this.#next ??= this.#running.then(() => {
      this.#next = undefined
      return this.#begin()
    })
    return this.#next
  }

  async close(): Promise<void> {
    await this.#next?.catch(() => undefined)
    await this.#running?.catch(() => undefined)
    closeSync(this.#descriptor)
  }

  #begin(): Promise<void> {
    this.#running = this.#syncFile(this.#descriptor).then(() => {
      this.#running = undefined
    })
    return this.#running
  }
}
