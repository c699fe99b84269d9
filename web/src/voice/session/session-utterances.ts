import type { Frame } from '../capture/frames.ts'
import { createChunkWriter } from '../utterances/chunk-writer.ts'
import type { TranscriptionFailure, Recording } from '../transcription/transcriber.ts'
import type { UtteranceOrigin, Utterance, UtteranceProgress } from '../utterances/utterance.ts'
import type { UtteranceStore } from '../utterances/utterance-store.ts'

/** Utterances whose reply failed are stored this long, in case the question is asked again. */
const UNANSWERED_RETENTION_MS = 7 * 24 * 60 * 60 * 1_000

/**
 * The session's access to stored utterances: a recording whose transcription failed stays here until it is sent or
 * discarded. Writes happen in the order of the calls; only `store` has to be awaited.
 */
export interface SessionUtterances {
  /**
   * Returns the utterances that are shown until they are sent or discarded, oldest first: failed ones, those that wait
   * for a download, and transcribed ones that were never sent.
   */
  pending(): readonly Utterance[]
  /** Loads the utterances of an earlier page, and deletes expired ones. */
  restore(): Promise<void>
  /**
   * Returns a callback that stores every frame during the recording, in case the page closes before `store` is
   * called.
   */
  createFrameWriter(id: string, origin: UtteranceOrigin): (frame: Frame) => void
  /** Stores a new recording. It must not be sent before. */
  store(id: string, recording: Recording, origin: UtteranceOrigin): Promise<void>
  get(id: string): Promise<Utterance | undefined>
  transcribing(id: string): void
  /** Called when its transcription waits for a download. */
  waiting(id: string): void
  failed(id: string, failure: TranscriptionFailure): void
  transcribed(id: string, text: string): void
  /** Called when its text is in the message field, to be sent with the next question. */
  inField(id: string): void
  /** Called when a question is asked. Returns the last of its utterances. */
  assignToTurn(turnId: string): string | undefined
  /** Called when a question is answered: deletes its utterances. */
  answered(turnId: string): void
  discard(id: string): void
}

export function createSessionUtterances(store: UtteranceStore, onChange: () => void): SessionUtterances {
  const utterances = new Map<string, Utterance>()
  /** ids of utterances whose text is in the message field */
  let field: readonly string[] = []

  function setProgressInMemory(id: string, next: UtteranceProgress): Utterance | undefined {
    const utterance = utterances.get(id)
    if (!utterance) return undefined
    const changed = { ...utterance, progress: next }
    utterances.set(id, changed)
    onChange()
    return changed
  }

  function setProgress(id: string, next: UtteranceProgress): void {
    const changed = setProgressInMemory(id, next)
    if (changed) void store.save(changed)
  }

  function discard(id: string): void {
    utterances.delete(id)
    field = field.filter((fieldId) => fieldId !== id)
    void store.remove(id)
    onChange()
  }

  return {
    pending: () =>
      [...utterances.values()]
        .filter((utterance) => needsDecision(utterance.progress) && !field.includes(utterance.id))
        .sort((a, b) => (a.createdAt < b.createdAt ? -1 : 1)),

    async restore() {
      for (const utterance of await store.list()) {
        if (utterances.has(utterance.id)) continue
        if (isExpired(utterance)) void store.remove(utterance.id)
        else utterances.set(utterance.id, { ...utterance, progress: afterReload(utterance.progress) })
      }
      onChange()
      await store.deleteExpired?.()
    },

    createFrameWriter: (id, origin) => createChunkWriter(id, origin, (chunk) => void store.addChunk(chunk)),

    async store(id, { audio, durationSeconds }, origin) {
      const createdAt = new Date().toISOString()
      const utterance: Utterance = {
        id,
        audio,
        durationSeconds,
        createdAt,
        ...origin,
        progress: { state: 'recorded' },
      }
      utterances.set(id, utterance)
      await store.save(utterance)
    },

    get: async (id) => utterances.get(id) ?? (await store.get(id)),
    // Not stored: after a reload it equals `recorded`, and storing it would write the whole audio again.
    transcribing: (id) => void setProgressInMemory(id, { state: 'transcribing' }),
    waiting: (id) => void setProgressInMemory(id, { state: 'waiting' }),
    failed: (id, failure) => setProgress(id, { state: 'failed', failure }),
    transcribed: (id, text) => setProgress(id, { state: 'transcribed', text, turnId: undefined }),

    inField(id) {
      field = [...field, id]
      onChange()
    },

    assignToTurn(turnId) {
      const question = field
      field = []
      for (const id of question) {
        const current = utterances.get(id)?.progress
        setProgress(id, {
          state: 'transcribed',
          text: current?.state === 'transcribed' ? current.text : '',
          turnId,
        })
      }
      return question.at(-1)
    },

    answered(turnId) {
      for (const { id, progress } of utterances.values()) {
        if (progress.state === 'transcribed' && progress.turnId === turnId) discard(id)
      }
    },

    discard,
  }
}

/** Returns whether it failed, waits for a download, or was transcribed and never sent. */
function needsDecision(progress: UtteranceProgress): boolean {
  return (
    progress.state === 'failed' ||
    progress.state === 'waiting' ||
    (progress.state === 'transcribed' && progress.turnId === undefined)
  )
}

/** A transcription of the previous page is no longer running. */
function afterReload(progress: UtteranceProgress): UtteranceProgress {
  const isCutShort =
    progress.state === 'recorded' || progress.state === 'transcribing' || progress.state === 'waiting'
  return isCutShort ? { state: 'failed', failure: 'interrupted' } : progress
}

/** Returns whether it was asked long ago and its reply failed. */
function isExpired({ progress, createdAt }: Utterance): boolean {
  return !needsDecision(afterReload(progress)) && Date.now() - Date.parse(createdAt) > UNANSWERED_RETENTION_MS
}
