import { Readable } from 'node:stream'
import { documentText, type DocumentText } from '@vee/contract/entities/attachment'
import { MAX_DOCUMENT_TEXT_LENGTH } from '@vee/contract/entities/attachment-limits'
import type { KnowledgeFileError } from '@vee/contract/http/knowledge-bases'
import { DAY_MS } from '@vee/contract/time/durations'
import { findAttachment } from '#db/queries/attachments.ts'
import { inKnowledgeOf, type KnowledgeFileRow, usedByHolder } from '#db/queries/knowledge/bases.ts'
import {
  changeFile,
  claimFile,
  dueFiles,
  holderOf,
  knownKnowledgeTexts,
} from '#db/queries/knowledge/files.ts'
import { makeEmbeddingDue } from '#db/queries/knowledge/vectors.ts'
import type { Database } from '#db/schema.ts'
import { withoutNul } from '#lib/without-nul.ts'
import { type PurgeableFiles, type PurgedFiles, purgeSealedFiles } from '../storage/purge-sealed-files.ts'
import { StorageUnavailable } from '../storage/storage-unavailable.ts'

/** A server that does not finish a file in this time has died; another one reads it, in ms. */
const LEASE_MS = 2 * 60_000
/** Time limit of a page, in ms. */
const PAGE_TIMEOUT_MS = 30_000
/** Pages are read again after this time, in ms; those that failed too. */
const PAGE_INTERVAL_MS = DAY_MS
/** Time after which a text that is not there yet is looked for again, in ms. */
const TEXT_RETRY_AFTER_MS = 3_000
const STORAGE_RETRY_AFTER_MS = 60_000
/** An attachment whose text does not arrive in this time is given up, in ms: it is purged then. */
const TEXT_TIMEOUT_MS = DAY_MS
/** Files in one run. */
const MAX_FILES = 50
const PAGES_AT_ONCE = 3
/** Formats that the server reads itself, if the client sent no text. */
const PLAIN_TEXT = /\.(?:txt|text|md|markdown|csv|tsv|log|srt|vtt|json|ya?ml|rst)$/i

interface SealedText {
  readonly file: string
  readonly salt: string
  readonly bytes: number
}

/** Sealed files; see adapters/storage/sealed-files.ts. */
interface SealedTextFiles extends PurgeableFiles {
  write(source: Readable): Promise<SealedText>
  read(sealed: Pick<SealedText, 'file' | 'salt'>): Promise<Buffer | undefined>
  remove(file: string): Promise<void>
}

/** Reads files and pages of knowledge, as a job. */
export interface KnowledgeIngestion {
  /** Reads some of what is due, until the signal aborts. Several servers may do this at once. */
  readDue(kind: 'pages' | 'files', signal?: AbortSignal): Promise<void>
  /** Moves texts without a row to the bin. */
  purge(signal?: AbortSignal): Promise<PurgedFiles>
}

interface KnowledgeIngestionDependencies {
  readonly database: Database
  /** the texts of knowledge */
  readonly texts: SealedTextFiles
  /** the files of messages, and their texts */
  readonly attachments: Pick<SealedTextFiles, 'read'>
  /** Fetches a page of the public web; throws an error whose message says why it cannot. */
  readonly readPage: (
    url: string,
    signal: AbortSignal,
  ) => Promise<{ readonly title: string; readonly text: string }>
  /** whether an error of `readPage` is for people */
  readonly isReadable: (error: unknown) => error is Error
  /** milliseconds since 1970 */
  readonly now: () => number
}

/** Why a file could not be read. */
class ReadingFailure extends Error {
  override readonly name = 'ReadingFailure'
  readonly fileError: KnowledgeFileError
  constructor(fileError: KnowledgeFileError, message: string) {
    super(message)
    this.fileError = fileError
  }
}

