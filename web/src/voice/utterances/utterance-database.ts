import { type DBSchema, openDB } from 'idb'
import { wavHeader } from '@vee/contract/audio/wav-header'
import { UTTERANCES } from './has-stored-utterances.ts'
import { heldLocks, holdLock } from '../tab-locks.ts'
import { fromStoredUtterance, toStoredUtterance, type StoredUtterance } from './stored-utterance.ts'
import type { Utterance, UtteranceChunk } from './utterance.ts'
import { CAPTURE_SAMPLE_RATE } from '../capture/frames.ts'
import { isSilent } from '../detect/level.ts'

/** Shorter audio contains no word, in seconds. */
const MIN_SECONDS = 0.5

const VERSION = 2

interface Schema extends DBSchema {
  utterances: { key: string; value: StoredUtterance; indexes: { createdAt: string } }
  /** for utterances being recorded */
  parts: { key: [utteranceId: string, index: number]; value: UtteranceChunk }
}

/** Utterances in IndexedDB. Rejects with the browser's error if it cannot store. */
export type UtteranceDatabase = Awaited<ReturnType<typeof openUtteranceDatabase>>

const lockOf = (utteranceId: string) => `vee-utterance-${utteranceId}`

/** releases the locks of utterances that this tab records */
const releases = new Map<string, () => void>()

function release(utteranceId: string): void {
  releases.get(utteranceId)?.()
  releases.delete(utteranceId)
}

const partsOf = (id: string) => IDBKeyRange.bound([id, 0], [id, Infinity])

/** @param onClosed called when the browser closes the database, or another tab needs a newer version */
export async function openUtteranceDatabase(onClosed: () => void) {
  const blocked = Promise.withResolvers<never>()
  const opening = openDB<Schema>(UTTERANCES, VERSION, {
    upgrade(fresh, from) {
      if (from < 1)
        fresh.createObjectStore('utterances', { keyPath: 'id' }).createIndex('createdAt', 'createdAt')
      fresh.createObjectStore('parts', { keyPath: ['utteranceId', 'index'] })
    },
    // A tab of an older version keeps it open: waiting for that could take forever.
    blocked() {
      blocked.reject(new Error('another tab holds the utterances open'))
      void opening.then((late) => late.close())
    },
    blocking(_, __, event) {
      ;(event.target as IDBDatabase).close()
      onClosed()
    },
    terminated: onClosed,
  })
  const database = await Promise.race([opening, blocked.promise])

  /** Restores utterances of pages that were closed during the recording. */
  async function recover(): Promise<void> {
    const chunks = await database.getAll('parts')
    if (chunks.length === 0) return
    const isHeld = await heldLocks()
    const left = chunks.filter(({ utteranceId }) => !isHeld(lockOf(utteranceId)))
    const writing = database.transaction(['utterances', 'parts'], 'readwrite')
    for (const utterance of recoverUtterances(left)) {
      const isKept = (await writing.objectStore('utterances').getKey(utterance.id)) !== undefined
      if (!isKept) await writing.objectStore('utterances').put(toStoredUtterance(utterance))
    }
    for (const { utteranceId } of left) await writing.objectStore('parts').delete(partsOf(utteranceId))
    await writing.done
  }

  return {
    async put(utterance: Utterance): Promise<void> {
      const writing = database.transaction(['utterances', 'parts'], 'readwrite')
      void writing.objectStore('utterances').put(toStoredUtterance(utterance))
      void writing.objectStore('parts').delete(partsOf(utterance.id))
      await writing.done
      release(utterance.id)
    },
    async remove(id: string): Promise<void> {
      const writing = database.transaction(['utterances', 'parts'], 'readwrite')
      void writing.objectStore('utterances').delete(id)
      void writing.objectStore('parts').delete(partsOf(id))
      await writing.done
      release(id)
    },
    async addChunk(chunk: UtteranceChunk): Promise<void> {
      const { utteranceId } = chunk
      if (!releases.has(utteranceId)) releases.set(utteranceId, holdLock(lockOf(utteranceId)))
      await database.put('parts', chunk)
    },
    async get(id: string): Promise<Utterance | undefined> {
      const stored = await database.get('utterances', id)
      return stored && fromStoredUtterance(stored)
    },
    /** oldest first */
    async list(): Promise<Utterance[]> {
      await recover()
      return (await database.getAllFromIndex('utterances', 'createdAt')).map(fromStoredUtterance)
    },
  }
}

/**
 * Recovers recordings of spoken messages after a crash or a closed page, from their stored chunks. Chunks
 * without a word are skipped.
 *
 * @param chunks in any order
 */
export function recoverUtterances(chunks: readonly UtteranceChunk[]): readonly Utterance[] {
  return [...Map.groupBy(chunks, ({ utteranceId }) => utteranceId).values()].flatMap((own) => {
    const utterance = recoverUtterance(own)
    return utterance ? [utterance] : []
  })
}

function recoverUtterance(chunks: readonly UtteranceChunk[]): Utterance | undefined {
  const inOrder = chunks.toSorted((a, b) => a.index - b.index)
  const [first] = inOrder
  const samples = inOrder.reduce((sum, chunk) => sum + chunk.samples.length, 0)
  const durationSeconds = samples / CAPTURE_SAMPLE_RATE
  if (!first || durationSeconds < MIN_SECONDS) return undefined
  if (isSilent(Math.max(...inOrder.map(({ loudestLevel }) => loudestLevel)))) return undefined
  const { utteranceId, createdAt, agentId, conversationId, owner } = first
  const sound = [wavHeader(2 * samples, CAPTURE_SAMPLE_RATE), ...inOrder.map((chunk) => chunk.samples)]
  return {
    id: utteranceId,
    audio: new Blob(sound, { type: 'audio/wav' }),
    createdAt,
    durationSeconds,
    agentId,
    conversationId,
    owner,
    progress: { state: 'recorded' },
  }
}
