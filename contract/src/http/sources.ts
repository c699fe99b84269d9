import { z } from 'zod'
import { opaqueId } from './chat.ts'
import { defineEndpoint } from './endpoint.ts'

/** The text of a source as it was read, with the places of its proven quotes, in UTF-16 code units. */
export const sourceText = z.object({
  text: z.string(),
  quotes: z.array(z.object({ start: z.int().nonnegative(), end: z.int().nonnegative() })),
})
export type SourceText = z.infer<typeof sourceText>

export const getSourceText = defineEndpoint({
  method: 'GET',
  path: '/chat/replies/{replyId}/sources/{id}',
  tag: 'chat',
  summary: 'Get the stored text of a source of a reply, and where its quotes are in it; for its owner only',
  access: 'public',
  params: z.object({ replyId: opaqueId, id: opaqueId }),
  responses: { 200: { kind: 'json', schema: sourceText } },
  errors: ['NOT_FOUND', 'SESSION_EXPIRED'],
})
