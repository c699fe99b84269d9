import { z } from 'zod'
import { attachment, documentText } from '../entities/attachment.ts'
import { ATTACHMENT_MAX_BYTES } from '../entities/attachment-limits.ts'
import { type Endpoint, defineEndpoint, LONG_JSON_MAX_BYTES } from './endpoint.ts'

const tag = 'attachments'
const access = 'public'
const params = z.object({ id: z.string().min(1).max(100) })
const errors = ['SESSION_EXPIRED', 'NOT_FOUND'] as const

export const postAttachment = defineEndpoint({
  method: 'POST',
  path: '/attachments',
  tag,
  summary:
    'Upload a file for a message. It is stored encrypted, and the same file twice is stored once. Files of callers without an account, and files that no message uses, are deleted after a day',
  access,
  body: {
    kind: 'multipart',
    file: 'file',
    maxBytes: ATTACHMENT_MAX_BYTES,
    fields: z.object({ name: z.string().max(255).default('') }),
  },
  responses: { 201: { kind: 'json', schema: attachment } },
  errors: ['SESSION_EXPIRED', 'STORAGE_FULL'],
})

export const getAttachment = defineEndpoint({
  method: 'GET',
  path: '/attachments/{id}',
  tag,
  summary: 'Download a file that the caller has uploaded',
  access,
  params,
  responses: {
    200: {
      kind: 'bytes',
      contentTypes: ['image/jpeg', 'image/png', 'image/webp', 'image/gif', 'application/octet-stream'],
    },
  },
  errors,
})

export const putAttachmentText = defineEndpoint({
  method: 'PUT',
  path: '/attachments/{id}/text',
  tag,
  summary: 'Store the text of a document, which the client has extracted; models read this text',
  access,
  params,
  body: { kind: 'json', schema: documentText, maxBytes: LONG_JSON_MAX_BYTES },
  responses: { 200: { kind: 'json', schema: attachment } },
  errors: [...errors, 'STORAGE_FULL'],
})

export const getAttachmentText = defineEndpoint({
  method: 'GET',
  path: '/attachments/{id}/text',
  tag,
  summary: 'Get the text of a document',
  access,
  params,
  responses: { 200: { kind: 'json', schema: documentText } },
  errors,
})

export const deleteAttachment = defineEndpoint({
  method: 'DELETE',
  path: '/attachments/{id}',
  tag,
  summary: 'Delete a file; messages keep its name',
  access,
  params,
  responses: { 204: { kind: 'empty' } },
  errors,
})

export const ATTACHMENT_CALLS: readonly Endpoint[] = [
  postAttachment,
  getAttachment,
  putAttachmentText,
  getAttachmentText,
  deleteAttachment,
]
