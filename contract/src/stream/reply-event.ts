import { z } from 'zod'
import { errorCode } from '../errors.ts'
import { agentId } from '../entities/agent.ts'
import { tokenUsage, toolCall } from '../entities/message.ts'

export const finishReason = z.enum([
  'stop',
  'length',
  'tool_calls',
  'content_filter',
  'stopped',
  'interrupted',
  'error',
])
export type FinishReason = z.infer<typeof finishReason>

/** What is known of a reply once it has ended: the unstreamed answer without its text. */
export const replyMetadata = z.object({
  replyId: z.string(),
  agentId,
  conversationId: z.string(),
  model: z.string(),
  provider: z.string(),
  usage: tokenUsage,
  costUsd: z.number().nonnegative(),
  persona: z.string().nullable(),
  finishReason,
  tool_calls: z.array(toolCall).optional(),
  /** how many messages of the conversation the model was shown, and how many it was not */
  historyUsed: z.object({ sent: z.int().nonnegative(), omitted: z.int().nonnegative() }).optional(),
})
export type ReplyMetadata = z.infer<typeof replyMetadata>

export const reply = replyMetadata.extend({ content: z.string() })
export type Reply = z.infer<typeof reply>

/** One event of a reply's stream. */
export const replyEvent = z.discriminatedUnion('type', [
  z.object({
    type: z.literal('start'),
    replyId: z.string(),
    agentId,
    conversationId: z.string(),
    model: z.string(),
    provider: z.string(),
  }),
  z.object({ type: z.literal('chunk'), content: z.string() }),
  z.object({
    type: z.literal('tool_call_delta'),
    index: z.int().nonnegative(),
    id: z.string().optional(),
    name: z.string().optional(),
    argumentsDelta: z.string().optional(),
  }),
  z.object({ type: z.literal('error'), error: errorCode, message: z.string(), retryable: z.boolean() }),
  replyMetadata.extend({ type: z.literal('final_response_metadata') }),
])
export type ReplyEvent = z.infer<typeof replyEvent>
