import type { Clock } from '../clock.ts'

/** A context that is allowed to run does so within this time. */
const RESUME_LIMIT_MS = 300

/** Browsers block audio before the first user gesture. */
export interface SoundGate {
  /** Opens the gate if the browser allows it. Returns whether audio is audible. */
  tryOpen(): Promise<boolean>
  /** Resolves after a user gesture. */
  waitForGesture(): Promise<void>
  /** Called within a user gesture. */
  unlock(): void
}

export function createSoundGate(context: () => AudioContext, clock: Clock): SoundGate {
  let gesture = Promise.withResolvers<void>()

  return {
    async tryOpen() {
      const current = context()
      if (current.state !== 'running') await waitUntilResumed(current, clock)
      return isRunning(current)
    },
    waitForGesture: () => gesture.promise,
    unlock() {
      void context()
        .resume()
        .catch(() => {})
      gesture.resolve()
      gesture = Promise.withResolvers()
    },
  }
}

/**
 * Resolves when the context runs or will not run for now: the promise of a resume that is not allowed stays
 * pending.
 */
async function waitUntilResumed(context: AudioContext, clock: Clock): Promise<void> {
  const limit = Promise.withResolvers<void>()
  const stopWaiting = clock.after(RESUME_LIMIT_MS, limit.resolve)
  await Promise.race([context.resume().catch(() => {}), limit.promise])
  stopWaiting()
}

/** A function, because the state changes asynchronously. */
function isRunning(context: AudioContext): boolean {
  return context.state === 'running'
}
