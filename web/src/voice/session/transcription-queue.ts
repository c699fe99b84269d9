/**
 * Utterances that are being transcribed, in the order in which they were spoken. Their texts are returned in
 * that order: one that is ready early waits for the earlier ones.
 */
export type TranscriptionQueue = readonly Queued[]

interface Queued {
  readonly utteranceId: string
  /** undefined while it is being transcribed */
  readonly text: string | undefined
}

interface ReadyTranscript {
  readonly utteranceId: string
  readonly text: string
}

/** Adds an utterance; one that is already queued keeps its position. */
export function enqueue(queue: TranscriptionQueue, utteranceId: string): TranscriptionQueue {
  return isQueued(queue, utteranceId) ? queue : [...queue, { utteranceId, text: undefined }]
}

export function isQueued(queue: TranscriptionQueue, utteranceId: string): boolean {
  return queue.some((queued) => queued.utteranceId === utteranceId)
}

/**
 * Sets the text of an utterance, or undefined if there is none. Returns the texts that are now ready, in
 * order.
 */
export function settle(
  queue: TranscriptionQueue,
  utteranceId: string,
  text: string | undefined,
): { readonly queue: TranscriptionQueue; readonly ready: readonly ReadyTranscript[] } {
  const ready: ReadyTranscript[] = []
  const rest: Queued[] = []
  for (const queued of queue) {
    const transcript = queued.utteranceId === utteranceId ? text : queued.text
    if (queued.utteranceId === utteranceId && text === undefined) continue
    if (transcript !== undefined && rest.length === 0)
      ready.push({ utteranceId: queued.utteranceId, text: transcript })
    else rest.push({ utteranceId: queued.utteranceId, text: transcript })
  }
  return { queue: rest, ready }
}
