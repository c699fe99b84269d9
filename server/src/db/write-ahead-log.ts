import { closeSync, fdatasync, openSync } from 'node:fs'
import { promisify } from 'node:util'

/** Resolves when all that was written to the file until now is on the disk: fdatasync(2). */
export type SyncFile = (descriptor: number) => Promise<void>

/** SQLite's log of what is not in the database's own file yet, as far as getting it onto the disk goes. */
export class WriteAheadLog {
  readonly #descriptor: number
  readonly #syncFile: SyncFile
  /** stays when it has failed */
  #running: Promise<void> | undefined
  /** begins when the running one has ended, and serves all who ask until then */
  #next: Promise<void> | undefined

  /** Throws when the database has no log yet. A second descriptor of it is harmless: SQLite's locks are on other files. */
  constructor(databaseFile: string, syncFile: SyncFile = promisify(fdatasync)) {
    this.#descriptor = openSync(`${databaseFile}-wal`, 'r+')
    this.#syncFile = syncFile
  }

  /**
   * Resolves when every commit from before this call is on the disk. Rejects when that cannot be known, and from then on:
   * what a disk once failed to write the kernel takes for written, and what stands behind it in the log is lost with it.
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
