import type { KnowledgeHit, KnowledgeKind } from '@vee/contract/http/knowledge'
import { startOfDay, shiftDay } from '@vee/contract/time/time-zone'
import { z } from 'zod'
import {
  agentsOfConversations,
  type KnowledgeEntry,
  listKnowledge,
  readConversationTexts,
  readFileEntry,
  readMeetingTexts,
  readNote,
} from '#db/queries/knowledge.ts'
import type { Database } from '#db/schema.ts'
import { type Caller, timeZoneOfCaller } from '../accounts/index.ts'
import { DomainError } from '../errors/domain-error.ts'
import { StorageUnavailable } from '../storage/storage-unavailable.ts'
import { readCursor, writeCursor } from '../lists/cursor.ts'
import { countHeavyRead } from '../money/quotas/heavy-reads.ts'
import type { Counters } from '../money/quotas/counters.ts'
import { setTimeout as delay } from 'node:timers/promises'
import { inBackground } from '#lib/background.ts'
import { KeyedMutex } from '#lib/keyed-mutex.ts'
import type { PassageHit, PassageQuery } from './passage-index.ts'
import type { StoredDocument } from './stored-documents.ts'

/** Time in which a search reads what is not in the index yet, in ms; the rest is read afterwards. */
const READING_MS = 1_500
/** Characters of documents that are handed to the index at once. */
const BATCH_LENGTH = 500_000
/** Pages of results: later ones are of no use. */
const OFFSET_MAX = 500

/** The index of what a person may see: in memory, in a thread of its own. See adapters/knowledge-index. */
export interface KnowledgeIndex {
  /** Forgets what is not in the listing (keys with stamps). Returns the keys that it has not, or not in this version. */
  compare(owner: string, listing: ReadonlyMap<string, string>): Promise<readonly string[]>
  add(owner: string, documents: readonly StoredDocument[]): Promise<void>
  search(
    owner: string,
    query: PassageQuery,
  ): Promise<{ readonly hits: readonly PassageHit[]; readonly hasMore: boolean }>
}

/** The sealed texts of files. */
interface SealedTexts {
  read(sealed: { readonly file: string; readonly salt: string }): Promise<Buffer | undefined>
}

interface KnowledgeQuestion {
  readonly q: string
  readonly kinds?: readonly KnowledgeKind[] | undefined
  /** days in the caller's zone, or times; both inclusive */
  readonly from?: string | undefined
  readonly to?: string | undefined
  readonly speaker?: string | undefined
  readonly cursor?: string | undefined
  readonly limit: number
}

interface KnowledgePage {
  readonly items: KnowledgeHit[]
  readonly nextCursor: string | null
  readonly unread: number
}

/** Finds passages in everything that a member may see. */
export interface Knowledge {
  /** Throws FORBIDDEN for callers without an account, VALIDATION for a wrong cursor, and RATE_LIMITED. */
  search(question: KnowledgeQuestion, caller: Caller): Promise<KnowledgePage>
  /** Returns the passages themselves, the best ones first; empty for callers without an account. */
  passages(question: KnowledgeQuestion, caller: Caller): Promise<readonly PassageHit[]>
}

interface KnowledgeDependencies {
  readonly database: Database
  readonly index: KnowledgeIndex
  readonly files: SealedTexts
  readonly counters: Counters
  /** milliseconds since 1970 */
  readonly now: () => number
}

const cursorSchema = z.tuple([z.int().min(1).max(OFFSET_MAX)])
const keyOf = ({ kind, ownerId, id }: KnowledgeEntry) => JSON.stringify([kind, ownerId, id])

