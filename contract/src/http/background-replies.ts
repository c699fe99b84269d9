import { z } from 'zod'
import { opaqueId } from './chat.ts'
import { defineEndpoint, type Endpoint } from './endpoint.ts'

/**
 * How a reply in the background ended: `session-ended` and `membership-ended` stopped it because the session or a team
 * membership that it ran with ended, `interrupted` means that it took too long or its servers stopped too often.
 */
export const backgroundOutcome = z.enum([
  'done',
  'stopped',
  'session-ended',
  'membership-ended',
  'allowance-exhausted',
  'interrupted',
  'failed',
])
export type BackgroundOutcome = z.infer<typeof backgroundOutcome>

/** A reply that was requested with `inBackground`. */
export const backgroundReply = z.object({
  replyId: z.string(),
  conversationId: z.string(),
  agentId: z.string(),
  /** the beginning of the question */
  question: z.string(),
  /** the beginning of the reply; empty while it runs, and without one */
  text: z.string(),
  state: z.enum(['running', 'finished']),
  /** null while it runs */
  outcome: backgroundOutcome.nullable(),
  startedAt: z.string(),
  finishedAt: z.string().nullable(),
  /** in US dollars, so far */
  costUsd: z.number().nonnegative(),
  /** when a page announced its end; null: none has yet */
  reportedAt: z.string().nullable(),
})
export type BackgroundReply = z.infer<typeof backgroundReply>

export const listBackgroundReplies = defineEndpoint({
  method: 'GET',
  path: '/chat/replies',
  tag: 'chat',
  summary: "List the caller's own replies in the background, newest first; finished ones of the last 30 days",
  access: 'signed-in',
  query: z.object({
    state: z.enum(['running', 'finished']).optional(),
    /** the `nextCursor` of the previous page */
    cursor: z.string().max(500).optional(),
    limit: z.coerce.number().int().min(1).max(100).default(20),
  }),
  responses: {
    200: {
      kind: 'json',
      schema: z.object({ items: z.array(backgroundReply), nextCursor: z.string().optional() }),
    },
  },
  errors: ['UNAUTHORIZED', 'SESSION_EXPIRED', 'FORBIDDEN'],
})

export const reportBackgroundReply = defineEndpoint({
  method: 'POST',
  path: '/chat/replies/{replyId}/report',
  tag: 'chat',
  summary:
    'Take over to announce that a reply in the background has ended; `isFirst` is true for one caller only, so that of several open pages one announces it',
  access: 'signed-in',
  params: z.object({ replyId: opaqueId }),
  responses: { 200: { kind: 'json', schema: z.object({ isFirst: z.boolean() }) } },
  errors: ['UNAUTHORIZED', 'SESSION_EXPIRED', 'FORBIDDEN', 'NOT_FOUND'],
})

export const BACKGROUND_REPLY_CALLS: readonly Endpoint[] = [listBackgroundReplies, reportBackgroundReply]
