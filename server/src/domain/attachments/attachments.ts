import { DAY_MS } from '@vee/contract/time/durations'
import { createHash, randomUUID } from 'node:crypto'
import { Readable } from 'node:stream'
import type { Attachment, AttachmentLimits, DocumentText } from '@vee/contract/entities/attachment'
import { documentText } from '@vee/contract/entities/attachment'
import { MAX_IMAGE_BYTES, MAX_IMAGE_SIDE } from '@vee/contract/entities/attachment-limits'
import {
  type AttachmentRow,
  deleteAttachmentRow,
  deleteUnusedAttachments,
  findAttachment,
  findSameAttachment,
  insertAttachment,
  knownAttachmentFiles,
  renewSameAttachment,
  replaceAttachmentFile,
  setAttachmentText,
} from '#db/queries/attachments.ts'
import { describeAttachment } from '#db/queries/attachment-descriptions.ts'
import { deleteUploadRow } from '#db/queries/attachment-uploads.ts'
import type { Database } from '#db/schema.ts'
import { inWriteTransaction } from '#db/write-transaction.ts'
import { type Caller, callerKeyOf } from '../accounts/index.ts'
import type { ByteRange, RequestedRange } from '#lib/byte-range.ts'
import { DomainError, notFound } from '../errors/domain-error.ts'
import { type PurgeableFiles, type PurgedFiles, purgeSealedFiles } from '../storage/purge-sealed-files.ts'
import { withoutNul } from '#lib/without-nul.ts'
import { imageFacts } from './image-size.ts'
import {
  assertFileSize,
  assertOwnerExists,
  assertPages,
  assertStorageLeft,
  type AttachmentQuota,
  quotaOf,
  usedOf,
} from './attachment-quota.ts'

interface Sealed {
  readonly file: string
  readonly salt: string
  readonly bytes: number
}

type SealedKey = Pick<Sealed, 'file' | 'salt'>

/** The content of a file, which is not held in memory. */
interface FileContent {
  /** of the whole file */
  readonly bytes: number
  /** of `content`; undefined for the whole file */
  readonly range: ByteRange | undefined
  /** can be read once */
  readonly content: AsyncIterable<Uint8Array>
}

/** Sealed files; see adapters/storage/sealed-files.ts. */
export interface AttachmentFiles extends PurgeableFiles {
  write(source: Readable): Promise<Sealed>
  read(sealed: SealedKey): Promise<Buffer | undefined>
  /** decrypts while it is read */
  open(sealed: SealedKey, range?: RequestedRange): Promise<FileContent | undefined>
  isReadable(sealed: SealedKey): Promise<boolean>
  remove(file: string): Promise<void>
}

interface AttachmentsDependencies {
  readonly database: Database
  readonly files: AttachmentFiles
  /** per member, in bytes */
  readonly maxBytes: number
  /** milliseconds since 1970 */
  readonly now: () => number
}

/** Files of messages. Only their owner reads them; an id of another owner is NOT_FOUND. */
export interface Attachments {
  /**
   * Stores a file. Identical bytes of the same owner are stored once; where the stored file is damaged or lost, they take its
   * place. Throws VALIDATION for an empty file and for an image that models do not accept, STORAGE_FULL and
   * STORAGE_UNAVAILABLE.
   */
  upload(source: Readable, name: () => Promise<string>, caller: Caller): Promise<Attachment>
  /**
   * Stores a sealed file, and deletes the upload that it came by in the same transaction. Identical bytes of the same owner are
   * stored once: `undefined` if there are none and no file was given. Deletes the sealed file if it is not needed. Throws like
   * `upload`.
   */
  adopt(file: AdoptedFile, caller: Caller): Promise<Attachment | undefined>
  limits(caller: Caller): Promise<AttachmentLimits>
  /** Returns a file or a range of it; the whole file if it has none of the range's bytes. */
  read(
    id: string,
    caller: Caller,
    range?: RequestedRange,
  ): Promise<FileContent & { readonly attachment: Attachment }>
  setText(id: string, text: DocumentText, caller: Caller): Promise<Attachment>
  /** Throws NOT_FOUND if the document has no text. */
  text(id: string, caller: Caller): Promise<DocumentText>
  /** Stores what an image shows, also in the stored messages that use it. */
  setDescription(id: string, description: string, caller: Caller): Promise<Attachment>
  remove(id: string, caller: Caller): Promise<void>
  /** Deletes files that no stored conversation uses after a day; moves sealed files without a row to the bin. */
  purge(signal?: AbortSignal): Promise<PurgedFiles>
}

