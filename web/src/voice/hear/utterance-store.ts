import type { DBSchema, IDBPDatabase } from 'idb'
import type { Utterance } from './utterance.ts'

const DATABASE = 'vee-utterances'
const VERSION = 1

interface Schema extends DBSchema {
  utterances: { key: string; value: Utterance; indexes: { createdAt: string } }
}

/** Utterances that are not answered yet, so that no word is lost. Nothing here rejects. */
export interface UtteranceStore {
  save(utterance: Utterance): Promise<void>
  remove(id: string): Promise<void>
  get(id: string): Promise<Utterance | undefined>
  /** Oldest first. */
  list(): Promise<Utterance[]>
}

/**
 * In IndexedDB. What cannot be written there (a full disk, private browsing) is held in memory until the page is closed.
 *
 * @param onMemoryOnly called once, when the first utterance is held in memory alone
 */
export function createUtteranceStore(onMemoryOnly: () => void): UtteranceStore {
  const inMemory = new Map<string, Utterance>()
  let database: Promise<IDBPDatabase<Schema>> | undefined
  let isAnnounced = false

  async function openAnew(): Promise<IDBPDatabase<Schema>> {
    // Fetched when there is something to keep or to find: the first visit has neither.
    const { openDB } = await import('idb')
    return openDB<Schema>(DATABASE, VERSION, {
      upgrade(fresh) {
        fresh.createObjectStore('utterances', { keyPath: 'id' }).createIndex('createdAt', 'createdAt')
      },
      terminated() {
        database = undefined
      },
    })
  }

  function open(): Promise<IDBPDatabase<Schema>> {
    database ??= openAnew()
    return database
  }

  /** The answer without a database is what to go on with when there is none. */
  async function inDatabase<Answer>(
    ask: (database: IDBPDatabase<Schema>) => Promise<Answer>,
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
          await database.put('utterances', utterance)
          inMemory.delete(utterance.id)
        },
        () => hold(utterance),
      )
    },
    async remove(id) {
      inMemory.delete(id)
      await inDatabase(
        (database) => database.delete('utterances', id),
        () => undefined,
      )
    },
    async get(id) {
      const held = inMemory.get(id)
      if (held) return held
      return await inDatabase(
        (database) => database.get('utterances', id),
        () => undefined,
      )
    },
    async list() {
      const stored = (await mayExist())
        ? await inDatabase(
            (database) => database.getAllFromIndex('utterances', 'createdAt'),
            () => [],
          )
        : []
      return [...stored.filter(({ id }) => !inMemory.has(id)), ...inMemory.values()].sort((one, other) =>
        one.createdAt < other.createdAt ? -1 : 1,
      )
    },
  }
}

/** False where the browser is sure that nothing was ever stored. Older ones cannot tell. */
async function mayExist(): Promise<boolean> {
  try {
    return (await indexedDB.databases()).some(({ name }) => name === DATABASE)
  } catch {
    return true
  }
}
