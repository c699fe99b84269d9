import type { DBSchema, IDBPDatabase } from 'idb'
import { INDEXED_STORE_PREFIX } from './storage.ts'

const VERSION = 1

interface Schema extends DBSchema {
  records: { key: [kind: string, id: string]; value: { kind: string; id: string; value: unknown } }
}

/** Kinds of data that the agents' own screens store in this browser. */
type ShelfKind =
  | 'meetings'
  | 'meeting-changes'
  | 'recordings'
  | 'recorded'
  | 'diary'
  | 'diary-lock'
  | 'diary-pictures'
  | 'designs'
  | 'interview'
  | 'lessons'
  | 'audits'
  // wake words as their user says them
  | 'wake-words'
  // files of a message that is being written, until they are uploaded
  | 'attachments'

/**
 * `full`: the browser's quota is used up; `unavailable`: it does not allow storage, as in some private
 * windows.
 */
export type IndexedStoreFailure = 'full' | 'unavailable'

export class IndexedStoreError extends Error {
  readonly failure: IndexedStoreFailure

  constructor(failure: IndexedStoreFailure, cause: unknown) {
    super(`the browser's storage is ${failure}`, { cause })
    this.name = 'IndexedStoreError'
    this.failure = failure
  }
}

/** A write; without a value the record is removed. */
interface ShelfWrite {
  readonly kind: ShelfKind
  readonly id: string
  readonly value: unknown
}

/**
 * Records of one owner in the browser's IndexedDB. Data may have been written by an older version: normalise
 * it.
 */
export interface IndexedStore {
  readonly owner: string
  /** Like all methods here, rejects with IndexedStoreError. */
  list(kind: ShelfKind): Promise<readonly unknown[]>
  /** Resolves with undefined if there is none. */
  read(kind: ShelfKind, id: string): Promise<unknown>
  /** Writes all or none. */
  write(writes: readonly ShelfWrite[]): Promise<void>
  /** Writes if the current value still fits; returns false if another tab was faster. */
  writeIf(write: ShelfWrite, fits: (before: unknown) => boolean): Promise<boolean>
  /** Notifies about writes of other tabs. Returns a function that unsubscribes. */
  subscribe(listener: (kind: ShelfKind) => void): () => void
  close(): void
}

function failureOf(error: unknown): IndexedStoreFailure {
  return error instanceof DOMException && error.name === 'QuotaExceededError' ? 'full' : 'unavailable'
}

export function openIndexedStore(owner: string): IndexedStore {
  const name = `${INDEXED_STORE_PREFIX}${owner}`
  let database: Promise<IDBPDatabase<Schema>> | undefined
  const channel = 'BroadcastChannel' in globalThis ? new BroadcastChannel(name) : undefined

  async function openAnew(): Promise<IDBPDatabase<Schema>> {
    const { openDB } = await import('idb')
    return openDB<Schema>(name, VERSION, {
      upgrade: (fresh) => void fresh.createObjectStore('records', { keyPath: ['kind', 'id'] }),
      terminated() {
        database = undefined
      },
    })
  }

  async function inDatabase<Answer>(work: (db: IDBPDatabase<Schema>) => Promise<Answer>): Promise<Answer> {
    try {
      database ??= openAnew()
      return await work(await database)
    } catch (error) {
      const failure = failureOf(error)
      if (failure === 'unavailable') database = undefined
      throw new IndexedStoreError(failure, error)
    }
  }

  const tell = (kinds: readonly ShelfKind[]) => {
    for (const kind of new Set(kinds)) channel?.postMessage(kind)
  }

  return {
    owner,
    list: (kind) =>
      inDatabase(async (db) => {
        const records = await db.getAll('records', IDBKeyRange.bound([kind, ''], [kind, '\u{FFFF}']))
        return records.map(({ value }) => value)
      }),
    read: (kind, id) => inDatabase(async (db) => (await db.get('records', [kind, id]))?.value),
    async write(writes) {
      await inDatabase(async (db) => {
        const transaction = db.transaction('records', 'readwrite')
        await Promise.all([
          ...writes.map(({ kind, id, value }) =>
            value === undefined
              ? transaction.store.delete([kind, id])
              : transaction.store.put({ kind, id, value }),
          ),
          transaction.done,
        ])
      })
      tell(writes.map(({ kind }) => kind))
    },
    async writeIf({ kind, id, value }, fits) {
      const isWritten = await inDatabase(async (db) => {
        const transaction = db.transaction('records', 'readwrite')
        const before = await transaction.store.get([kind, id])
        const isFitting = fits(before?.value)
        if (isFitting && value === undefined) await transaction.store.delete([kind, id])
        if (isFitting && value !== undefined) await transaction.store.put({ kind, id, value })
        await transaction.done
        return isFitting
      })
      if (isWritten) tell([kind])
      return isWritten
    },
    subscribe(listener) {
      const hear = ({ data }: MessageEvent<ShelfKind>) => listener(data)
      channel?.addEventListener('message', hear)
      return () => channel?.removeEventListener('message', hear)
    },
    close() {
      channel?.close()
      void database?.then((db) => db.close()).catch(() => {})
    },
  }
}