/** A file whose bytes are on the disk. */
type AdoptedFile = { readonly hash: string; readonly uploadId?: string } & (
  | { readonly sealed?: undefined }
  | {
      readonly sealed: Sealed
      /** the first bytes, at least as many as an image may have */
      readonly head: Buffer
      readonly name: string
    }
)

export function createAttachments({ database, files, maxBytes, now }: AttachmentsDependencies): Attachments {
  const requireAttachment = async (id: string, caller: Caller) => {
    const row = await findAttachment(database, callerKeyOf(caller), id)
    if (!row) throw notFound('file')
    return row
  }

  async function seal(bytes: Buffer): Promise<Sealed> {
    return files.write(Readable.from([bytes]))
  }

  /** Runs a transaction of the caller's quota. Deletes the sealed file if it fails, or returns false. */
  async function store<R>(
    quota: AttachmentQuota,
    sealed: Sealed | undefined,
    work: (transaction: Database) => Promise<R>,
  ): Promise<R> {
    try {
      return await inWriteTransaction(database, `attachments ${quota.key}`, work)
    } catch (error) {
      if (sealed) await files.remove(sealed.file)
      throw error
    }
  }

  /** Returns the file that is stored for these bytes if it is damaged or lost. */
  async function damagedFile(owner: string, hash: string): Promise<string | undefined> {
    const same = await findSameAttachment(database, owner, hash)
    return same && !(await files.isReadable(same)) ? same.file : undefined
  }

  async function adopt(file: AdoptedFile, caller: Caller): Promise<Attachment | undefined> {
    const quota = quotaOf(caller, maxBytes)
    const owner = callerKeyOf(caller)
    const row = file.sealed && rowOf(file, owner, quota, now())
    const damaged = await damagedFile(owner, file.hash)
    const stored = await store(quota, file.sealed, async (transaction) => {
      await assertOwnerExists(transaction, caller)
      // The same file may have been uploaded twice at once.
      const same = await renewSameAttachment(transaction, owner, file.hash, now())
      // A damaged file cannot answer for bytes that were not sent.
      const isDamaged = damaged !== undefined && same?.file === damaged
      if (!row && (!same || isDamaged)) return undefined
      if (file.uploadId !== undefined) await deleteUploadRow(transaction, file.uploadId)
      if (same && row && isDamaged) {
        await replaceAttachmentFile(transaction, same.id, row)
        return { ...same, file: row.file, salt: row.salt }
      }
      if (same) return same
      if (row) {
        await assertStorageLeft(transaction, quota, row.bytes, true)
        await insertAttachment(transaction, row)
      }
      return row
    })
    if (file.sealed && stored?.file !== file.sealed.file) await files.remove(file.sealed.file)
    else if (damaged !== undefined && stored) await files.remove(damaged)
    return stored && present(stored)
  }

  return {
    async upload(source, name, caller) {
      const bytes = await wholeOf(source)
      assertFileSize(quotaOf(caller, maxBytes), bytes.length)
      assertUsable(bytes.length, imageFacts(bytes))
      const hash = createHash('sha256').update(bytes).digest('hex')
      const owner = callerKeyOf(caller)
      const isDamaged = (await damagedFile(owner, hash)) !== undefined
      const same = isDamaged ? undefined : await renewSameAttachment(database, owner, hash, now())
      if (same) return present(same)
      const sealed = await seal(bytes)
      const attachment = await adopt({ hash, sealed, head: bytes, name: await name() }, caller)
      if (!attachment) throw notFound('file')
      return attachment
    },

    adopt,

    async limits(caller) {
      const { key, ...quota } = quotaOf(caller, maxBytes)
      const { bytes, files: usedFiles } = await usedOf(database, key)
      return { ...quota, usedBytes: bytes, usedFiles }
    },

    async read(id, caller, range) {
      const row = await requireAttachment(id, caller)
      const opened = await files.open(row, range)
      if (!opened) throw lost()
      return { ...opened, attachment: present(row) }
    },

    async setText(id, text, caller) {
      const row = await requireAttachment(id, caller)
      const quota = quotaOf(caller, maxBytes)
      assertPages(quota, text.sections.length)
      const sealed = await seal(Buffer.from(JSON.stringify(text)))
      const stored = {
        text_file: sealed.file,
        text_salt: sealed.salt,
        text_bytes: sealed.bytes,
        section_count: text.sections.length,
        text_by_ocr: Number(text.isByOcr === true),
      }
      await store(quota, sealed, async (transaction) => {
        await assertStorageLeft(transaction, quota, sealed.bytes, false)
        await setAttachmentText(transaction, id, stored)
      })
      if (row.text_file !== null) await files.remove(row.text_file)
      return present({ ...row, ...stored })
    },

    async text(id, caller) {
      const { text_file: file, text_salt: salt } = await requireAttachment(id, caller)
      if (file === null || salt === null) throw notFound('file')
      const bytes = await files.read({ file, salt })
      if (!bytes) throw lost()
      return documentText.parse(JSON.parse(bytes.toString('utf8')))
    },

    async setDescription(id, description, caller) {
      const row = await requireAttachment(id, caller)
      await describeAttachment(database, row, description)
      return present({ ...row, description })
    },

    async remove(id, caller) {
      const { file, text_file } = await requireAttachment(id, caller)
      await deleteAttachmentRow(database, id)
      await files.remove(file)
      if (text_file !== null) await files.remove(text_file)
    },

    async purge(signal) {
      await deleteUnusedAttachments(database, now() - DAY_MS)
      return purgeSealedFiles({ database, files, knownFiles: knownAttachmentFiles, now: now(), signal })
    },
  }
}

