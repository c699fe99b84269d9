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
