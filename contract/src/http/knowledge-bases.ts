import { z } from 'zod'
import { shareRight } from '../entities/teams/share-right.ts'
import { defineEndpoint } from './endpoint.ts'

/** Longest name of a knowledge base, in UTF-16 code units. */
export const MAX_KNOWLEDGE_NAME_LENGTH = 100
/** Longest address of a page, in UTF-16 code units. */
export const MAX_KNOWLEDGE_URL_LENGTH = 2_000

export const knowledgeOwnerKind = z.enum(['user', 'agent', 'organization', 'project'])
export type KnowledgeOwnerKind = z.infer<typeof knowledgeOwnerKind>

const name = z.string().trim().min(1).max(MAX_KNOWLEDGE_NAME_LENGTH)

/** Files and addresses that agents search for their answers. */
export const knowledgeBase = z.object({
  id: z.string(),
  name: z.string(),
  ownerKind: knowledgeOwnerKind,
  /** of the member, the custom agent, the organization or the project */
  ownerId: z.string(),
  /** of the agent, the organization or the project; empty for the caller's own */
  ownerName: z.string(),
  /** `edit`: the caller may rename and delete it, and add and delete files */
  right: shareRight,
  fileCount: z.int().nonnegative(),
  /** of the texts that were read */
  bytes: z.int().nonnegative(),
  /** ISO 8601 */
  createdAt: z.string(),
  updatedAt: z.string(),
})
export type KnowledgeBase = z.infer<typeof knowledgeBase>

/** `waiting` to be read, `reading`, `ready` to be found, or `failed` with an error */
export const knowledgeFileState = z.enum(['waiting', 'reading', 'ready', 'failed'])
export type KnowledgeFileState = z.infer<typeof knowledgeFileState>

/**
 * `TEXT_MISSING`: no text arrived for the attachment. `TEXT_EMPTY`: there is none in it. `ATTACHMENT_GONE`: it was deleted before
 * it was read. `PAGE_UNREADABLE`: the address could not be read, for the reason in `message`. `TOO_LARGE`, `STORAGE_FULL`: more than
 * the plan has room for.
 */
export const knowledgeFileError = z.enum([
  'TEXT_MISSING',
  'TEXT_EMPTY',
  'ATTACHMENT_GONE',
  'PAGE_UNREADABLE',
  'TOO_LARGE',
  'STORAGE_FULL',
])
export type KnowledgeFileError = z.infer<typeof knowledgeFileError>

export const knowledgeFile = z.object({
  id: z.string(),
  knowledgeId: z.string(),
  /** of the file, or the title of the page */
  name: z.string(),
  /** null for a file */
  url: z.string().nullable(),
  state: knowledgeFileState,
  /** pages, slides, sheets or chapters that were read, of all; null where they are not counted */
  progress: z.object({ done: z.int().nonnegative(), total: z.int().positive() }).nullable(),
  /** why it failed, or why a page could not be read again */
  error: z.object({ code: knowledgeFileError, message: z.string() }).nullable(),
  /** of the text */
  bytes: z.int().nonnegative(),
  /** ISO 8601 */
  createdAt: z.string(),
  readAt: z.string().nullable(),
  /** when the page is read again; null for files */
  nextReadAt: z.string().nullable(),
})
export type KnowledgeFile = z.infer<typeof knowledgeFile>

const ERRORS = ['UNAUTHORIZED', 'SESSION_EXPIRED', 'FORBIDDEN'] as const
const id = z.string().min(1).max(100)
const params = z.object({ id })

