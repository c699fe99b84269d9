import type { Frame } from '../capture/frames.ts'
import { createChunkWriter } from '../hear/chunk-writer.ts'
import type { HearingFailure, Recording } from '../hear/transcriber.ts'
import type { Place, Utterance, UtteranceProgress } from '../hear/utterance.ts'
import type { UtteranceStore } from '../hear/utterance-store.ts'

/** Utterances whose reply failed stay this long, in case the conversation asks them again. */
const ANSWER_LIMIT_MS = 7 * 24 * 60 * 60 * 1_000

/** What the session does with utterances. Writes go out in the order of the calls; only `keep` has to be waited for. */
export interface UtteranceKeeper {
  /** Utterances that the user has to decide about, oldest first: failed ones, and heard ones that were never sent. */
  kept(): readonly Utterance[]
  /** Takes up what an earlier page left behind. */
  restore(): Promise<void>
  /** Stores what is being said as it is said, for the case that the page is gone before it is `keep`t: takes every frame. */
  listen(id: string, place: Place): (frame: Frame) => void
  /** Stores a new recording. Nothing of it may be sent before. */
  keep(id: string, recording: Recording, place: Place): Promise<void>
  get(id: string): Promise<Utterance | undefined>
  hearing(id: string): void
  failed(id: string, failure: HearingFailure): void
  heard(id: string, text: string): void
  /** Its text is in the message field now, and goes with the next question. */
  inField(id: string): void
  /** The question was asked: gives the last of the utterances that went with it. */
  asked(turnId: string): string | undefined
  /** What went with that question was answered and is not needed any more. */
  answered(turnId: string): void
  discard(id: string): void
}

export function createUtteranceKeeper(store: UtteranceStore, onChange: () => void): UtteranceKeeper {
  const utterances = new Map<string, Utterance>()
  /** whose text is in the message field */
  let field: readonly string[] = []

  function note(id: string, next: UtteranceProgress): Utterance | undefined {
    const utterance = utterances.get(id)
    if (!utterance) return undefined
    const changed = { ...utterance, progress: next }
    utterances.set(id, changed)
    onChange()
    return changed
  }

  function progress(id: string, next: UtteranceProgress): void {
    const changed = note(id, next)
    if (changed) void store.save(changed)
  }

  function discard(id: string): void {
    utterances.delete(id)
    field = field.filter((fieldId) => fieldId !== id)
    void store.remove(id)
    onChange()
  }

  return {
    kept: () =>
      [...utterances.values()]
        .filter((utterance) => isUndecided(utterance.progress) && !field.includes(utterance.id))
        .sort((one, other) => (one.createdAt < other.createdAt ? -1 : 1)),

    async restore() {
      for (const utterance of await store.list()) {
        if (utterances.has(utterance.id)) continue
        if (isForgotten(utterance)) void store.remove(utterance.id)
        else utterances.set(utterance.id, { ...utterance, progress: afterReload(utterance.progress) })
      }
      onChange()
    },

    listen: (id, place) => createChunkWriter(id, place, (part) => void store.addPart(part)),

    async keep(id, { audio, durationSeconds }, place) {
      const createdAt = new Date().toISOString()
      const utterance: Utterance = {
        id,
        audio,
        durationSeconds,
        createdAt,
        ...place,
        progress: { state: 'recorded' },
      }
      utterances.set(id, utterance)
      await store.save(utterance)
    },

    get: async (id) => utterances.get(id) ?? (await store.get(id)),
    // Not stored: to the next page it is what `recorded` is, and all of its sound would be written once more while it is sent.
    hearing: (id) => void note(id, { state: 'hearing' }),
    failed: (id, failure) => progress(id, { state: 'failed', failure }),
    heard: (id, text) => progress(id, { state: 'heard', text, turnId: undefined }),

    inField(id) {
      field = [...field, id]
      onChange()
    },

    asked(turnId) {
      const asked = field
      field = []
      for (const id of asked) {
        const known = utterances.get(id)?.progress
        progress(id, { state: 'heard', text: known?.state === 'heard' ? known.text : '', turnId })
      }
      return asked.at(-1)
    },

    answered(turnId) {
      for (const { id, progress } of utterances.values()) {
        if (progress.state === 'heard' && progress.turnId === turnId) discard(id)
      }
    },

    discard,
  }
}

/** Failed, or heard and never sent. */
function isUndecided(progress: UtteranceProgress): boolean {
  return progress.state === 'failed' || (progress.state === 'heard' && progress.turnId === undefined)
}

/** Nobody hears any more what the page before was hearing. */
function afterReload(progress: UtteranceProgress): UtteranceProgress {
  const isCutShort = progress.state === 'recorded' || progress.state === 'hearing'
  return isCutShort ? { state: 'failed', failure: 'interrupted' } : progress
}

/** Asked long ago, and its reply failed. */
function isForgotten({ progress, createdAt }: Utterance): boolean {
  return !isUndecided(afterReload(progress)) && Date.now() - Date.parse(createdAt) > ANSWER_LIMIT_MS
}
