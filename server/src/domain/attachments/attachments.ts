import { createHash, randomUUID } from 'node:crypto'
import { Readable } from 'node:stream'
import type { Attachment, DocumentText } from '@vee/contract/entities/attachment'
import { documentText } from '@vee/contract/entities/attachment'
import { IMAGE_MAX_BYTES, IMAGE_MAX_SIDE } from '@vee/contract/entities/attachment-limits'
import {
  attachmentBytes,
  type AttachmentRow,
  deleteAttachmentRow,
  deleteUnusedAttachments,
  findAttachment,
  insertAttachment,
  knownAttachmentFiles,
  renewSameAttachment,
  setAttachmentText,
} from '#db/queries/attachments.ts'
import type { Database } from '#db/schema.ts'
import { inWriteTransaction } from '#db/write-transaction.ts'
import { type Caller, callerKeyOf } from '../accounts/index.ts'
import { DomainError } from '../common/domain-error.ts'
import { networkOf } from '../common/network.ts'
import { withoutNul } from '../common/without-nul.ts'
import { imageFacts } from './image-size.ts'

const DAY_MS = 86_400_000
/** A sealed file without a row may belong to an upload in progress. */
const ORPHAN_MS = 60 * 60_000
/** Part of a member's quota that all callers without an account of one network share. */
const VISITOR_SHARE = 1 / 5
const SWEEP_BATCH = 500

interface Sealed {
  readonly file: string
  readonly salt: string
  readonly bytes: number
}

/** Sealed files; see adapters/sealed-files.ts. */
interface AttachmentFiles {
  write(source: Readable): Promise<Sealed>
  read(sealed: Pick<Sealed, 'file' | 'salt'>): Promise<Buffer | undefined>
  remove(file: string): Promise<void>
  olderThan(time: number): Promise<readonly string[]>
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
   * Stores a file. Identical bytes of the same owner are stored once. Throws VALIDATION for an empty file and
   * for an image that models do not accept, and STORAGE_FULL.
   */
  upload(source: Readable, name: () => Promise<string>, caller: Caller): Promise<Attachment>
  read(id: string, caller: Caller): Promise<{ readonly bytes: Buffer; readonly attachment: Attachment }>
  setText(id: string, text: DocumentText, caller: Caller): Promise<Attachment>
  /** Throws NOT_FOUND if the document has no text. */
  text(id: string, caller: Caller): Promise<DocumentText>
  remove(id: string, caller: Caller): Promise<void>
  /** Deletes files that no stored conversation uses after a day, and sealed files without a row. */
  purge(signal?: AbortSignal): Promise<void>
}