function rowOf(
  { hash, sealed, head, name }: Extract<AdoptedFile, { readonly sealed: Sealed }>,
  owner: string,
  { key }: AttachmentQuota,
  createdAt: number,
): AttachmentRow {
  const image = imageFacts(head)
  return {
    id: randomUUID(),
    owner,
    quota_key: key,
    hash,
    kind: image ? 'image' : 'document',
    name: plainName(name),
    media_type: image?.mediaType ?? 'application/octet-stream',
    bytes: sealed.bytes,
    width: image?.width ?? null,
    height: image?.height ?? null,
    file: sealed.file,
    salt: sealed.salt,
    text_file: null,
    text_salt: null,
    text_bytes: 0,
    section_count: null,
    text_by_ocr: null,
    description: null,
    created_at: createdAt,
  }
}

/** Throws VALIDATION for an empty file and for an image that models do not accept. */
export function assertUsable(bytes: number, image: ReturnType<typeof imageFacts>): void {
  if (bytes === 0) throw invalidFile('This file is empty.')
  if (!image) return
  if (bytes > MAX_IMAGE_BYTES) {
    throw invalidFile(`Images may have ${MAX_IMAGE_BYTES / 1024 / 1024} MB at most.`)
  }
  if (Math.max(image.width, image.height) > MAX_IMAGE_SIDE) {
    throw invalidFile(`Images may have ${MAX_IMAGE_SIDE} pixels a side at most.`)
  }
}

export const invalidFile = (message: string) =>
  new DomainError('VALIDATION', message, { details: [{ path: 'file', message }] })
/** The file is missing on the disk, or damaged. */
const lost = () => new DomainError('NOT_FOUND', 'This file is no longer available.')

/** Returns the last segment of a path, without control characters. */
export function plainName(name: string): string {
  const last = withoutNul(name).split(/[/\\]/).at(-1) ?? ''
  // oxlint-disable-next-line no-control-regex -- control characters are what is removed
  return last.replaceAll(/[\u0000-\u001f\u007f]/g, '').slice(0, 255)
}

async function wholeOf(source: Readable): Promise<Buffer> {
  const chunks: Buffer[] = []
  for await (const chunk of source) chunks.push(chunk as Buffer)
  return Buffer.concat(chunks)
}

const present = (row: AttachmentRow): Attachment => ({
  id: row.id,
  kind: row.kind,
  name: row.name,
  mediaType: row.media_type,
  bytes: row.bytes,
  ...(row.width !== null && { width: row.width }),
  ...(row.height !== null && { height: row.height }),
  ...(row.description !== null && { description: row.description }),
  ...(row.section_count !== null && { sectionCount: row.section_count }),
  ...(row.text_by_ocr === 1 && { isByOcr: true }),
})
