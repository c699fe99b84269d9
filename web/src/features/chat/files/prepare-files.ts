import type { Attachment, AttachmentLimits } from '@vee/contract/entities/attachment'
import { MAX_ATTACHMENT_BYTES } from '@vee/contract/entities/attachment-limits'
import type { getAttachment, getAttachmentLimits, putAttachmentText } from '@vee/contract/http/attachments'
import { ApiError, type Api } from '#lib/http/index.ts'
import { randomId } from '#lib/random-id.ts'
import { dataOwner } from '#lib/storage/data-owner.ts'
import type { AddedFile, DraftAttachment, DraftFiles } from './draft-attachment.ts'
import { keepRecentFile } from './recent-files.ts'
import { AttachmentError } from './read/attachment-error.ts'
import { fileKind } from './read/file-kind.ts'
import { type FileWorker, openFileWorker, readDocument } from './read/file-worker.ts'
import { removeStoredFile, storedFile } from './read/stored-files.ts'
import { uploadFile } from './upload/upload-file.ts'

/** Largest file of an image, in bytes, before it is scaled down. */
const MAX_IMAGE_FILE_BYTES = 60_000_000
const HEAD_BYTES = 65_536

/**
 * Prepares and uploads files of the message: each is stored in this browser until the server has it, so that a reload
 * loses none. Resolves when all are ready or have failed; never rejects.
 */
export async function prepareFiles(api: Api, drafts: DraftFiles, added: readonly AddedFile[]): Promise<void> {
  await withFileWorker(async (worker) => {
    const owner = await ownerOfFiles(api)
    const limits = limitsOf(api)
    await Promise.all(
      added.map(async ({ id, file }) => {
        // A larger one is refused; it is not read into memory before.
        if (owner !== undefined && file.size <= MAX_IMAGE_FILE_BYTES) await worker.store(owner, id, file)
        await prepareAndUpload({ api, drafts, id, file, worker, limits })
      }),
    )
  })
}

/**
 * Reads and uploads a file that is not sent with a message; of an image, the text in it. Calls `onState` with each state; resolves
 * with the last one; never rejects.
 */
export async function prepareFile(
  api: Api,
  file: File,
  onState: (state: DraftAttachment['state']) => void,
): Promise<DraftAttachment['state']> {
  const id = randomId()
  let draft: DraftAttachment = { id, name: file.name, state: { kind: 'preparing' } }
  const drafts: DraftFiles = {
    read: () => [draft],
    change(change) {
      draft = change([draft])[0] ?? draft
      onState(draft.state)
    },
  }
  const onPage = (done: number, total: number) =>
    setState(drafts, id, { kind: 'preparing', pages: { done, total } })
  await withFileWorker((worker) =>
    prepareAndUpload({ api, drafts, id, file, worker, limits: limitsOf(api), onPage }),
  )
  if (draft.state.kind === 'ready' && draft.state.attachment.kind === 'image')
    await readImage(api, drafts, id, draft.state.attachment)
  return draft.state
}

/** Resumes uploads that a reload interrupted, and retries failed ones. */
export async function resumeFiles(api: Api, drafts: DraftFiles, ids: readonly string[]): Promise<void> {
  await withFileWorker(async (worker) => {
    const owner = await ownerOfFiles(api)
    const limits = limitsOf(api)
    await Promise.all(
      ids.map(async (id) => {
        const file = owner === undefined ? undefined : await storedFile(owner, id)
        setState(drafts, id, file ? { kind: 'preparing' } : { kind: 'failed', reason: 'damaged' })
        if (file) await prepareAndUpload({ api, drafts, id, file, worker, limits })
      }),
    )
  })
}

async function withFileWorker(work: (worker: FileWorker) => Promise<void>): Promise<void> {
  const worker = openFileWorker()
  try {
    await work(worker)
  } finally {
    worker.close()
  }
}

export async function forgetFile(api: Api, id: string): Promise<void> {
  const owner = await ownerOfFiles(api)
  if (owner !== undefined) await removeStoredFile(owner, id)
}

/** Returns the owner of the files that this browser stores; undefined if it is not known, as offline after a sign-in. */
const ownerOfFiles = (api: Api): Promise<string | undefined> => dataOwner(api).catch(() => undefined)

/** Returns what the user may attach; undefined if it is not known now: the server enforces it anyway. */
const limitsOf = (api: Api): Promise<AttachmentLimits | undefined> =>
  api.json<typeof getAttachmentLimits>('GET', '/attachments/limits').catch(() => undefined)

/** A file of the draft on its way. */
interface Sending {
  readonly api: Api
  readonly drafts: DraftFiles
  readonly id: string
  readonly file: File
  readonly worker: FileWorker
  readonly limits: Promise<AttachmentLimits | undefined>
  /** called after each page of a PDF */
  readonly onPage?: (done: number, total: number) => void
}

type ReadyState = Extract<DraftAttachment['state'], { kind: 'ready' }>