export function createAttachments({ database, files, maxBytes, now }: AttachmentsDependencies): Attachments {
  const found = async (id: string, caller: Caller) => {
    const row = await findAttachment(database, callerKeyOf(caller), id)
    if (!row) throw notFound()
    return row
  }

  async function seal(bytes: Buffer): Promise<Sealed> {
    return files.write(Readable.from([bytes]))
  }

  /** Stores a sealed file if it fits the caller's quota, otherwise deletes it. */
  async function store<R>(
    caller: Caller,
    sealed: Sealed,
    work: (transaction: Database) => Promise<R>,
  ): Promise<R> {
    const { key, limit } = quotaOf(caller, maxBytes)
    try {
      return await inWriteTransaction(database, `attachments ${key}`, async (transaction) => {
        if ((await attachmentBytes(transaction, key)) + sealed.bytes > limit) throw full()
        return work(transaction)
      })
    } catch (error) {
      await files.remove(sealed.file)
      throw error
    }
  }

  return {
    async upload(source, name, caller) {
      const bytes = await wholeOf(source)
      const image = imageFacts(bytes)
      assertUsable(bytes, image)
      const owner = callerKeyOf(caller)
      const hash = createHash('sha256').update(bytes).digest('hex')
      const same = await renewSameAttachment(database, owner, hash, now())
      if (same) return present(same)
      const sealed = await seal(bytes)
      const row: AttachmentRow = {
        id: randomUUID(),
        owner,
        quota_key: quotaOf(caller, maxBytes).key,
        hash,
        kind: image ? 'image' : 'document',
        name: plainName(await name()),
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
        created_at: now(),
      }
      return store(caller, sealed, async (transaction) => {
        await insertAttachment(transaction, row)
        return present(row)
      })
    },

    async read(id, caller) {
      const row = await found(id, caller)
      const bytes = await files.read(row)
      if (!bytes) throw notFound()
      return { bytes, attachment: present(row) }
    },

    async setText(id, text, caller) {
      const row = await found(id, caller)
      const sealed = await seal(Buffer.from(JSON.stringify(text)))
      const stored = {
        text_file: sealed.file,
        text_salt: sealed.salt,
        text_bytes: sealed.bytes,
        section_count: text.sections.length,
      }
      await store(caller, sealed, (transaction) => setAttachmentText(transaction, id, stored))
      if (row.text_file !== null) await files.remove(row.text_file)
      return present({ ...row, ...stored })
    },

    async text(id, caller) {
      const { text_file: file, text_salt: salt } = await found(id, caller)
      const bytes = file !== null && salt !== null ? await files.read({ file, salt }) : undefined
      if (!bytes) throw notFound()
      return documentText.parse(JSON.parse(bytes.toString('utf8')))
    },

    async remove(id, caller) {
      const { file, text_file } = await found(id, caller)
      await deleteAttachmentRow(database, id)
      await files.remove(file)
      if (text_file !== null) await files.remove(text_file)
    },

    async purge(signal) {
      await deleteUnusedAttachments(database, now() - DAY_MS)
      const old = await files.olderThan(now() - ORPHAN_MS)
      for (let from = 0; from < old.length; from += SWEEP_BATCH) {
        signal?.throwIfAborted()
        const some = old.slice(from, from + SWEEP_BATCH)
        const known = await knownAttachmentFiles(database, some)
        for (const file of some.filter((name) => !known.has(name))) await files.remove(file)
      }
    },
  }
}

function quotaOf(caller: Caller, maxBytes: number): { readonly key: string; readonly limit: number } {
  return caller.kind === 'member'
    ? { key: caller.id, limit: maxBytes }
    : { key: `network ${networkOf(caller.ip)}`, limit: maxBytes * VISITOR_SHARE }
}

function assertUsable(bytes: Buffer, image: ReturnType<typeof imageFacts>): void {
  if (bytes.length === 0) throw invalidFile('This file is empty.')
  if (!image) return
  if (bytes.length > IMAGE_MAX_BYTES) {
    throw invalidFile(`Images may have ${IMAGE_MAX_BYTES / 1024 / 1024} MB at most.`)
  }
  if (Math.max(image.width, image.height) > IMAGE_MAX_SIDE) {
    throw invalidFile(`Images may have ${IMAGE_MAX_SIDE} pixels a side at most.`)
  }
}

const invalidFile = (message: string) =>
  new DomainError('VALIDATION', message, { details: [{ path: 'file', message }] })
const notFound = () => new DomainError('NOT_FOUND', 'This file does not exist.')
const full = () =>
  new DomainError('STORAGE_FULL', 'There is no more room for files. Delete older conversations.')

/** Returns the last segment of a path, without control characters. */
function plainName(name: string): string {
  const last = withoutNul(name).split(/[/\\]/).at(-1) ?? ''
  // oxlint-disable-next-line no-control-regex -- control characters are what is removed
  return last.replaceAll(/[\u0000-\u001f\u007f]/g, '').slice(0, 255)
}

async function wholeOf(source: Readable): Promise<Buffer> {
  const parts: Buffer[] = []
  for await (const part of source) parts.push(part as Buffer)
  return Buffer.concat(parts)
}

const present = (row: AttachmentRow): Attachment => ({
  id: row.id,
  kind: row.kind,
  name: row.name,
  mediaType: row.media_type,
  bytes: row.bytes,
  ...(row.width !== null && { width: row.width }),
  ...(row.height !== null && { height: row.height }),
  ...(row.section_count !== null && { sectionCount: row.section_count }),
})