export function createKnowledge({ database, index, files, counters, now }: KnowledgeDependencies): Knowledge {
  const readers = new KeyedMutex()

  /** Brings the index up to date within a time limit. Returns how many documents it has not read. */
  async function update(caller: Caller): Promise<number> {
    const listed = await listKnowledge(database, caller.id)
    const entries = new Map(listed.map((entry) => [keyOf(entry), entry]))
    const stamps = new Map(listed.map((entry) => [keyOf(entry), entry.stamp]))
    let unread = (await index.compare(caller.id, stamps)).length
    if (unread === 0) return 0
    const read = readers.runExclusive(caller.id, async () => {
      // Another search may have read them meanwhile.
      const missing = await index.compare(caller.id, stamps)
      unread = missing.length
      await readDocuments(
        missing.flatMap((key) => entries.get(key) ?? []),
        caller,
        (count) => {
          unread -= count
        },
      )
    })
    inBackground('knowledge read', read)
    await Promise.race([read, delay(READING_MS, undefined, { ref: false })])
    return unread
  }

  async function readDocuments(
    entries: readonly KnowledgeEntry[],
    caller: Caller,
    onRead: (count: number) => void,
  ): Promise<void> {
    let batch: StoredDocument[] = []
    let length = 0
    let count = 0
    const flush = async () => {
      if (batch.length > 0) await index.add(caller.id, batch)
      onRead(count)
      batch = []
      length = 0
      count = 0
    }
    for (const entry of entries) {
      const document = await readDocument(entry, caller)
      count += 1
      if (document) {
        batch.push(document)
        length += lengthOf(document)
      }
      if (length >= BATCH_LENGTH) await flush()
    }
    await flush()
  }

  async function readDocument(
    entry: KnowledgeEntry,
    { id: userId }: Caller,
  ): Promise<StoredDocument | undefined> {
    const { kind, id, stamp } = entry
    const base = { key: keyOf(entry), id, stamp }
    if (kind === 'conversation') {
      const row = await readConversationTexts(database, userId, id)
      if (!row) return undefined
      const messages = row.messages.map(({ created_at: timeMs, ...message }) => ({ ...message, at: timeMs }))
      return { ...base, kind, title: row.title, at: row.created_at, messages }
    }
    if (kind === 'meeting') {
      const row = await readMeetingTexts(database, userId, entry.ownerId, id)
      return (
        row && {
          ...base,
          kind,
          title: row.title,
          at: row.meeting_at,
          details: row.details,
          proof: row.proof,
          actionItems: row.action_items,
        }
      )
    }
    if (kind === 'note') {
      const row = await readNote(database, userId, id)
      return row && { ...base, kind, title: '', at: row.created_at, text: row.note }
    }
    const row = await readFileEntry(database, userId, id)
    if (!row || row.text_file === null || row.text_salt === null) return undefined
    const text = await readSealed({ file: row.text_file, salt: row.text_salt })
    return text && { ...base, kind, title: row.name, at: row.created_at, text: text.toString('utf8') }
  }

  /** A file that cannot be read now is found by a later search. */
  async function readSealed(sealed: Parameters<SealedTexts['read']>[0]): Promise<Buffer | undefined> {
    try {
      return await files.read(sealed)
    } catch (error) {
      if (error instanceof StorageUnavailable) return undefined
      throw error
    }
  }

  async function find(question: KnowledgeQuestion, caller: Caller) {
    const { q, kinds, from, to, speaker, cursor, limit } = question
    const [offset] =
      cursor === undefined ? [0] : readCursor(cursorSchema, cursor, 'This is no cursor of this search.')
    await countHeavyRead(counters, 'search', caller.id, now)
    const unread = await update(caller)
    const zone = timeZoneOfCaller(caller)
    const { hits, hasMore } = await index.search(caller.id, {
      q,
      kinds,
      speaker,
      from: from === undefined ? undefined : isDay(from) ? startOfDay(zone, from) : Date.parse(from),
      to: to === undefined ? undefined : isDay(to) ? startOfDay(zone, shiftDay(to, 1)) - 1 : Date.parse(to),
      offset,
      limit,
    })
    const next = offset + limit
    return { hits, unread, nextCursor: hasMore && next <= OFFSET_MAX ? writeCursor([next]) : null }
  }

  return {
    async search(question, caller) {
      if (caller.kind !== 'member')
        throw new DomainError('FORBIDDEN', 'Sign in to search what the server stores for you.')
      const { hits, unread, nextCursor } = await find(question, caller)
      const items = await present(hits, caller)
      return { items, nextCursor, unread }
    },

    async passages(question, caller) {
      if (caller.kind !== 'member') return []
      return (await find(question, caller)).hits
    },
  }

  async function present(hits: readonly PassageHit[], caller: Caller): Promise<KnowledgeHit[]> {
    const files = new Map<string, string>()
    for (const { kind, id } of hits) {
      const file =
        kind === 'file' && !files.has(id) ? await readFileEntry(database, caller.id, id) : undefined
      if (file) files.set(id, file.conversation_id)
    }
    const conversationOf = ({ kind, id }: PassageHit) => (kind === 'conversation' ? id : files.get(id))
    const conversationIds = [...new Set(hits.flatMap((hit) => conversationOf(hit) ?? []))]
    const agents = await agentsOfConversations(database, caller.id, conversationIds)
    return hits.map((hit) => {
      const { kind, id, title, excerpt, marks, place, at, speaker } = hit
      const conversationId = conversationOf(hit)
      const agentId = conversationId === undefined ? undefined : agents.get(conversationId)
      return {
        kind,
        id,
        title,
        excerpt,
        marks: marks.map(([start, end]) => [start, end]),
        place,
        at: new Date(at).toISOString(),
        ...(speaker !== undefined && { speaker }),
        ...(conversationId !== undefined && { conversationId }),
        ...(agentId !== undefined && { agentId }),
        ...(kind === 'meeting' && { meetingId: id }),
      }
    })
  }
}

const isDay = (time: string) => !time.includes('T')

function lengthOf(document: StoredDocument): number {
  if (document.kind === 'conversation')
    return document.messages.reduce((sum, { content }) => sum + content.length, 0)
  return document.kind === 'meeting' ? document.details.length + document.proof.length : document.text.length
}
