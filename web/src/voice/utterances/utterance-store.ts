import { mayHaveStoredUtterances } from './has-stored-utterances.ts'
import type { Utterance, UtteranceChunk } from './utterance.ts'
import type { UtteranceDatabase } from './utterance-database.ts'

/** Utterances that are not answered yet, so that no word is lost. Its methods never reject. */
export interface UtteranceStore {
  save(utterance: Utterance): Promise<void>
  /**
   * Stores a chunk of a recording in progress until the utterance is saved or removed. If the page is closed
   * meanwhile, the next page restores the chunks.
   */
  addChunk(chunk: UtteranceChunk): Promise<void>
  remove(id: string): Promise<void>
  get(id: string): Promise<Utterance | undefined>
  /** Returns utterances oldest first, including those of pages that were closed during the recording. */
  list(): Promise<Utterance[]>
  /** Deletes utterances that will not be offered to any user again. Absent: there are none. */
  deleteExpired?(): Promise<void>
}

/**
 * Stores utterances in IndexedDB. If that fails (full disk, private browsing), they are kept in memory until
 * the page is closed.
 *
 * @param onMemoryOnly called once, with the first utterance that is kept in memory only
 */
export function createUtteranceStore(onMemoryOnly: () => void): UtteranceStore {
  const inMemory = new Map<string, Utterance>()
  let database: Promise<UtteranceDatabase> | undefined
  let isAnnounced = false

  async function openAnew(): Promise<UtteranceDatabase> {
    // Loaded when there is something to store or restore: a first visit has neither.
    const { openUtteranceDatabase } = await import('./utterance-database.ts')
    return openUtteranceDatabase(() => (database = undefined))
  }

  function open(): Promise<UtteranceDatabase> {
    database ??= openAnew()
    return database
  }

  /** Returns the result of `work`, or that of `withoutDatabase` if the database cannot be opened or fails. */
  async function inDatabase<Answer>(
    work: (database: UtteranceDatabase) => Promise<Answer>,
    withoutDatabase: () => Answer,
  ): Promise<Answer> {
    try {
      return await work(await open())
    } catch {
      database = undefined
      return withoutDatabase()
    }
  }

  function keepInMemory(utterance: Utterance): void {
    inMemory.set(utterance.id, utterance)
    if (isAnnounced) return
    isAnnounced = true
    onMemoryOnly()
  }

  return {
    async save(utterance) {
      await inDatabase(
        async (database) => {
          await database.put(utterance)
          inMemory.delete(utterance.id)
        },
        () => keepInMemory(utterance),
      )
    },
    async addChunk(chunk) {
      // If it cannot be stored, the recording itself holds the audio while the page is open.
      await inDatabase(
        (database) => database.addChunk(chunk),
        () => undefined,
      )
    },
    async remove(id) {
      inMemory.delete(id)
      await inDatabase(
        (database) => database.remove(id),
        () => undefined,
      )
    },
    async get(id) {
      const inMemoryOnly = inMemory.get(id)
      if (inMemoryOnly) return inMemoryOnly
      return await inDatabase(
        (database) => database.get(id),
        () => undefined,
      )
    },
    async list() {
      const stored = (await mayHaveStoredUtterances())
        ? await inDatabase(
            (database) => database.list(),
            () => [],
          )
        : []
      return [...stored.filter(({ id }) => !inMemory.has(id)), ...inMemory.values()].sort((a, b) =>
        a.createdAt < b.createdAt ? -1 : 1,
      )
    },
  }
}