async function prepareAndUpload(sending: Sending): Promise<void> {
  const { api, drafts, id } = sending
  try {
    setState(drafts, id, await upload(sending))
    await forgetFile(api, id)
  } catch (error) {
    setState(drafts, id, { kind: 'failed', ...failureOf(error) })
  }
}

function setState(drafts: DraftFiles, id: string, state: DraftAttachment['state']): void {
  drafts.change((before) => before.map((draft) => (draft.id === id ? { ...draft, state } : draft)))
}

/** Reads, scales or extracts, and uploads one file. Returns its state. Throws AttachmentError or ApiError. */
async function upload({ api, drafts, id, file, worker, limits, onPage }: Sending): Promise<ReadyState> {
  if (file.size === 0) throw new AttachmentError('empty')
  const head = new Uint8Array(await file.slice(0, HEAD_BYTES).arrayBuffer())
  const kind = fileKind(head, file.name, file.type)
  if (kind === 'unknown') throw new AttachmentError('type')
  const options = {
    fingerprint: id,
    hash: undefined,
    onProgress(uploaded: number) {
      // The user removed the file: the rest is not sent.
      if (!drafts.read().some((draft) => draft.id === id)) throw new AttachmentError('damaged')
      setState(drafts, id, { kind: 'preparing', uploaded })
    },
  }
  if (kind === 'image' || kind === 'heic') {
    if (file.size > MAX_IMAGE_FILE_BYTES) throw new AttachmentError('too-large', MAX_IMAGE_FILE_BYTES)
    const content = await worker.image(file)
    assertStorageLeft(await limits, content.size)
    const image = await uploadFile(api, content, file.name, options)
    keepRecentFile(image.id, content)
    return { kind: 'ready', attachment: image }
  }
  const allowed = await limits
  const maxBytes = allowed?.fileBytes ?? MAX_ATTACHMENT_BYTES
  if (file.size > maxBytes) throw new AttachmentError('too-large', maxBytes)
  assertStorageLeft(allowed, file.size)
  const { body, hash, sectionCount, encoding } = await readDocument(file, kind, {
    onOcr: () => setState(drafts, id, { kind: 'preparing', isByOcr: true }),
    onPage,
  })
  if (allowed && sectionCount > allowed.pages) throw new AttachmentError('pages', allowed.pages)
  const uploaded = await uploadFile(api, file, file.name, { ...options, fingerprint: hash ?? id, hash })
  const attachment = await api.json<typeof putAttachmentText>('PUT', '/attachments/{id}/text', {
    params: { id: uploaded.id },
    body,
  })
  return { kind: 'ready', attachment, ...(encoding !== undefined && { encoding }) }
}

/** Throws AttachmentError before the upload of a file that the server would refuse. */
function assertStorageLeft(limits: AttachmentLimits | undefined, bytes: number): void {
  if (!limits) return
  const { usedBytes, totalBytes, usedFiles, files } = limits
  if (usedBytes + bytes > totalBytes || usedFiles >= files) throw new AttachmentError('full')
}

class NoText extends Error {}

/** Reads the text in an image of the draft by OCR, for models that cannot see. A failure is shown next to the file. */
export async function readImage(api: Api, drafts: DraftFiles, id: string, image: Attachment): Promise<void> {
  setState(drafts, id, { kind: 'preparing', isByOcr: true })
  try {
    const response = await api.send<typeof getAttachment>('GET', '/attachments/{id}', {
      params: { id: image.id },
    })
    const { openOcr } = await import('./read/ocr.ts')
    const ocr = await openOcr()
    const text = await ocr.read(await response.blob()).finally(() => void ocr.close())
    if (text === '') throw new NoText()
    const attachment = await api.json<typeof putAttachmentText>('PUT', '/attachments/{id}/text', {
      params: { id: image.id },
      body: { sections: [{ title: '', text }], isByOcr: true },
    })
    setState(drafts, id, { kind: 'ready', attachment })
  } catch (error) {
    const note = error instanceof NoText ? 'no-text' : 'no-ocr'
    setState(drafts, id, { kind: 'ready', attachment: image, note })
  }
}

type Failure = Pick<Extract<DraftAttachment['state'], { kind: 'failed' }>, 'reason' | 'limit'>

function failureOf(error: unknown): Failure {
  if (error instanceof AttachmentError) return { reason: error.reason, limit: error.limit }
  if (!(error instanceof ApiError)) return { reason: 'damaged' }
  if (error.code === 'STORAGE_FULL') return { reason: 'full' }
  if (error.code === 'TOO_LARGE') return tooLarge(error.details)
  return { reason: error.code === 'VALIDATION' ? 'image' : 'offline' }
}

/** The plan may have changed since its limits were read. */
function tooLarge(details: unknown): Failure {
  const { fileBytes, pages } = Object(details) as { readonly fileBytes?: unknown; readonly pages?: unknown }
  return typeof pages === 'number'
    ? { reason: 'pages', limit: pages }
    : { reason: 'too-large', limit: typeof fileBytes === 'number' ? fileBytes : undefined }
}
