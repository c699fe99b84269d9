// Tabs share a disk: a recording of another tab must not be treated as abandoned, and no segment transcribed
// twice. A Web Lock is released with its tab in every case.

const recordingName = (meetingId: string) => `vee-meeting-recording ${meetingId}`

/** Holds the lock for recording this meeting. Returns a function that releases it. */
export function lockRecording(meetingId: string): () => void {
  const { promise, resolve } = Promise.withResolvers<void>()
  void locks()?.request(recordingName(meetingId), () => promise)
  return resolve
}

/** Returns the meetings being recorded by any tab. */
export async function activeRecordings(): Promise<(meetingId: string) => boolean> {
  const { held = [] } = (await locks()?.query()) ?? {}
  const names = new Set(held.map(({ name }) => name))
  return (meetingId) => names.has(recordingName(meetingId))
}

/** Resolves when no tab records this meeting any more, for any reason. */
export async function recordingEnded(meetingId: string): Promise<void> {
  await locks()?.request(recordingName(meetingId), () => {})
}

/** Runs the task unless another tab does; returns false in that case. */
export async function tryExclusively(work: () => Promise<void>): Promise<boolean> {
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

/** Runs tasks under one name sequentially, across all tabs. */
export function runExclusively<T>(name: string, work: () => Promise<T>): Promise<T> {
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

/** Used by name in browsers without Web Locks. */
const queues = new Map<string, Promise<void>>()

/** Undefined in browsers without Web Locks, which are practically used with a single tab. */
const locks = (): LockManager | undefined => ('locks' in navigator ? navigator.locks : undefined)
