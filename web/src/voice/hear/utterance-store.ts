import { mayHaveStoredUtterances } from './has-stored-utterances.ts'
import type { Utterance, UtterancePart } from './utterance.ts'
import type { UtteranceDatabase } from './utterance-database.ts'

/** Utterances that are not answered yet, so that no word is lost. Nothing here rejects. */
export interface UtteranceStore {
  save(utterance: Utterance): Promise<void>
  /**
   * Keeps a part of what is still being said, until the utterance is saved or removed. Where the page goes meanwhile, the
   * next one has what was kept.
   */
  addPart(part: UtterancePart): Promise<void>
  remove(id: string): Promise<void>
  get(id: string): Promise<Utterance | undefined>
  /** Oldest first; what pages that are gone left half said is among them. */
  list(): Promise<Utterance[]>
}

/**
 * In IndexedDB. What cannot be written there (a full disk, private browsing) is held in memory until the page is closed.
 *
 * @param onMemoryOnly called once, when the first utterance is held in memory alone
 */
export function createUtteranceStore(onMemoryOnly: () => void): UtteranceStore {
  const inMemory = new Map<string, Utterance>()
  let database: Promise<UtteranceDatabase> | undefined
  let isAnnounced = false

  async function openAnew(): Promise<UtteranceDatabase> {
    // Fetched when there is something to keep or to find: the first visit has neither.
    const { openUtteranceDatabase } = await import('./utterance-database.ts')
    return openUtteranceDatabase(() => (database = undefined))
  }

  function open(): Promise<UtteranceDatabase> {
    database ??= openAnew()
    return database
  }

  /** The answer without a database is what to go on with when there is none. */
  async function inDatabase<Answer>(
    ask: (database: UtteranceDatabase) => Promise<Answer>,
    withoutDatabase: () => Answer,
  ): Promise<Answer> {
    try {
      return await ask(await open())
    } catch {
      database = undefined
      return withoutDatabase()
    }
  }

  function hold(utterance: Utterance): void {
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
        () => hold(utterance),
      )
    },
    async addPart(part) {
      // Where it cannot be stored, the recording itself holds it while the page lives.
      await inDatabase(
        (database) => database.addPart(part),
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
      const held = inMemory.get(id)
      if (held) return held
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
      return [...stored.filter(({ id }) => !inMemory.has(id)), ...inMemory.values()].sort((one, other) =>
        one.createdAt < other.createdAt ? -1 : 1,
      )
    },
  }
}
