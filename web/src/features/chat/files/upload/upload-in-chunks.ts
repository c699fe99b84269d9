import type { Attachment } from '@vee/contract/entities/attachment'
import type { patchUpload, postUpload, postUploadedAttachment } from '@vee/contract/http/attachment-uploads'
import { base64FromBytes } from '#lib/files/base64.ts'
import { backoffDelay } from '#lib/async/backoff-delay.ts'
import { readToken } from '#lib/http/auth-token.ts'
import { ApiError, networkError, type Api } from '#lib/http/index.ts'

/** As in the contract, which the page does not load. */
const TUS_VERSION = '1.0.0'
const CHUNK_TYPE = 'application/offset+octet-stream'
/** Size of a chunk, in bytes; half of it after each failure. */
const CHUNK_BYTES = 2 * 1024 * 1024
const MIN_CHUNK_BYTES = 64 * 1024
/** Failures without a chunk that arrives between them, after which the user decides. */
const MAX_FAILURES = 6
const BACKOFF = { firstMs: 500, maxMs: 8_000 }

export interface UploadOptions {
  /** identifies the file among the user's uploads, so that each part of it is sent once: across reloads, and from two tabs */
  readonly fingerprint: string
  /** SHA-256 in hex; undefined where the browser computes none */
  readonly hash: string | undefined
  /** called with the part of the file that the server has, from 0 to 1 */
  onProgress(fraction: number): void
}

interface UploadState {
  readonly id: string
  /** bytes that the server has */
  readonly offset: number
}

/**
 * Uploads a file in chunks by tus 1.0. Continues where an earlier attempt of this or another tab ended, waits while the browser
 * is offline, and retries what may pass. Throws ApiError.
 */
export async function uploadInChunks(
  api: Api,
  content: Blob,
  name: string,
  options: UploadOptions,
): Promise<Attachment> {
  const upload = () => uploadWithRetries(api, content, name, options)
  // Another tab with the same file sends nothing until this one is done. Insecure origins have no locks: there the server
  // accepts each chunk once.
  return 'locks' in navigator
    ? navigator.locks.request(`vee-upload ${options.fingerprint}`, upload)
    : upload()
}

async function uploadWithRetries(
  api: Api,
  content: Blob,
  name: string,
  options: UploadOptions,
): Promise<Attachment> {
  let [failures, chunkBytes] = [0, CHUNK_BYTES]
  let state: UploadState | undefined
  const token = readToken()
  for (;;) {
    // The rest must not be sent as a visitor, or as another user, after the session has ended.
    if (readToken() !== token) throw networkError('UNREACHABLE', undefined)
    try {
      state ??= await begin(api, content, name, options)
      while (state.offset < content.size && readToken() === token) {
        options.onProgress(state.offset / content.size)
        state = await append(api, state, content.slice(state.offset, state.offset + chunkBytes))
        failures = 0
      }
      if (state.offset < content.size) continue
      options.onProgress(1)
      return await api.json<typeof postUploadedAttachment>(
        'POST',
        '/attachments/uploads/{uploadId}/attachment',
        { params: { uploadId: state.id } },
      )
    } catch (error) {
      failures += 1
      if (!mayPass(error) || failures > MAX_FAILURES) throw error
      // It begins again, which tells how much the server has.
      state = undefined
      chunkBytes = Math.max(MIN_CHUNK_BYTES, chunkBytes / 2)
      await untilRetry(failures)
    }
  }
}

async function begin(
  api: Api,
  content: Blob,
  name: string,
  { fingerprint, hash }: UploadOptions,
): Promise<UploadState> {
  const metadata = { filename: name, fingerprint, ...(hash !== undefined && { sha256: hash }) }
  const response = await api.send<typeof postUpload>('POST', '/attachments/uploads', {
    headers: {
      'tus-resumable': TUS_VERSION,
      'upload-length': String(content.size),
      'upload-metadata': Object.entries(metadata)
        .map(([key, value]) => `${key} ${base64(value)}`)
        .join(','),
    },
  })
  return { id: response.headers.get('location')?.split('/').at(-1) ?? '', offset: offsetIn(response) }
}

async function append(api: Api, { id, offset }: UploadState, body: Blob): Promise<UploadState> {
  const response = await api.send<typeof patchUpload>('PATCH', '/attachments/uploads/{uploadId}', {
    params: { uploadId: id },
    headers: {
      'tus-resumable': TUS_VERSION,
      'upload-offset': String(offset),
      'content-type': CHUNK_TYPE,
    },
    body,
  })
  return { id, offset: offsetIn(response) }
}

const offsetIn = (response: Response): number => Number(response.headers.get('upload-offset') ?? 0)

function base64(text: string): string {
  return base64FromBytes(new TextEncoder().encode(text))
}

/** Network, a busy or restarted server, and an upload that another tab has continued or the server has forgotten. */
function mayPass(error: unknown): boolean {
  if (!(error instanceof ApiError)) return false
  const { status, code } = error
  return status === 0 || status >= 500 || [404, 409, 429].includes(status) || code === 'TIMEOUT'
}

/** Waits for a network if the browser is offline, and otherwise longer after each failure. */
async function untilRetry(failures: number): Promise<void> {
  const { promise, resolve } = Promise.withResolvers<void>()
  if (navigator.onLine) setTimeout(resolve, backoffDelay(failures - 1, BACKOFF))
  else globalThis.addEventListener('online', () => resolve(), { once: true })
  await promise
}
