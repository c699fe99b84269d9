import type { Clock } from '../clock.ts'

/** A context that may run does so within this time. */
const RESUME_LIMIT_MS = 300

/** Browsers let no sound out before the user has touched the page. */
export interface SoundGate {
  /** Opens the gate where the browser allows it; else calls `onBlocked`, once until it has been open again. */
  tryOpen(onBlocked: () => void): Promise<void>
  /** The browser refused another kind of sound. Resolves when the user has made a gesture. */
  waitForGesture(onBlocked: () => void): Promise<void>
  /** Within a user's gesture. */
  unlock(): void
}

export function createSoundGate(context: () => AudioContext, clock: Clock): SoundGate {
  let isBlocked = false
  let waiting: (() => void)[] = []

  function block(onBlocked: () => void): void {
    if (isBlocked) return
    isBlocked = true
    onBlocked()
  }

  return {
    async tryOpen(onBlocked) {
      const current = context()
      if (current.state !== 'running') {
        const limit = Promise.withResolvers<void>()
        const stopWaiting = clock.after(RESUME_LIMIT_MS, limit.resolve)
        // The promise of a resume that is not allowed stays pending until it is.
        await Promise.race([current.resume().catch(() => {}), limit.promise])
        stopWaiting()
      }
      if (isRunning(current)) isBlocked = false
      else block(onBlocked)
    },
    waitForGesture(onBlocked) {
      block(onBlocked)
      return new Promise((resolve) => {
        waiting.push(resolve)
      })
    },
    unlock() {
      isBlocked = false
      void context()
        .resume()
        .catch(() => {})
      for (const resolve of waiting) resolve()
      waiting = []
    },
  }
}

/** A call, because the state changes while nobody looks. */
function isRunning(context: AudioContext): boolean {
  return context.state === 'running'
}
