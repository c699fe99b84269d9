import { z } from 'zod'
import { defineEndpoint } from './endpoint.ts'
import { opaqueId } from './chat.ts'

export const postToolConsent = defineEndpoint({
  method: 'POST',
  path: '/chat/replies/{replyId}/consent',
  tag: 'chat',
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
  responses: { 204: { kind: 'empty' } },
  errors: ['NOT_FOUND', 'SESSION_EXPIRED'],
})

const memoryNote = z.object({ id: z.string(), note: z.string(), createdAt: z.string() })

export const listMemoryNotes = defineEndpoint({
  method: 'GET',
  path: '/memory-notes',
  tag: 'chat',
  summary: 'List memory notes, newest first',
  access: 'signed-in',
  responses: { 200: { kind: 'json', schema: z.object({ notes: z.array(memoryNote) }) } },
  errors: ['UNAUTHORIZED', 'SESSION_EXPIRED'],
})

export const deleteMemoryNote = defineEndpoint({
  method: 'DELETE',
  path: '/memory-notes/{id}',
  tag: 'chat',
  summary: 'Delete a memory note',
  access: 'signed-in',
  params: z.object({ id: z.string().min(1).max(100) }),
  responses: { 204: { kind: 'empty' } },
  errors: ['NOT_FOUND', 'UNAUTHORIZED', 'SESSION_EXPIRED'],
})
