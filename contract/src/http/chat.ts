import { z } from 'zod'
import { budgetWish } from '../entities/budget.ts'
import { DEFAULT_AGENT_ID } from '../entities/agent-ids.ts'
import { resultKind } from '../entities/agent-result.ts'
import { MESSAGES_MAX } from '../entities/history-config.ts'
import { chatMessage, givenToolCall, keptMessage } from '../entities/message.ts'
import { PERSONA_MAX_LENGTH } from '../entities/persona.ts'
import { reply, replyEvent } from '../stream/reply-event.ts'
import { defineCall, LONG_JSON_MAX_BYTES } from './call.ts'
import { historyWish } from './history-wish.ts'

/** An id that a client may choose. One or two dots alone would be a step in an address, which every client takes out of it. */
export const opaqueId = z
  .string()
  .min(1)
  .max(200)
  .regex(/^(?!\.{1,2}$)[\w.:-]+$/, 'letters, digits, and . _ : - only, and not dots alone')

export const personaText = z.string().trim().max(PERSONA_MAX_LENGTH)

export const chatRequest = z.object({
  agentId: z.string().max(100).default(DEFAULT_AGENT_ID),
  messages: z
    .array(chatMessage.extend({ tool_calls: z.array(givenToolCall).max(64).optional() }))
    .min(1)
    .max(MESSAGES_MAX),
  conversationId: opaqueId.optional(),
  /** for this reply; what POST /chat/persona set holds without it, and null sets that aside */
  personaOverride: personaText.nullish(),
  /** BCP 47; the language to answer in; the last message's without it */
  language: z.string().max(35).optional(),
  codingLanguage: z.string().max(50).optional(),
  generateDiagrams: z.boolean().optional(),
  tutorLevel: z.enum(['beginner', 'intermediate', 'expert']).optional(),
  /** which of the messages the model is shown */
  history: historyWish.optional(),
  /** the model is told not to repeat itself, and answers that are the same to the letter are sent once */
  preventRepetition: z.boolean().optional(),
  /** false keeps the agent from using tools of the server */
  useTools: z.boolean().optional(),
  /** the caller shows results (`result_delta`, `result`); without it the agent puts everything into its words */
  acceptsResults: z.boolean().optional(),
  /** asks for this kind of result, of an agent that makes it; the agent decides without it */
  resultKind: resultKind.optional(),
  /** a wish: a visitor's is heard when it names one of the host's two models, and the preferred one answers otherwise */
  model: z.string().max(200).optional(),
  /** the id of an earlier message of the conversation that the last one takes the place of, with all that followed it */
  replaces: z.string().max(200).optional(),
  stream: z.boolean().optional(),
  replyId: opaqueId.optional(),
  budget: budgetWish.optional(),
  /** what was heard of the reply before, when it was cut off by the listener */
  voice: z
    .object({ interruptedAfter: z.string().max(10_000).optional() })
    .loose()
    .optional(),
})
export type ChatRequest = z.infer<typeof chatRequest>

export const postChat = defineCall({
  method: 'POST',
  path: '/chat',
  area: 'chat',
  summary: 'Ask an agent. Streams events with `stream: true` or `Accept: text/event-stream`',
  access: 'public',
  isRateLimited: true,
  takesOwnKeys: true,
  body: { kind: 'json', maxBytes: LONG_JSON_MAX_BYTES, schema: chatRequest },
  answers: {
    200: [
      { kind: 'json', schema: reply },
      { kind: 'events', schema: replyEvent },
    ],
  },
  errors: [
    'MESSAGE_EMPTY',
    'AGENT_UNKNOWN',
    'AGENT_TIER_REQUIRED',
    'SESSION_EXPIRED',
    'LLM_UNAVAILABLE',
    'PROVIDER_ERROR',
    'PROVIDER_TIMEOUT',
    'REPLY_INTERRUPTED',
    'RATE_LIMITED',
    'ALLOWANCE_EXHAUSTED',
    'COST_LIMIT_EXCEEDED',
    'OWN_KEY_REJECTED',
    'SUBSCRIPTION_REQUIRED',
  ],
})

/** Why a message is sent to the model, or is not. */
export const historyReason = z.enum([
  // sent: the last question, or the end of the conversation
  'question',
  // sent: one of the newest messages
  'recent',
  // sent: older, and close to the question
  'relevant',
  // left out: a system message
  'system-message',
  // left out: the same answer follows later
  'repeated',
  // left out: it holds no text
  'empty',
  // left out: older than what the settings send, or an answer without its question
  'older',
  // left out: older, and not close enough to the question
  'less-relevant',
  // left out: the token budget or the number of messages is used up
  'no-room',
])
export type HistoryReason = z.infer<typeof historyReason>

/** One message of a preview. `id` is the caller's own. */
export const historyPreviewMessage = keptMessage.pick({ role: true, relevanceScore: true }).extend({
  id: chatMessage.shape.id,
  isSent: z.boolean(),
  reason: historyReason,
  /** by length, as `charsPerTokenEstimate` says */
  estimatedTokenCount: z.int().nonnegative(),
  /** tokens of the message that the model reads; 0 when it is left out */
  processedTokens: z.int().nonnegative(),
})

export const postHistoryPreview = defineCall({
  method: 'POST',
  path: '/chat/history-preview',
  area: 'chat',
  summary: 'Preview which messages of a conversation the model receives, and why. No model is called',
  access: 'public',
  body: { kind: 'json', maxBytes: LONG_JSON_MAX_BYTES, schema: chatRequest },
  answers: {
    200: {
      kind: 'json',
      schema: z.object({
        model: z.string(),
        /** most tokens of all messages together */
        maxContextTokens: z.int().positive(),
        /** in the order of the request */
        messages: z.array(historyPreviewMessage),
      }),
    },
  },
  errors: ['AGENT_UNKNOWN', 'AGENT_TIER_REQUIRED', 'SESSION_EXPIRED', 'LLM_UNAVAILABLE'],
})

const replyParams = z.object({ replyId: opaqueId })

export const getReplyStream = defineCall({
  method: 'GET',
  path: '/chat/replies/{replyId}/stream',
  area: 'chat',
  summary: "Replay a reply's events from the start or after Last-Event-ID, then stream live",
  access: 'public',
  params: replyParams,
  answers: { 200: { kind: 'events', schema: replyEvent } },
  errors: ['NOT_FOUND', 'SESSION_EXPIRED'],
})

export const deleteReply = defineCall({
  method: 'DELETE',
  path: '/chat/replies/{replyId}',
  area: 'chat',
  summary: 'Stop a reply: cancels the provider request and keeps the partial text',
  access: 'public',
  params: replyParams,
  answers: { 204: { kind: 'empty' } },
  errors: ['NOT_FOUND', 'SESSION_EXPIRED'],
})
