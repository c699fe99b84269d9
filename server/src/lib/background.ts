import { channel } from 'node:diagnostics_channel'

const failures = channel('vee.background')

/** Work that no caller awaits, and that failed. */
export interface BackgroundFailure {
  /** names the work in the log and in the metrics; never contains user content */
  readonly task: string
  readonly error: unknown
}

/** Runs work that no caller awaits. A failure is reported to the listeners of `onBackgroundFailure`; it never ends the process. */
export function inBackground(task: string, work: PromiseLike<unknown>): void {
  work.then(undefined, (error: unknown) => reportBackgroundFailure(task, error))
}

export function reportBackgroundFailure(task: string, error: unknown): void {
  failures.publish({ task, error } satisfies BackgroundFailure)
}

/** Calls `listener` for every background failure in this process. Returns a function that removes it. */
export function onBackgroundFailure(listener: (failure: BackgroundFailure) => void): () => void {
  // Only `reportBackgroundFailure` publishes on this channel.
  const onMessage = (message: unknown) => listener(message as BackgroundFailure)
  failures.subscribe(onMessage)
  return () => failures.unsubscribe(onMessage)
}
