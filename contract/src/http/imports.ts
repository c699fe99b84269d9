import { z } from 'zod'
import { opaqueId } from './chat.ts'
import { defineEndpoint, type Endpoint } from './endpoint.ts'

const errors = ['UNAUTHORIZED', 'SESSION_EXPIRED', 'FORBIDDEN', 'NOT_FOUND'] as const

/** Programs whose exports Vee reads. */
export const importSource = z.enum([
  'chatgpt',
  'claude',
  'open-webui',
  'librechat',
  'gemini',
  'lobehub',
  'nextchat',
  'vee',
])
export type ImportSource = z.infer<typeof importSource>

const count = z.int().nonnegative().max(10_000_000)
/** What the file contains, before anything of it is left out. */
const counts = z.object({ conversations: count, messages: count, files: count.default(0) })

/** An archive of another program whose conversations were brought along. */
export const archiveImport = z.object({
  id: z.string(),
  source: importSource,
  counts,
  /** conversations that came in and still exist */
  conversations: z.int().nonnegative(),
  createdAt: z.string(),
})
export type ArchiveImport = z.infer<typeof archiveImport>

export const listImports = defineEndpoint({
  method: 'GET',
  path: '/imports',
  tag: 'conversations',
  summary: 'List the archives of other programs that were imported, newest first',
  access: 'signed-in',
  responses: { 200: { kind: 'json', schema: z.object({ items: z.array(archiveImport) }) } },
  errors: ['UNAUTHORIZED', 'SESSION_EXPIRED', 'FORBIDDEN'],
})

export const beginImport = defineEndpoint({
  method: 'POST',
  path: '/imports',
  tag: 'conversations',
  summary:
    'Begin or continue the import of an archive, for `importId` of POST /conversations/import; the same file returns the same import',
  access: 'signed-in',
  body: {
    kind: 'json',
    schema: z.object({
      source: importSource,
      /** identifies the file, for example its SHA-256 */
      fileHash: z.string().min(1).max(128),
      counts,
    }),
  },
  responses: { 201: { kind: 'json', schema: archiveImport } },
  errors: ['UNAUTHORIZED', 'SESSION_EXPIRED', 'FORBIDDEN'],
})

/** Ids that one request may ask for. */
export const MAX_KNOWN_IDS = 5_000

export const findImported = defineEndpoint({
  method: 'POST',
  path: '/imports/known',
  tag: 'conversations',
  summary: 'Return which conversations of other programs, by their `sourceId`, the caller has already',
  access: 'signed-in',
  body: {
    kind: 'json',
    schema: z.object({ sourceIds: z.array(z.string().min(1).max(300)).max(MAX_KNOWN_IDS) }),
  },
  responses: { 200: { kind: 'json', schema: z.object({ sourceIds: z.array(z.string()) }) } },
  errors: ['UNAUTHORIZED', 'SESSION_EXPIRED', 'FORBIDDEN'],
})

export const undoImport = defineEndpoint({
  method: 'DELETE',
  path: '/imports/{id}',
  tag: 'conversations',
  summary: 'Undo an import: its conversations are deleted for good, except those that were continued since',
  access: 'signed-in',
  params: z.object({ id: opaqueId.max(200) }),
  responses: { 204: { kind: 'empty' } },
  errors,
})

export const IMPORT_CALLS: readonly Endpoint[] = [listImports, beginImport, findImported, undoImport]
