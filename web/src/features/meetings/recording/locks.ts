// Two tabs see the same disk: what one records the other must not take for left behind, and no piece is written down
// twice. A lock goes with its tab, however that ends.

const recordingName = (meetingId: string) => `vee-meeting-recording ${meetingId}`

/** Tells other tabs that this meeting is being recorded. Gives back how to end it. */
export function holdRecording(meetingId: string): () => void {
  const { promise, resolve } = Promise.withResolvers<void>()
  void locks()?.request(recordingName(meetingId), () => promise)
  return resolve
}

/** The meetings that a tab records now. */
export async function recordedNow(): Promise<(meetingId: string) => boolean> {
  const { held = [] } = (await locks()?.query()) ?? {}
  const names = new Set(held.map(({ name }) => name))
  return (meetingId) => names.has(recordingName(meetingId))
}

/** Resolves when no tab records this meeting any more, however its recording ended. */
export async function recordingEnded(meetingId: string): Promise<void> {
  await locks()?.request(recordingName(meetingId), () => {})
}

/** Does the work unless another tab is at it; false when it is. */
export async function unlessElsewhere(work: () => Promise<void>): Promise<boolean> {
  const manager = locks()
  if (!manager) {
    await work()
    return true
  }
  return manager.request('vee-meeting-transcription', { ifAvailable: true }, async (lock) => {
    if (lock) await work()
    return lock !== null
  })
}

/** Runs the works of one name one after the other, in all tabs. */
export function oneAtATime<T>(name: string, work: () => Promise<T>): Promise<T> {
  const manager = locks()
  if (manager) return manager.request(name, work)
  const run = (queues.get(name) ?? Promise.resolve()).then(work)
  queues.set(
    name,
    run.then(
      () => {},
      () => {},
    ),
  )
  return run
}

/** Of browsers without locks, by name. */
const queues = new Map<string, Promise<void>>()

/** Browsers without them have one tab at a time, as good as. */
const locks = (): LockManager | undefined => ('locks' in navigator ? navigator.locks : undefined)
