import { z } from 'zod'
import { attachment } from '../entities/attachment.ts'
import { MAX_UPLOAD_CHUNK_BYTES } from '../entities/attachment-limits.ts'
import { CHUNK_TYPE, defineEndpoint, type Endpoint } from './endpoint.ts'

// Files in chunks, by the protocol tus 1.0 (https://tus.io/protocols/resumable-upload): its core with the extensions creation
// and termination. tus has no response for a complete upload, so one more request turns it into an attachment.

export const TUS_VERSION = '1.0.0'

const tag = 'attachments'
const access = 'public'
const params = z.object({ uploadId: z.string().min(1).max(100) })
const version = { 'tus-resumable': z.literal(TUS_VERSION) }
const size = z
  .string()
  .regex(/^\d{1,15}$/)
  .transform(Number)
const errors = ['SESSION_EXPIRED', 'NOT_FOUND', 'STORAGE_UNAVAILABLE'] as const
const TUS_HEADER = { 'Tus-Resumable': TUS_VERSION }
const OFFSET_HEADER = { 'Upload-Offset': 'Number of bytes that the server has' }

export const postUpload = defineEndpoint({
  method: 'POST',
  path: '/attachments/uploads',
  tag,
  summary:
    'Begin the upload of a file in chunks (tus 1.0). A second one with the same `fingerprint` and length continues the first. An upload that gets no chunk for a day is deleted',
  access,
  headers: z.object({
    ...version,
    'upload-length': size,
    /**
     * pairs of a key and a base64 value: `filename`; `sha256` of the file in hex, checked at the end; `fingerprint`, which identifies the
     * file among the caller's uploads
     */
    'upload-metadata': z.string().max(4_096).optional(),
  }),
  responses: { 201: { kind: 'empty' } },
  responseHeaders: { ...TUS_HEADER, ...OFFSET_HEADER, Location: 'Address of the upload' },
  errors: ['SESSION_EXPIRED', 'STORAGE_FULL', 'STORAGE_UNAVAILABLE'],
})

export const headUpload = defineEndpoint({
  method: 'HEAD',
  path: '/attachments/uploads/{uploadId}',
  tag,
  summary: 'Get the state of an upload: where the next chunk begins',
  access,
  params,
  headers: z.object(version),
  responses: { 200: { kind: 'empty' } },
  responseHeaders: { ...TUS_HEADER, ...OFFSET_HEADER, 'Upload-Length': 'Size of the file in bytes' },
  errors,
})

export const patchUpload = defineEndpoint({
  method: 'PATCH',
  path: '/attachments/uploads/{uploadId}',
  tag,
  summary: 'Append a chunk. A chunk is stored whole or not at all',
  access,
  params,
  headers: z.object({ ...version, 'upload-offset': size }),
  body: { kind: 'chunk', contentType: CHUNK_TYPE, maxBytes: MAX_UPLOAD_CHUNK_BYTES },
  responses: { 204: { kind: 'empty' } },
  responseHeaders: { ...TUS_HEADER, ...OFFSET_HEADER },
  errors: [...errors, 'EDIT_CONFLICT'],
})

export const deleteUpload = defineEndpoint({
  method: 'DELETE',
  path: '/attachments/uploads/{uploadId}',
  tag,
  summary: 'Cancel an upload and delete its chunks',
  access,
  params,
  headers: z.object(version),
  responses: { 204: { kind: 'empty' } },
  responseHeaders: TUS_HEADER,
  errors,
})

export const postUploadedAttachment = defineEndpoint({
  method: 'POST',
  path: '/attachments/uploads/{uploadId}/attachment',
  tag,
  summary:
    'Turn a complete upload into a file for a message, as POST /attachments does with a file in one request. EDIT_CONFLICT if bytes are missing, also because the server has lost some: the state of the upload names the next one',
  access,
  params,
  responses: { 201: { kind: 'json', schema: attachment } },
  errors: [...errors, 'EDIT_CONFLICT', 'STORAGE_FULL'],
})

export const ATTACHMENT_UPLOAD_CALLS: readonly Endpoint[] = [
  postUpload,
  headUpload,
  patchUpload,
  deleteUpload,
  postUploadedAttachment,
]
