/**
 * Locks that are shared by all tabs and released with their tab in every case. They tell a recording that
 * another tab makes from one that a crash interrupted.
 */

/** Undefined in browsers without Web Locks, which are practically used with a single tab. */
const locks = (): LockManager | undefined => (globalThis.navigator as Navigator | undefined)?.locks

/** Holds a lock until the returned function is called, or the page ends. */
export function holdLock(name: string): () => void {
  const { promise, resolve } = Promise.withResolvers<void>()
  locks()
    ?.request(name, () => promise)
    .catch(() => undefined)
  return resolve
}

/** Returns a function that tests whether any tab holds a lock, or is about to. */
export async function heldLocks(): Promise<(name: string) => boolean> {
  const snapshot = await locks()
    ?.query()
    .catch(() => undefined)
  const names = new Set([...(snapshot?.held ?? []), ...(snapshot?.pending ?? [])].map(({ name }) => name))
  return (name) => names.has(name)
}

/** Resolves when no tab holds the lock any more. */
export async function lockReleased(name: string): Promise<void> {
  await locks()?.request(name, () => {})
}

/** Runs the task unless another tab runs one under this name; returns false in that case. */
export async function tryExclusively(name: string, work: () => Promise<void>): Promise<boolean> {
  const manager = locks()
  if (!manager) {
    await work()
    return true
  }
  return manager.request(name, { ifAvailable: true }, async (lock) => {
    if (lock) await work()
    return lock !== null
  })
}

/** Runs tasks under one name sequentially, across all tabs. */
export function runExclusively<T>(name: string, work: () => Promise<T>): Promise<T> {
  const manager = locks()
  if (manager) return manager.request(name, work)
  const result = (queues.get(name) ?? Promise.resolve()).then(work)
  queues.set(
    name,
    result.then(
      () => {},
      () => {},
    ),
  )
  return result
}

/** Used by name in browsers without Web Locks. */
const queues = new Map<string, Promise<void>>()
