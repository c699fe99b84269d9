/**
 * Utterances on their way to text, in the order in which they were said. Their texts come out in that order too, so one
 * that is ready before an earlier one waits for it.
 */
export type HearingQueue = readonly Queued[]

interface Queued {
  readonly utteranceId: string
  /** undefined while it is being transcribed */
  readonly text: string | undefined
}

interface Heard {
  readonly utteranceId: string
  readonly text: string
}

/** An utterance that is on its way already keeps its place. */
export function enqueue(queue: HearingQueue, utteranceId: string): HearingQueue {
  return isQueued(queue, utteranceId) ? queue : [...queue, { utteranceId, text: undefined }]
}

export function isQueued(queue: HearingQueue, utteranceId: string): boolean {
  return queue.some((heard) => heard.utteranceId === utteranceId)
}

/** Notes what was heard, or with undefined that there is nothing to wait for; gives what is now ready, in order. */
export function settle(
  queue: HearingQueue,
  utteranceId: string,
  text: string | undefined,
): { readonly queue: HearingQueue; readonly ready: readonly Heard[] } {
  const ready: Heard[] = []
  const rest: Queued[] = []
  for (const queued of queue) {
    const known = queued.utteranceId === utteranceId ? text : queued.text
    if (queued.utteranceId === utteranceId && text === undefined) continue
    if (known !== undefined && rest.length === 0) ready.push({ utteranceId: queued.utteranceId, text: known })
    else rest.push({ utteranceId: queued.utteranceId, text: known })
  }
  return { queue: rest, ready }
}
