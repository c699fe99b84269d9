import { z } from 'zod'
import { opaqueId, PAID_REPLY_ERRORS } from './chat.ts'
import { defineEndpoint } from './endpoint.ts'

/** Longest note, in UTF-16 code units. */
export const MAX_NOTE_LENGTH = 300

const noteText = z.string().trim().min(1).max(MAX_NOTE_LENGTH)

/** Where a note is used: everywhere, with one agent, or while the person belongs to an organization. */
export const noteScope = z
  .string()
  .regex(/^(?:all|(?:agent|organization):[\w-]{1,100})$/, 'all, agent:<id> or organization:<id>')

/** `proposed` by a model and not used yet; `rejected`: not proposed again */
export const noteState = z.enum(['proposed', 'accepted', 'rejected'])
export type NoteState = z.infer<typeof noteState>

/** What kind of thing is remembered. */
export const noteKind = z.enum(['fact', 'preference', 'plan'])
export type NoteKind = z.infer<typeof noteKind>

/** A sentence about a member that agents keep in mind. */
export const memoryNote = z.object({
  id: z.string(),
  text: z.string(),
  kind: noteKind,
  scope: z.string(),
  state: noteState,
  /** the person's words that it rests on; null if they wrote or dictated the note itself */
  quote: z.string().nullable(),
  source: z.object({ conversationId: z.string(), messageId: z.string() }).nullable(),
  /** before all others in the prompt */
  pinned: z.boolean(),
  /** ISO 8601 */
  createdAt: z.string(),
})
export type MemoryNote = z.infer<typeof memoryNote>

const ERRORS = ['UNAUTHORIZED', 'SESSION_EXPIRED', 'FORBIDDEN'] as const
const params = z.object({ id: z.string().min(1).max(100) })
const items = z.object({ items: z.array(memoryNote) })

export const listMemoryNotes = defineEndpoint({
  method: 'GET',
  path: '/memory-notes',
  tag: 'chat',
  summary: 'List memory notes, newest first; without `state` the accepted and proposed ones',
  access: 'signed-in',
  query: z.object({
    /** words that must occur in the note */
    q: z.string().trim().max(200).optional(),
    state: noteState.optional(),
    scope: noteScope.optional(),
  }),
  responses: { 200: { kind: 'json', schema: items } },
  errors: ERRORS,
})

export const createMemoryNote = defineEndpoint({
  method: 'POST',
  path: '/memory-notes',
  tag: 'chat',
  summary:
    'Write a memory note, or with `state: "proposed"` one to be decided about, as imports of other assistants do; one that says the same is returned instead',
  access: 'signed-in',
  body: {
    kind: 'json',
    schema: z.object({
      text: noteText,
      scope: noteScope.default('all'),
      state: noteState.exclude(['rejected']).default('accepted'),
    }),
  },
  responses: { 201: { kind: 'json', schema: memoryNote } },
  errors: [...ERRORS, 'STORAGE_FULL'],
})

export const patchMemoryNote = defineEndpoint({
  method: 'PATCH',
  path: '/memory-notes/{id}',
  tag: 'chat',
  summary: 'Accept, reject, edit, pin or limit a memory note',
  access: 'signed-in',
  params,
  body: {
    kind: 'json',
    schema: z.object({
      text: noteText.optional(),
      state: noteState.exclude(['proposed']).optional(),
      pinned: z.boolean().optional(),
      scope: noteScope.optional(),
    }),
  },
  responses: { 200: { kind: 'json', schema: memoryNote } },
  errors: [...ERRORS, 'NOT_FOUND'],
})

export const deleteMemoryNote = defineEndpoint({
  method: 'DELETE',
  path: '/memory-notes/{id}',
  tag: 'chat',
  summary: 'Delete a memory note',
  access: 'signed-in',
  params,
  responses: { 204: { kind: 'empty' } },
  errors: [...ERRORS, 'NOT_FOUND'],
})

export const proposeMemoryNotes = defineEndpoint({
  method: 'POST',
  path: '/memory-notes/proposals',
  tag: 'chat',
  summary:
    'Let a model propose at most three notes from what the person said in a conversation; charged like a reply. Each rests on words that are in it',
  access: 'signed-in',
  body: {
    kind: 'json',
    schema: z.object({ conversationId: opaqueId, model: z.string().max(200).optional() }),
  },
  responses: { 200: { kind: 'json', schema: items } },
  isRateLimited: true,
  errors: [...ERRORS, 'NOT_FOUND', ...PAID_REPLY_ERRORS],
})

export const MEMORY_CALLS = [
  listMemoryNotes,
  createMemoryNote,
  patchMemoryNote,
  deleteMemoryNote,
  proposeMemoryNotes,
] as const
