import { Worker } from 'node:worker_threads'

/**
 * Merges segments of SQLite's search index and copies its log into the database file, in a thread, because both
 * block their caller: a checkpoint waits for the disk. The thread starts with the first request; a small server may
 * never need it.
 */
export class MaintenanceThread {
  readonly #program: URL
  readonly #databaseFile: string
  #thread: Worker | undefined
  #isRunning = false

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

  async close(): Promise<void> {
    await this.#thread?.terminate()
  }

  #start(): Worker {
    const thread = new Worker(this.#program, { workerData: this.#databaseFile })
    // The thread must not keep the process running.
    thread.unref()
    thread.on('message', () => (this.#isRunning = false))
    // The next request starts another thread. Meanwhile the log grows, up to the size at which SQLite itself copies
    // it.
    thread.once('error', () => {
      this.#thread = undefined
      this.#isRunning = false
    })
    return thread
  }
}
