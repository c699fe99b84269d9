import type { Attachment } from '@vee/contract/entities/attachment'
import { ATTACHMENT_MAX_BYTES, ATTACHMENTS_PER_MESSAGE } from '@vee/contract/entities/attachment-limits'
import type { postAttachment, putAttachmentText } from '@vee/contract/http/attachments'
import { textsNow } from '#i18n/index.ts'
import { ApiError, type Api } from '#lib/http/index.ts'
import { dataOwner } from '#lib/storage/data-owner.ts'
import { openIndexedStore } from '#lib/storage/indexed-store.ts'
import { randomId } from '#lib/random-id.ts'
import type { AttachmentFailure, DraftAttachment } from './draft-attachment.ts'
import { AttachmentError, extractText } from './extract-text.ts'
import { fileKind } from './file-kind.ts'
import { sizeWithin } from './size-within.ts'

/** Maximum side of an image, in pixels: vendors scale down larger images before a model receives them. */
const MAX_SIDE = 1_568
const JPEG_QUALITY = 0.86
/** Maximum size of an image that stays PNG because it may be transparent or contain sharp lines, in bytes. */
const PNG_MAX_BYTES = 1_500_000

const HEAD_BYTES = 65_536

/** Holds the files of the message being written. */
export interface DraftFiles {
  read(): readonly DraftAttachment[]
  change(change: (drafts: readonly DraftAttachment[]) => readonly DraftAttachment[]): void
}

/**
 * Attaches files: each is stored in this browser until the server has it, so that a reload loses none. Resolves when all
 * are ready or have failed; never rejects.
 */
export async function attachFiles(api: Api, drafts: DraftFiles, files: readonly File[]): Promise<void> {
  const added = files.map((file) => ({ id: randomId(), file }))
  const room = Math.max(0, ATTACHMENTS_PER_MESSAGE - drafts.read().length)
  drafts.change((before) => [
    ...before,
    ...added.map(({ id, file }, index): DraftAttachment => ({
      id,
      name: file.name,
      state: index < room ? { kind: 'preparing' } : { kind: 'failed', reason: 'too-many' },
    })),
  ])
  await Promise.all(
    added.slice(0, room).map(async ({ id, file }) => {
      await storeFile(api, id, file)
      await send(api, drafts, id, file)
    }),
  )
}

/** Resumes uploads that a reload interrupted, and retries failed ones. */
export async function resumeFiles(api: Api, drafts: DraftFiles, ids: readonly string[]): Promise<void> {
  await Promise.all(
    ids.map(async (id) => {
      const file = await storedFile(api, id)
      setState(drafts, id, file ? { kind: 'preparing' } : { kind: 'failed', reason: 'damaged' })
      if (file) await send(api, drafts, id, file)
    }),
  )
}

export async function forgetFile(api: Api, id: string): Promise<void> {
  await inStore(api, (store) => store.write([{ kind: 'attachments', id, value: undefined }]))
}

async function send(api: Api, drafts: DraftFiles, id: string, file: File): Promise<void> {
  try {
    const attachment = await upload(api, file)
    setState(drafts, id, { kind: 'ready', attachment })
    await forgetFile(api, id)
  } catch (error) {
    setState(drafts, id, { kind: 'failed', reason: reasonOf(error) })
  }
}

function setState(drafts: DraftFiles, id: string, state: DraftAttachment['state']): void {
  drafts.change((before) => before.map((draft) => (draft.id === id ? { ...draft, state } : draft)))
}

