import { z } from 'zod'
import { MAX_MESSAGES } from '../entities/history-config.ts'
import { chatMessage } from '../entities/message.ts'
import { defineEndpoint } from './endpoint.ts'
import { opaqueId, personaText } from './chat.ts'

export const postPersona = defineEndpoint({
  method: 'POST',
  path: '/chat/persona',
  tag: 'chat',
  summary:
    'Set the persona of an agent in a conversation for the following replies; an empty string or null removes it',
  access: 'public',
  body: {
    kind: 'json',
    schema: z.object({
      agentId: z.string().max(100),
      conversationId: opaqueId,
      personaOverride: personaText.nullable(),
    }),
  },
  responses: { 200: { kind: 'json', schema: z.object({ persona: z.string().nullable() }) } },
  errors: ['AGENT_UNKNOWN', 'AGENT_TIER_REQUIRED', 'SESSION_EXPIRED'],
})

export const postDetectLanguage = defineEndpoint({
  method: 'POST',
  path: '/chat/detect-language',
  tag: 'chat',
  summary: 'Detect the language of a conversation by its letters and words; null if uncertain',
  access: 'public',
  body: {
    kind: 'json',
    schema: z.object({
      messages: z.array(chatMessage.pick({ role: true, content: true })).max(MAX_MESSAGES),
    }),
  },
  responses: {
    200: {
      kind: 'json',
      schema: z.object({ language: z.string().nullable(), confidence: z.number().min(0).max(1) }),
    },
  },
  errors: ['SESSION_EXPIRED'],
})
