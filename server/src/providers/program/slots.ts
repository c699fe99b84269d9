import { ProviderFailure } from '../failure.ts'
import type { ProviderName } from '../wire/failures.ts'

/** Releases the slot. Safe to call more than once. */
type Release = () => void

export interface Slots {
  /**
   * Waits for a free slot. Throws ProviderFailure: `rate-limited` when too many callers wait already, `cut`
   * when `signal` aborts first.
   */
  require(provider: ProviderName, signal: AbortSignal): Promise<Release>
}

/** Admits `capacity` callers at the same time and `queueLength` more that wait, in order of arrival. */
export function createSlots(capacity: number, queueLength: number): Slots {
  let taken = 0
  const queue: Array<() => void> = []

  function enter(): Release {
    let isHeld = true
    return () => {
      if (!isHeld) return
      isHeld = false
      const next = queue.shift()
      if (next) next()
      else taken--
    }
  }

  function acquireSlot(signal: AbortSignal): Promise<Release | undefined> {
    if (signal.aborted) return Promise.resolve(undefined)
    if (taken < capacity) {
      taken++
      return Promise.resolve(enter())
    }
    if (queue.length >= queueLength) return Promise.resolve(undefined)
    return new Promise((resolve) => {
      const proceed = () => {
        signal.removeEventListener('abort', leave)
        resolve(enter())
      }
      const leave = () => {
        queue.splice(queue.indexOf(proceed), 1)
        resolve(undefined)
      }
      queue.push(proceed)
      signal.addEventListener('abort', leave, { once: true })
    })
  }

  return {
    async require({ id, name }, signal) {
      const release = await acquireSlot(signal)
      if (release) return release
      throw signal.aborted
        ? new ProviderFailure({ kind: 'cut', provider: id, message: `${name} was cancelled.` })
        : new ProviderFailure({
            kind: 'rate-limited',
            provider: id,
            message: `Too many requests wait for ${name}.`,
          })
    },
  }
}