export const listKnowledgeBases = defineEndpoint({
  method: 'GET',
  path: '/knowledge',
  tag: 'knowledge',
  summary:
    "List the caller's knowledge, that of agents and projects that they may use, and that of their teams",
  access: 'signed-in',
  query: z.object({ ownerKind: knowledgeOwnerKind.optional(), ownerId: id.optional() }),
  responses: {
    200: {
      kind: 'json',
      schema: z.object({
        items: z.array(knowledgeBase),
        /** of the caller's own and their agents' knowledge together; teams have their own */
        limits: z.object({
          files: z.int(),
          bytes: z.int(),
          usedFiles: z.int().nonnegative(),
          usedBytes: z.int().nonnegative(),
        }),
      }),
    },
  },
  errors: ERRORS,
})

export const createKnowledgeBase = defineEndpoint({
  method: 'POST',
  path: '/knowledge',
  tag: 'knowledge',
  summary:
    'Create knowledge of the caller, of a custom agent that they own, of a project that they may edit, or of a team in which they are an admin or a builder',
  access: 'signed-in',
  body: {
    kind: 'json',
    schema: z
      .object({ name, ownerKind: knowledgeOwnerKind, ownerId: id.optional() })
      .refine(({ ownerKind, ownerId }) => ownerKind === 'user' || ownerId !== undefined, {
        path: ['ownerId'],
        message: 'Name the agent, the organization or the project.',
      }),
  },
  responses: { 201: { kind: 'json', schema: knowledgeBase } },
  errors: [...ERRORS, 'NOT_FOUND', 'STORAGE_FULL'],
})

export const patchKnowledgeBase = defineEndpoint({
  method: 'PATCH',
  path: '/knowledge/{id}',
  tag: 'knowledge',
  summary: 'Rename knowledge',
  access: 'signed-in',
  params,
  body: { kind: 'json', schema: z.object({ name }) },
  responses: { 200: { kind: 'json', schema: knowledgeBase } },
  errors: [...ERRORS, 'NOT_FOUND'],
})

export const deleteKnowledgeBase = defineEndpoint({
  method: 'DELETE',
  path: '/knowledge/{id}',
  tag: 'knowledge',
  summary: 'Delete knowledge with its files',
  access: 'signed-in',
  params,
  responses: { 204: { kind: 'empty' } },
  errors: [...ERRORS, 'NOT_FOUND'],
})

export const listKnowledgeFiles = defineEndpoint({
  method: 'GET',
  path: '/knowledge/{id}/files',
  tag: 'knowledge',
  summary: 'List the files and addresses of knowledge, the newest first',
  access: 'signed-in',
  params,
  responses: { 200: { kind: 'json', schema: z.object({ items: z.array(knowledgeFile) }) } },
  errors: [...ERRORS, 'NOT_FOUND'],
})

const webAddress = z.url({ protocol: /^https?$/ }).max(MAX_KNOWLEDGE_URL_LENGTH)

export const addKnowledgeFile = defineEndpoint({
  method: 'POST',
  path: '/knowledge/{id}/files',
  tag: 'knowledge',
  summary:
    'Add an attachment of the caller, whose text is copied, or a page of the public web, which is read again every day. What is there already is read again',
  access: 'signed-in',
  params,
  body: {
    kind: 'json',
    schema: z.union([z.strictObject({ attachmentId: id }), z.strictObject({ url: webAddress })]),
  },
  responses: { 201: { kind: 'json', schema: knowledgeFile } },
  errors: [...ERRORS, 'NOT_FOUND', 'STORAGE_FULL'],
})

export const deleteKnowledgeFile = defineEndpoint({
  method: 'DELETE',
  path: '/knowledge/{id}/files/{fileId}',
  tag: 'knowledge',
  summary: 'Delete a file or an address of knowledge',
  access: 'signed-in',
  params: z.object({ id, fileId: id }),
  responses: { 204: { kind: 'empty' } },
  errors: [...ERRORS, 'NOT_FOUND'],
})

export const KNOWLEDGE_BASE_CALLS = [
  listKnowledgeBases,
  createKnowledgeBase,
  patchKnowledgeBase,
  deleteKnowledgeBase,
  listKnowledgeFiles,
  addKnowledgeFile,
  deleteKnowledgeFile,
] as const
