import { DAY_MS } from '@vee/contract/time/durations'
import { createHash, randomUUID } from 'node:crypto'
import { Readable } from 'node:stream'
import type { Attachment } from '@vee/contract/entities/attachment'
import { MAX_IMAGE_BYTES } from '@vee/contract/entities/attachment-limits'
import { findSameAttachment } from '#db/queries/attachments.ts'
import {
  appendChunk,
  chunksOf,
  countChunks,
  type ChunkRow,
  deleteStaleUploads,
  deleteUploadRow,
  findUpload,
  findUploadByFingerprint,
  insertUpload,
  setReceived,
  truncateUpload,
  type UploadRow,
} from '#db/queries/attachment-uploads.ts'
import type { Database } from '#db/schema.ts'
import { inWriteTransaction } from '#db/write-transaction.ts'
import { type Caller, callerKeyOf } from '../accounts/index.ts'
import { DomainError } from '../errors/domain-error.ts'
import {
  type AttachmentFiles,
  type Attachments,
  assertUsable,
  invalidFile,
  plainName,
} from './attachments.ts'
import { imageFacts } from './image-size.ts'
import { assertFileSize, assertOwnerExists, assertStorageLeft, quotaOf } from './attachment-quota.ts'

/** Each chunk is a file of its own: a few may have any size, and the others have this many bytes on average. */
const ANY_SIZE_CHUNKS = 16
const CHUNK_MEAN_BYTES = 64 * 1024

/** What a client declares about a file before its first byte. */
interface DeclaredFile {
  readonly bytes: number
  readonly name: string
  /** SHA-256 in hex */
  readonly hash?: string | undefined
  readonly fingerprint?: string | undefined
}

/** The state of an upload. */
export interface UploadState {
  readonly id: string
  readonly bytes: number
  readonly receivedBytes: number
}

/** Files that arrive in chunks. Only their owner continues them; an id of another owner is NOT_FOUND. */
export interface AttachmentUploads {
  /**
   * Begins an upload, or returns the unfinished one with the same fingerprint. Of a file that the owner has stored already, no
   * byte is missing, unless the stored file is damaged or lost. Throws TOO_LARGE and STORAGE_FULL.
   */
  begin(file: DeclaredFile, caller: Caller): Promise<UploadState>
  state(id: string, caller: Caller): Promise<UploadState>
  /** Appends a chunk. Throws EDIT_CONFLICT if it does not begin where the upload ends. */
  append(id: string, start: number, chunk: Uint8Array, caller: Caller): Promise<UploadState>
  /**
   * Turns a complete upload into a file, with its size, hash and quota checked. Throws EDIT_CONFLICT if bytes are missing, and
   * if a stored chunk is damaged or lost: the upload then ends before it, and the client continues there. Throws VALIDATION for another hash than declared, which also deletes the upload, and the errors of `Attachments.upload`.
   */
  finish(id: string, caller: Caller): Promise<Attachment>
  cancel(id: string, caller: Caller): Promise<void>
  /** Deletes uploads that got no chunk for a day. */
  purge(): Promise<void>
}

interface UploadsDependencies {
  readonly database: Database
  readonly files: AttachmentFiles
  readonly attachments: Pick<Attachments, 'adopt'>
  /** per member, in bytes */
  readonly maxBytes: number
  /** milliseconds since 1970 */
  readonly now: () => number
}

