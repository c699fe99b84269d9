import { z } from 'zod'
import { defineEndpoint } from '../endpoint.ts'

/** Content type of an archive. */
export const ARCHIVE_TYPE = 'application/zip'
/** Largest archive that is taken back, in bytes. */
export const MAX_ARCHIVE_BYTES = 4_000_000_000
/** Things that are named in the list of what did not come in. */
export const MAX_REFUSED = 100

const ERRORS = ['UNAUTHORIZED', 'SESSION_EXPIRED', 'FORBIDDEN', 'RATE_LIMITED'] as const

/** Kinds of things in an archive, in the order in which they are restored. */
export const ARCHIVE_KINDS = [
  'agents',
  'projects',
  'prompts',
  'notes',
  'files',
  'conversations',
  'meetings',
  'recordings',
] as const
export type ArchiveKind = (typeof ARCHIVE_KINDS)[number]

const counts = z.record(z.enum(ARCHIVE_KINDS), z.int().nonnegative())

/** What an archive has brought. */
export const archiveRestored = z.object({
  /** what is new; of conversations also those with new messages */
  added: counts,
  /** what was there already */
  skipped: counts,
  /** new messages of all conversations */
  addedMessages: z.int().nonnegative(),
  /** what did not come in, at most the first hundred; it comes in with the same archive when the reason is gone */
  refused: z
    .array(
      z.object({
        kind: z.enum(ARCHIVE_KINDS),
        name: z.string(),
        /** `no-room`: a limit is reached; `invalid`: it is not as this server takes it; `not-allowed`: the host allows none */
        reason: z.enum(['no-room', 'invalid', 'not-allowed']),
      }),
    )
    .max(MAX_REFUSED),
  refusedCount: z.int().nonnegative(),
  /** names of custom agents that used tools: they come in without, as agents from any file do */
  agentsWithoutTools: z.array(z.string()),
})
export type ArchiveRestored = z.infer<typeof archiveRestored>

export const getAccountArchive = defineEndpoint({
  method: 'GET',
  path: '/account/archive',
  tag: 'account',
  summary:
    'Download conversations, meetings, projects, custom agents, prompts, memory notes, files and recordings as one zip that `POST /account/archive` takes back; see docs/archive.md',
  access: 'signed-in',
  responses: { 200: { kind: 'bytes', contentTypes: [ARCHIVE_TYPE] } },
  errors: ERRORS,
})

export const postAccountArchive = defineEndpoint({
  method: 'POST',
  path: '/account/archive',
  tag: 'account',
  summary: `Take an archive back, as the form's file or as the whole body (${ARCHIVE_TYPE}). Nothing of it is stored if it is damaged; what is there already is left as it is, so that the same archive twice adds nothing`,
  access: 'signed-in',
  body: {
    kind: 'multipart',
    file: 'file',
    plainType: ARCHIVE_TYPE,
    isStored: true,
    maxBytes: MAX_ARCHIVE_BYTES,
    fields: z.object({}),
  },
  responses: { 200: { kind: 'json', schema: archiveRestored } },
  errors: [...ERRORS, 'STORAGE_FULL', 'STORAGE_UNAVAILABLE'],
})
