import { z } from 'zod'
import { finishReason } from '../stream/reply-event.ts'
import { keptMessage } from './message.ts'

/** Longest title, after trimming. */
export const TITLE_MAX_LENGTH = 200

/** A conversation as a list shows it. */
export const conversationSummary = z.object({
  id: z.string(),
  agentId: z.string(),
  /** made from the first message, until its owner gives it another */
  title: z.string(),
  createdAt: z.string(),
  /** of the last question or answer; a new title or archiving changes nothing */
  updatedAt: z.string(),
  messageCount: z.int().nonnegative(),
  archived: z.boolean(),
})
export type ConversationSummary = z.infer<typeof conversationSummary>

/** A message as the server keeps it. */
export const conversationMessage = keptMessage.extend({
  /** how a reply ended: a stopped, interrupted or failed one (`error`) holds what had been said until then */
  finishReason: finishReason.optional(),
  provider: z.string().optional(),
  costUsd: z.number().nonnegative().optional(),
})
export type ConversationMessage = z.infer<typeof conversationMessage>

export const conversation = conversationSummary.extend({ messages: z.array(conversationMessage) })
export type Conversation = z.infer<typeof conversation>

/** A conversation with all of its messages or one page of them. */
export const conversationPage = conversation.extend({
  /** of the page with older messages, null on the oldest page; only where pages were asked for */
  nextCursor: z.string().nullable().optional(),
})
export type ConversationPage = z.infer<typeof conversationPage>