export function createKnowledgeIngestion(dependencies: KnowledgeIngestionDependencies): KnowledgeIngestion {
  const { database, texts, now } = dependencies

  /** Stores the text unless the file was deleted meanwhile. Throws ReadingFailure if there is no room for it. */
  async function store(row: KnowledgeFileRow, text: DocumentText, name: string): Promise<void> {
    const content = Buffer.from(JSON.stringify(text))
    const isPage = row.url !== null
    const done = {
      state: 'ready',
      error: null,
      error_message: null,
      name,
      read_at: now(),
      due_at: isPage ? now() + PAGE_INTERVAL_MS : null,
      lease_until: null,
      attachment_owner: null,
    } as const
    if (await isSame(row, content)) {
      await changeFile(database, row.id, done)
      return
    }
    const sealed = await texts.write(Readable.from([content]))
    try {
      const stored = await keep(row, {
        ...done,
        text_file: sealed.file,
        text_salt: sealed.salt,
        text_bytes: sealed.bytes,
        section_count: text.sections.length,
        version: row.version + 1,
      })
      if (!stored) await texts.remove(sealed.file)
      else if (row.text_file !== null) await texts.remove(row.text_file)
    } catch (error) {
      await texts.remove(sealed.file)
      throw error
    }
  }

  /** Writes the columns of a new text within the limits of its owner. Returns whether the file is still there. */
  async function keep(
    row: KnowledgeFileRow,
    change: Partial<KnowledgeFileRow> & Pick<KnowledgeFileRow, 'text_bytes'>,
  ): Promise<boolean> {
    const holder = await holderOf(database, row.knowledge_id)
    if (!holder) return false
    return inKnowledgeOf(database, holder, async (transaction) => {
      const { bytes } = await usedByHolder(transaction, holder)
      if (bytes - row.text_bytes + change.text_bytes > row.most_bytes)
        throw new ReadingFailure('STORAGE_FULL', 'There is no more room for knowledge.')
      const isThere = (await changeFile(transaction, row.id, change)) !== undefined
      if (holder.user_id !== null) await makeEmbeddingDue(transaction, holder.user_id, now())
      return isThere
    })
  }

  async function isSame({ text_file, text_salt }: KnowledgeFileRow, content: Buffer): Promise<boolean> {
    if (text_file === null || text_salt === null) return false
    return (await texts.read({ file: text_file, salt: text_salt }))?.equals(content) === true
  }

  async function read(row: KnowledgeFileRow, signal: AbortSignal | undefined): Promise<void> {
    try {
      if (row.url === null) return await readAttachment(row)
      await changeFile(database, row.id, { state: 'reading' })
      const page = await pageText(dependencies, row.url, signal)
      await store(row, { sections: [{ title: page.title.slice(0, 200), text: page.text }] }, page.title)
    } catch (error) {
      if (signal?.aborted === true || error instanceof StorageUnavailable)
        await changeFile(database, row.id, {
          state: row.text_file === null ? 'waiting' : 'ready',
          due_at: now() + STORAGE_RETRY_AFTER_MS,
          lease_until: null,
        })
      else if (error instanceof ReadingFailure) await fail(row, error)
      else {
        await fail(row, new ReadingFailure('TEXT_EMPTY', 'The text of this file is damaged.'))
        throw error
      }
    }
  }

  async function fail(row: KnowledgeFileRow, { fileError, message }: ReadingFailure): Promise<void> {
    await changeFile(database, row.id, {
      // The text of an earlier reading stays.
      state: row.text_file === null ? 'failed' : 'ready',
      error: fileError,
      error_message: message.slice(0, 500),
      due_at: row.url === null ? null : now() + PAGE_INTERVAL_MS,
      lease_until: null,
    })
  }

  async function readAttachment(row: KnowledgeFileRow): Promise<void> {
    const text = await attachmentText(dependencies, row)
    if (!text) {
      await changeFile(database, row.id, { due_at: now() + TEXT_RETRY_AFTER_MS, lease_until: null })
      return
    }
    const sections = text.sections.filter((section) => section.text.trim() !== '')
    if (sections.length === 0) throw new ReadingFailure('TEXT_EMPTY', 'There is no text in this file.')
    await store(row, { ...text, sections }, row.name)
  }

  return {
    async readDue(kind, signal) {
      const ids = await dueFiles(database, now(), { kind, limit: MAX_FILES })
      const queue = ids.values()
      const work = async () => {
        for (const id of queue) {
          if (signal?.aborted === true) return
          const row = await claimFile(database, id, now(), now() + LEASE_MS)
          if (row) await read(row, signal)
        }
      }
      await Promise.all(Array.from({ length: PAGES_AT_ONCE }, work))
    },

    purge: (signal) =>
      purgeSealedFiles({ database, files: texts, knownFiles: knownKnowledgeTexts, now: now(), signal }),
  }
}

/** Throws ReadingFailure with the reason. */
async function pageText(
  { readPage, isReadable }: KnowledgeIngestionDependencies,
  url: string,
  signal: AbortSignal | undefined,
): Promise<{ readonly title: string; readonly text: string }> {
  const limit = AbortSignal.timeout(PAGE_TIMEOUT_MS)
  try {
    const { title, text } = await readPage(url, signal ? AbortSignal.any([signal, limit]) : limit)
    return {
      title: withoutNul(title).slice(0, 300) || url,
      text: withoutNul(text).slice(0, MAX_DOCUMENT_TEXT_LENGTH),
    }
  } catch (error) {
    if (signal?.aborted === true) throw error
    if (limit.aborted) throw new ReadingFailure('PAGE_UNREADABLE', 'The page took too long to load.')
    throw new ReadingFailure(
      'PAGE_UNREADABLE',
      isReadable(error) ? error.message : 'The page could not be read.',
    )
  }
}

/** Returns undefined if the client has not sent it yet. Throws ReadingFailure if it never will. */
async function attachmentText(
  { database, attachments, now }: KnowledgeIngestionDependencies,
  { attachment_owner, attachment_id, name, created_at }: KnowledgeFileRow,
): Promise<DocumentText | undefined> {
  const attachment =
    attachment_owner === null || attachment_id === null
      ? undefined
      : await findAttachment(database, attachment_owner, attachment_id)
  if (!attachment) throw new ReadingFailure('ATTACHMENT_GONE', 'The file was deleted before it was read.')
  const { text_file, text_salt, file, salt } = attachment
  if (text_file !== null && text_salt !== null) {
    const content = await attachments.read({ file: text_file, salt: text_salt })
    if (content) return documentText.parse(JSON.parse(content.toString('utf8')))
    throw new ReadingFailure('ATTACHMENT_GONE', 'The file is no longer available.')
  }
  if (PLAIN_TEXT.test(name)) {
    const text = plainText(await attachments.read({ file, salt }))
    if (text !== undefined) return { sections: [{ title: '', text }] }
  }
  if (now() - created_at > TEXT_TIMEOUT_MS)
    throw new ReadingFailure('TEXT_MISSING', 'No text of this file arrived. Add it again in the browser.')
  return undefined
}

/** Returns undefined for bytes that are no UTF-8. */
function plainText(content: Buffer | undefined): string | undefined {
  try {
    const text = content && new TextDecoder('utf-8', { fatal: true }).decode(content)
    return text && withoutNul(text).slice(0, MAX_DOCUMENT_TEXT_LENGTH)
  } catch {
    return undefined
  }
}
