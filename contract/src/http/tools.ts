import { z } from 'zod'
import { defineCall } from './call.ts'
import { opaqueId } from './chat.ts'

export const postToolConsent = defineCall({
  method: 'POST',
  path: '/chat/replies/{replyId}/consent',
  area: 'chat',
  summary: 'Allow or deny a tool call of a reply, once or for the session',
  access: 'public',
  params: z.object({ replyId: opaqueId }),
  body: {
    kind: 'json',
    schema: z.object({
      callId: z.string().min(1).max(200),
      decision: z.enum(['allow', 'deny']),
      /** the user is not asked about this tool again for some hours */
      forSession: z.boolean().default(false),
    }),
  },
  answers: { 204: { kind: 'empty' } },
  errors: ['NOT_FOUND', 'SESSION_EXPIRED'],
})

const memoryNote = z.object({ id: z.string(), note: z.string(), createdAt: z.string() })

export const listMemoryNotes = defineCall({
  method: 'GET',
  path: '/memory-notes',
  area: 'chat',
  summary: 'List memory notes, newest first',
  access: 'signed-in',
  answers: { 200: { kind: 'json', schema: z.object({ notes: z.array(memoryNote) }) } },
  errors: ['UNAUTHORIZED', 'SESSION_EXPIRED'],
})

export const deleteMemoryNote = defineCall({
  method: 'DELETE',
  path: '/memory-notes/{id}',
  area: 'chat',
  summary: 'Delete a memory note',
  access: 'signed-in',
  params: z.object({ id: z.string().min(1).max(100) }),
  answers: { 204: { kind: 'empty' } },
  errors: ['NOT_FOUND', 'UNAUTHORIZED', 'SESSION_EXPIRED'],
})
