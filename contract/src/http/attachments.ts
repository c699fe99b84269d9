import { z } from 'zod'
import { attachment, attachmentLimits, documentText } from '../entities/attachment.ts'
import { MAX_ATTACHMENT_REQUEST_BYTES } from '../entities/attachment-limits.ts'
import { PAID_REPLY_ERRORS } from './chat.ts'
import { RANGE_RESPONSE_HEADERS, rangeHeaders } from './byte-ranges.ts'
import { type Endpoint, defineEndpoint, MAX_LONG_JSON_BYTES } from './endpoint.ts'

const tag = 'attachments'
const access = 'public'
const params = z.object({ id: z.string().min(1).max(100) })
const errors = ['SESSION_EXPIRED', 'NOT_FOUND', 'STORAGE_UNAVAILABLE'] as const

const content = {
  kind: 'bytes',
  contentTypes: ['image/jpeg', 'image/png', 'image/webp', 'image/gif', 'application/octet-stream'],
} as const

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
    maxBytes: MAX_ATTACHMENT_REQUEST_BYTES,
    fields: z.object({ name: z.string().max(255).default('') }),
  },
  responses: { 201: { kind: 'json', schema: attachment } },
  errors: ['SESSION_EXPIRED', 'STORAGE_FULL', 'STORAGE_UNAVAILABLE'],
})

export const getAttachmentLimits = defineEndpoint({
  method: 'GET',
  path: '/attachments/limits',
  tag,
  summary: "Get what the caller's plan allows to attach, and how much of it is used",
  access,
  responses: { 200: { kind: 'json', schema: attachmentLimits } },
  errors: ['SESSION_EXPIRED'],
})

export const getAttachment = defineEndpoint({
  method: 'GET',
  path: '/attachments/{id}',
  tag,
  summary: 'Download a file that the caller has uploaded, or one range of its bytes',
  access,
  params,
  headers: rangeHeaders,
  responseHeaders: RANGE_RESPONSE_HEADERS,
  responses: { 200: content, 206: content },
  errors,
})

export const putAttachmentText = defineEndpoint({
  method: 'PUT',
  path: '/attachments/{id}/text',
  tag,
  summary: 'Store the text of a document, which the client has extracted; models read this text',
  access,
  params,
  body: { kind: 'json', schema: documentText, maxBytes: MAX_LONG_JSON_BYTES },
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

export const postAttachmentDescription = defineEndpoint({
  method: 'POST',
  path: '/attachments/{id}/description',
  tag,
  summary:
    'Describe an image by a model that sees, in the language of Accept-Language, and store the description with the image and in the messages that use it. It counts as a reply',
  access,
  params,
  body: { kind: 'json', schema: z.object({ model: z.string().max(200).optional() }) },
  isRateLimited: true,
  responses: { 200: { kind: 'json', schema: attachment } },
  errors: [...errors, 'FORBIDDEN', ...PAID_REPLY_ERRORS],
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
  getAttachmentLimits,
  getAttachment,
  putAttachmentText,
  getAttachmentText,
  postAttachmentDescription,
  deleteAttachment,
]
