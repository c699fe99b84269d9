import { DatabaseSync } from 'node:sqlite'
import { parentPort, workerData } from 'node:worker_threads'
import { isSqliteDamaged } from '#db/unavailable.ts'

/**
 * A separate entry point: sqlite.ts starts it with a `WorkerData`. Each message `begin` merges segments
 * of the search index and copies the log into the database file, and `check` looks for damaged pages, all of which would block the event loop.
 */

/** Maximum time, in ms, that this connection waits for the lock of another one. */
const BUSY_TIMEOUT_MS = 10_000
/** Pages that one step of a merge writes, for which it holds the write lock. */
const PAGES_PER_STEP = 64
/** Maximum time, in ms, that a step waits for statements of the server: another program's lock may be what they wait for. */
const MAX_WAY_MS = 2_000

interface WorkerData {
  /** path of the database */
  readonly file: string
  /** number of the server's statements that wait for the lock */
  readonly waiting: Int32Array<SharedArrayBuffer>
}
const { file, waiting }: WorkerData = workerData

const database = new DatabaseSync(file, { timeout: BUSY_TIMEOUT_MS })

/** Without it the steps, one right after the other, would keep writers out for seconds. */
function makeWay(): void {
  const until = performance.now() + MAX_WAY_MS
  const count = () => Atomics.load(waiting, 0)
  while (count() > 0 && performance.now() < until)
    Atomics.wait(waiting, 0, count(), until - performance.now())
}

/** A step that changes fewer than two rows had nothing to merge (sqlite.org/fts5.html#the_merge_command). */
function mergeSegments(): void {
  const step = database.prepare(
    `insert into messages_search(messages_search, rank) values ('merge', ${PAGES_PER_STEP})`,
  )
  const changes = database.prepare('select total_changes() as changes')
  const count = () => Number(changes.get()?.['changes'])
  for (let before = count(), after = before + 2; after - before >= 2;) {
    makeWay()
    before = count()
    step.run()
    after = count()
  }
}

/** Reports the first finding of a check, if there is one. */
function check(): void {
  try {
    const finding = database.prepare('pragma quick_check(1)').get()?.['quick_check']
    if (finding !== 'ok') parentPort?.postMessage(String(finding))
  } catch (error) {
    // A lock or a disk that fails is no finding.
    if (isSqliteDamaged(error)) parentPort?.postMessage(String(error))
  }
}

parentPort?.on('message', (task) => {
  if (task === 'check') {
    check()
    return
  }
  try {
    mergeSegments()
    // A passive checkpoint delays neither readers nor writers.
    database.exec('pragma wal_checkpoint(passive)')
  } catch {
    // The disk is full or failed, which every write reports. The next message tries again.
  }
  parentPort?.postMessage('done')
})
