/** Gives back what was taken. Safe to call more than once. */
type Release = () => void

export interface Slots {
  /** Waits for a free place; undefined when too many wait already, or when `signal` aborts first. */
  take(signal: AbortSignal): Promise<Release | undefined>
}

/** Lets `places` callers in at once and `queueLength` more wait, first come first served. */
export function createSlots(places: number, queueLength: number): Slots {
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

  return {
    take(signal) {
      if (signal.aborted) return Promise.resolve(undefined)
      if (taken < places) {
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
    },
  }
}
