import type { Attachment } from '@vee/contract/entities/attachment'
import type { postAttachment } from '@vee/contract/http/attachments'
import type { Api } from '#lib/http/index.ts'
import { uploadInChunks, type UploadOptions } from './upload-in-chunks.ts'

/** Files from this size on are uploaded in chunks, in bytes: smaller ones are sent again in a few seconds. */
const CHUNKED_FROM_BYTES = 4 * 1024 * 1024

/** Uploads a file: a small one in one request, a large one in chunks. Throws ApiError. */
export async function uploadFile(
  api: Api,
  content: Blob,
  name: string,
  options: UploadOptions,
): Promise<Attachment> {
  if (content.size >= CHUNKED_FROM_BYTES) return uploadInChunks(api, content, name, options)
  const body = new FormData()
  body.append('name', name)
  body.append('file', content, name)
  return api.json<typeof postAttachment>('POST', '/attachments', { body })
}
