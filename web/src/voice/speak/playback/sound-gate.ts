import type { Clock } from '../clock.ts'

/** A context that may run does so within this time. */
const RESUME_LIMIT_MS = 300

/** Browsers let no sound out before the user has touched the page. */
export interface SoundGate {
  /** Opens the gate where the browser allows it; answers whether sound comes out. */
  tryOpen(): Promise<boolean>
  /** Resolves when the user has made a gesture. */
  waitForGesture(): Promise<void>
  /** Within a user's gesture. */
  unlock(): void
}

export function createSoundGate(context: () => AudioContext, clock: Clock): SoundGate {
  let gesture = Promise.withResolvers<void>()

  return {
    async tryOpen() {
      const current = context()
      if (current.state !== 'running') await resumed(current, clock)
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

/** Over when the context runs or will not for now: the promise of a resume that is not allowed stays pending. */
async function resumed(context: AudioContext, clock: Clock): Promise<void> {
  const limit = Promise.withResolvers<void>()
  const stopWaiting = clock.after(RESUME_LIMIT_MS, limit.resolve)
  await Promise.race([context.resume().catch(() => {}), limit.promise])
  stopWaiting()
}

/** A call, because the state changes while nobody looks. */
function isRunning(context: AudioContext): boolean {
  return context.state === 'running'
}
