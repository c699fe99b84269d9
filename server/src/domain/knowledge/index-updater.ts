import { setTimeout as delay } from 'node:timers/promises'
import { type KnowledgeEntry, listKnowledge } from '#db/queries/knowledge/searchable.ts'
import type { Database } from '#db/schema.ts'
import { inBackground } from '#lib/background.ts'
import { KeyedMutex } from '#lib/keyed-mutex.ts'
import type { KnowledgeIndex } from './knowledge-index.ts'
import { keyOf, type ReadStoredDocument } from './read-document.ts'
import type { StoredDocument } from './stored-documents.ts'

/** Characters of documents that are handed to the index at once. */
const BATCH_LENGTH = 500_000

/** Brings the index of a member up to date with what they may see now. */
export interface IndexUpdater {
  /** Reads what is missing, waiting for `waitMs` at most: the rest is read afterwards. Returns how many documents are left. */
  update(userId: string, waitMs: number): Promise<number>
  /** Reads everything. */
  updateFully(userId: string): Promise<void>
}

interface IndexUpdaterDependencies {
  readonly database: Database
  readonly index: KnowledgeIndex
  readonly readDocument: ReadStoredDocument
}

export function createIndexUpdater({
  database,
  index,
  readDocument,
}: IndexUpdaterDependencies): IndexUpdater {
  const readers = new KeyedMutex()

  /** Starts reading what is missing. */
  async function start(userId: string) {
    const listed = await listKnowledge(database, userId)
    const entries = new Map(listed.map((entry) => [keyOf(entry), entry]))
    const stamps = new Map(listed.map((entry) => [keyOf(entry), entry.stamp]))
    const state = { unread: (await index.compare(userId, stamps)).length }
    if (state.unread === 0) return { state, done: Promise.resolve() }
    const done = readers.runExclusive(userId, async () => {
      // Another search may have read them meanwhile.
      const missing = await index.compare(userId, stamps)
      state.unread = missing.length
      await readDocuments(
        missing.flatMap((key) => entries.get(key) ?? []),
        userId,
        (count) => {
          state.unread -= count
        },
      )
    })
    return { state, done }
  }

  async function readDocuments(
    entries: readonly KnowledgeEntry[],
    userId: string,
    onRead: (count: number) => void,
  ): Promise<void> {
    let batch: StoredDocument[] = []
    let length = 0
    let count = 0
    const flush = async () => {
      if (batch.length > 0) await index.add(userId, batch)
      onRead(count)
      batch = []
      length = 0
      count = 0
    }
    for (const entry of entries) {
      const document = await readDocument(entry, userId)
      count += 1
      if (document) {
        batch.push(document)
        length += lengthOf(document)
      }
      if (length >= BATCH_LENGTH) await flush()
    }
    await flush()
  }

  return {
    async update(userId, waitMs) {
      const { state, done } = await start(userId)
      inBackground('knowledge read', done)
      await Promise.race([done, delay(waitMs, undefined, { ref: false })])
      return state.unread
    },
    async updateFully(userId) {
      const { done } = await start(userId)
      await done
    },
  }
}

function lengthOf(document: StoredDocument): number {
  if (document.kind === 'conversation')
    return document.messages.reduce((sum, { content }) => sum + content.length, 0)
  return document.kind === 'meeting' ? document.details.length + document.proof.length : document.text.length
}
