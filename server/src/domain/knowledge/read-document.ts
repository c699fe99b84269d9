import {
  type KnowledgeEntry,
  readConversationTexts,
  readFileEntry,
  readKnowledgeFile,
  readMeetingTexts,
  readNote,
} from '#db/queries/knowledge/searchable.ts'
import type { Database } from '#db/schema.ts'
import { StorageUnavailable } from '../storage/storage-unavailable.ts'
import type { StoredDocument } from './stored-documents.ts'

/** Sealed texts of files. */
interface SealedTexts {
  read(sealed: { readonly file: string; readonly salt: string }): Promise<Buffer | undefined>
}

interface ReadDocumentDependencies {
  readonly database: Database
  /** the texts of messages' files */
  readonly files: SealedTexts
  /** the texts of knowledge bases */
  readonly knowledgeTexts: SealedTexts
}

/** Reads what a member may see, as it is stored. Returns undefined if they may not any more, or it cannot be read now. */
export type ReadStoredDocument = (
  entry: KnowledgeEntry,
  userId: string,
) => Promise<StoredDocument | undefined>

/** Returns what identifies an entry among everything that its reader may see. */
export const keyOf = ({ kind, ownerId, id }: KnowledgeEntry) => JSON.stringify([kind, ownerId, id])

export function documentReader({
  database,
  files,
  knowledgeTexts,
}: ReadDocumentDependencies): ReadStoredDocument {
  return async (entry, userId) => {
    const { kind, id, stamp, ownerId } = entry
    const base = { key: keyOf(entry), id, stamp }
    if (kind === 'conversation') {
      const row = await readConversationTexts(database, userId, id)
      if (!row) return undefined
      const messages = row.messages.map(({ created_at: timeMs, ...message }) => ({ ...message, at: timeMs }))
      return { ...base, kind, title: row.title, at: row.created_at, messages }
    }
    if (kind === 'note') {
      const row = await readNote(database, userId, id)
      return row && { ...base, kind, title: '', at: row.created_at, text: row.note }
    }
    if (kind === 'file') return entry.knowledge ? readPage(entry, userId) : readFile(entry, userId)
    const row = await readMeetingTexts(database, userId, ownerId, id)
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

  async function readFile(entry: KnowledgeEntry, userId: string): Promise<StoredDocument | undefined> {
    const row = await readFileEntry(database, userId, entry.id)
    const text = row && (await readSealed(files, row))
    return text === undefined || !row ? undefined : fileOf(entry, row, text)
  }

  async function readPage(entry: KnowledgeEntry, userId: string): Promise<StoredDocument | undefined> {
    const row = await readKnowledgeFile(database, userId, entry.id)
    const text = row && (await readSealed(knowledgeTexts, row))
    if (text === undefined || !row || !entry.knowledge) return undefined
    return { ...fileOf(entry, row, text), knowledge: { ...entry.knowledge, url: row.url } }
  }
}

const fileOf = (
  entry: KnowledgeEntry,
  { name, created_at }: { readonly name: string; readonly created_at: number },
  text: string,
): StoredDocument => ({
  key: keyOf(entry),
  id: entry.id,
  stamp: entry.stamp,
  kind: 'file',
  title: name,
  at: created_at,
  text,
})

/** A file that cannot be read now is found by a later search. */
async function readSealed(
  texts: SealedTexts,
  {
    text_file: file,
    text_salt: salt,
  }: { readonly text_file: string | null; readonly text_salt: string | null },
): Promise<string | undefined> {
  if (file === null || salt === null) return undefined
  try {
    return (await texts.read({ file, salt }))?.toString('utf8')
  } catch (error) {
    if (error instanceof StorageUnavailable) return undefined
    throw error
  }
}
