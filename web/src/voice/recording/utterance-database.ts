import { type DBSchema, openDB } from 'idb'
import { recoverUtterances } from './recover-utterances.ts'
import { UTTERANCES } from './has-stored-utterances.ts'
import { heldLocks, holdLock } from './tab-locks.ts'
import type { Utterance, UtterancePart } from './utterance.ts'

const VERSION = 2

interface Schema extends DBSchema {
  utterances: { key: string; value: Utterance; indexes: { createdAt: string } }
  /** for utterances being recorded */
  parts: { key: [utteranceId: string, index: number]; value: UtterancePart }
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
    const parts = await database.getAll('parts')
    if (parts.length === 0) return
    const isHeld = await heldLocks()
    const left = parts.filter(({ utteranceId }) => !isHeld(lockOf(utteranceId)))
    const writing = database.transaction(['utterances', 'parts'], 'readwrite')
    for (const utterance of recoverUtterances(left)) {
      const isKept = (await writing.objectStore('utterances').getKey(utterance.id)) !== undefined
      if (!isKept) await writing.objectStore('utterances').put(utterance)
    }
    for (const { utteranceId } of left) await writing.objectStore('parts').delete(partsOf(utteranceId))
    await writing.done
  }

  return {
    async put(utterance: Utterance): Promise<void> {
      const writing = database.transaction(['utterances', 'parts'], 'readwrite')
      void writing.objectStore('utterances').put(utterance)
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
    async addPart(part: UtterancePart): Promise<void> {
      const { utteranceId } = part
      if (!releases.has(utteranceId)) releases.set(utteranceId, holdLock(lockOf(utteranceId)))
      await database.put('parts', part)
    },
    get: (id: string) => database.get('utterances', id),
    /** oldest first */
    async list(): Promise<Utterance[]> {
      await recover()
      return await database.getAllFromIndex('utterances', 'createdAt')
    },
  }
}