/** Reads, scales or extracts, and uploads one file. Throws AttachmentError or ApiError. */
async function upload(api: Api, file: File): Promise<Attachment> {
  if (file.size === 0) throw new AttachmentError('empty')
  const head = new Uint8Array(await file.slice(0, HEAD_BYTES).arrayBuffer())
  const kind = fileKind(head, file.name, file.type)
  if (kind === 'unknown') throw new AttachmentError('type')
  if (kind === 'image') return post(api, await prepareImage(file), file.name)
  if (file.size > ATTACHMENT_MAX_BYTES) throw new AttachmentError('too-large')
  const extracted = await extractText(new Uint8Array(await file.arrayBuffer()), kind)
  const t = textsNow('chat')
  const sections =
    kind === 'pdf'
      ? extracted.map(({ title, text }) => ({ title: t('files.page', { number: title }), text }))
      : [...extracted]
  if (sections.every(({ text }) => text.trim() === '')) throw new AttachmentError('damaged')
  const attachment = await post(api, file, file.name)
  return api.json<typeof putAttachmentText>('PUT', '/attachments/{id}/text', {
    params: { id: attachment.id },
    body: { sections },
  })
}

async function post(api: Api, content: Blob, name: string): Promise<Attachment> {
  const body = new FormData()
  body.append('name', name)
  body.append('file', content, name)
  return api.json<typeof postAttachment>('POST', '/attachments', { body })
}

function reasonOf(error: unknown): AttachmentFailure {
  if (error instanceof AttachmentError) return error.reason
  if (!(error instanceof ApiError)) return 'damaged'
  if (error.code === 'STORAGE_FULL') return 'full'
  if (error.code === 'TOO_LARGE') return 'too-large'
  return error.code === 'VALIDATION' ? 'image' : 'offline'
}

/**
 * Stores a file where the browser allows it. Without storage (a private window) a file can still be attached,
 * but a reload loses it.
 */
async function inStore<R>(
  api: Api,
  work: (store: ReturnType<typeof openIndexedStore>) => Promise<R>,
): Promise<R | undefined> {
  let store: ReturnType<typeof openIndexedStore> | undefined
  try {
    store = openIndexedStore(await dataOwner(api))
    return await work(store)
  } catch {
    return undefined
  } finally {
    store?.close()
  }
}

async function storeFile(api: Api, id: string, file: File): Promise<void> {
  const { name, type } = file
  const value = { name, type, bytes: await file.arrayBuffer() }
  await inStore(api, (store) => store.write([{ kind: 'attachments', id, value }]))
}

async function storedFile(api: Api, id: string): Promise<File | undefined> {
  const value = await inStore(api, (store) => store.read('attachments', id))
  if (typeof value !== 'object' || value === null) return undefined
  const { name, type, bytes } = value as { name?: unknown; type?: unknown; bytes?: unknown }
  if (typeof name !== 'string' || typeof type !== 'string' || !(bytes instanceof ArrayBuffer))
    return undefined
  return new File([bytes], name, { type })
}

/**
 * Returns the image scaled down and encoded again: upright, and without its location and other metadata. Throws
 * AttachmentError if the browser cannot decode it.
 */
async function prepareImage(file: Blob): Promise<Blob> {
  const bitmap = await createImageBitmap(file, { imageOrientation: 'from-image' }).catch(() => {
    throw new AttachmentError('image')
  })
  try {
    const { width, height } = sizeWithin(bitmap, { width: MAX_SIDE, height: MAX_SIDE })
    const canvas = document.createElement('canvas')
    canvas.width = width
    canvas.height = height
    const context = canvas.getContext('2d')
    if (!context) throw new AttachmentError('image')
    context.drawImage(bitmap, 0, 0, width, height)
    if (file.type !== 'image/jpeg') {
      const png = await encoded(canvas, 'image/png')
      if (png.size <= PNG_MAX_BYTES) return png
    }
    // JPEG has no transparency: a transparent background becomes white, not black.
    context.globalCompositeOperation = 'destination-over'
    context.fillStyle = '#fff'
    context.fillRect(0, 0, width, height)
    return await encoded(canvas, 'image/jpeg')
  } finally {
    bitmap.close()
  }
}

function encoded(canvas: HTMLCanvasElement, type: string): Promise<Blob> {
  return new Promise((resolve, reject) => {
    canvas.toBlob((blob) => (blob ? resolve(blob) : reject(new AttachmentError('image'))), type, JPEG_QUALITY)
  })
}