export function createAttachmentUploads({
  database,
  files,
  attachments,
  maxBytes,
  now,
}: UploadsDependencies): AttachmentUploads {
  async function requireUpload(id: string, caller: Caller): Promise<UploadRow> {
    const row = await findUpload(database, callerKeyOf(caller), id)
    if (!row) throw new DomainError('NOT_FOUND', 'This upload does not exist.')
    return row
  }

  /** Deletes an upload with its chunks. */
  async function drop(id: string): Promise<void> {
    const chunks = await chunksOf(database, id)
    await inWriteTransaction(database, `upload ${id}`, (transaction) => deleteUploadRow(transaction, id))
    await removeFiles(chunks)
  }

  /** Forgets the bytes of an upload from a position on. */
  async function continueAt(id: string, start: number): Promise<void> {
    const chunks = await inWriteTransaction(database, `upload ${id}`, (transaction) =>
      truncateUpload(transaction, id, start, now()),
    )
    await removeFiles(chunks)
  }

  async function removeFiles(chunks: readonly Pick<ChunkRow, 'file'>[]): Promise<void> {
    for (const { file } of chunks) await files.remove(file)
  }

  /** Yields the content chunk by chunk: one at a time is in memory. */
  async function* contentOf(chunks: readonly ChunkRow[]): AsyncGenerator<Buffer> {
    for (const chunk of chunks) {
      const bytes = await files.read(chunk)
      if (!bytes) throw new LostChunk(chunk.start)
      yield bytes
    }
  }

  return {
    async begin({ bytes, name, hash, fingerprint }, caller) {
      if (bytes === 0) throw invalidFile('This file is empty.')
      const quota = quotaOf(caller, maxBytes)
      assertFileSize(quota, bytes)
      const owner = callerKeyOf(caller)
      const stored = hash === undefined ? undefined : await findSameAttachment(database, owner, hash)
      const readable = stored && (await files.isReadable(stored)) ? stored.file : undefined
      return inWriteTransaction(database, `attachments ${quota.key}`, async (transaction) => {
        await assertOwnerExists(transaction, caller)
        const same =
          fingerprint === undefined
            ? undefined
            : await findUploadByFingerprint(transaction, owner, fingerprint)
        if (same && same.bytes === bytes && same.hash === (hash ?? null)) return stateOf(same)
        if (same) await deleteUploadRow(transaction, same.id)
        const isStored =
          hash !== undefined &&
          readable !== undefined &&
          (await findSameAttachment(transaction, owner, hash))?.file === readable
        await assertStorageLeft(transaction, quota, isStored ? 0 : bytes, true)
        const row: UploadRow = {
          id: randomUUID(),
          owner,
          quota_key: quota.key,
          fingerprint: fingerprint ?? null,
          name: plainName(name),
          hash: hash ?? null,
          bytes,
          received_bytes: isStored ? bytes : 0,
          updated_at: now(),
        }
        await insertUpload(transaction, row)
        return stateOf(row)
      })
    },

    state: async (id, caller) => stateOf(await requireUpload(id, caller)),

    async append(id, start, chunk, caller) {
      const row = await requireUpload(id, caller)
      if (row.received_bytes !== start) throw conflict()
      const end = start + chunk.length
      if (chunk.length === 0 || end > row.bytes)
        throw new DomainError('VALIDATION', 'The chunk does not fit the length of the upload.')
      if ((await countChunks(database, id)) >= ANY_SIZE_CHUNKS + Math.floor(start / CHUNK_MEAN_BYTES))
        throw new DomainError('VALIDATION', 'The chunks are too small. Send at least 64 kB in each.')
      const { file, salt } = await files.write(Readable.from([chunk]))
      const isAppended = await inWriteTransaction(database, `upload ${id}`, (transaction) =>
        appendChunk(transaction, { upload_id: id, start, file, salt }, chunk.length, now()),
      ).catch(async (error: unknown) => {
        await files.remove(file)
        throw error
      })
      if (!isAppended) {
        await files.remove(file)
        throw conflict()
      }
      return { id, bytes: row.bytes, receivedBytes: end }
    },

    async finish(id, caller) {
      const row = await requireUpload(id, caller)
      if (row.received_bytes !== row.bytes) throw conflict()
      const chunks = await chunksOf(database, id)
      if (chunks.length === 0) {
        // The owner had this file when the upload began.
        const stored =
          row.hash !== null && (await attachments.adopt({ hash: row.hash, uploadId: id }, caller))
        if (stored) return stored
        const quota = quotaOf(caller, maxBytes)
        await inWriteTransaction(database, `attachments ${quota.key}`, async (transaction) => {
          await assertStorageLeft(transaction, quota, row.bytes, false)
          await setReceived(transaction, id, 0, now())
        })
        throw conflict()
      }
      const hasher = createHash('sha256')
      const head: Buffer[] = []
      let headBytes = 0
      async function* hashed() {
        for await (const bytes of contentOf(chunks)) {
          if (headBytes <= MAX_IMAGE_BYTES) head.push(bytes)
          headBytes += bytes.length
          hasher.update(bytes)
          yield bytes
        }
      }
      const sealed = await files.write(Readable.from(hashed())).catch(async (error: unknown) => {
        if (!(error instanceof LostChunk)) throw error
        await continueAt(id, error.start)
        throw conflict()
      })
      const hash = hasher.digest('hex')
      if (sealed.bytes !== row.bytes || (row.hash !== null && row.hash !== hash)) {
        await files.remove(sealed.file)
        await drop(id)
        throw invalidFile('The file did not arrive as it was announced. Upload it again.')
      }
      try {
        const joined = Buffer.concat(head)
        assertUsable(sealed.bytes, imageFacts(joined))
        const attachment = await attachments.adopt(
          { hash, uploadId: id, sealed, head: joined, name: row.name },
          caller,
        )
        if (!attachment) throw conflict()
        await removeFiles(chunks)
        return attachment
      } catch (error) {
        // It will not become valid.
        if (error instanceof DomainError && error.code === 'VALIDATION') {
          await files.remove(sealed.file)
          await drop(id)
        }
        throw error
      }
    },

    async cancel(id, caller) {
      await drop((await requireUpload(id, caller)).id)
    },

    purge: () => deleteStaleUploads(database, now() - DAY_MS),
  }
}

/** A stored chunk that cannot be read any more. */
class LostChunk extends Error {
  /** position of its first byte in the file */
  readonly start: number

  constructor(start: number) {
    super('A chunk of the upload is lost.')
    this.name = 'LostChunk'
    this.start = start
  }
}

const stateOf = ({ id, bytes, received_bytes }: UploadRow): UploadState => ({
  id,
  bytes,
  receivedBytes: received_bytes,
})

const conflict = () =>
  new DomainError('EDIT_CONFLICT', 'The upload has another number of bytes. Ask for its state.')
