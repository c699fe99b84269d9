import { z } from 'zod'
import { budgetWish } from '../entities/budget.ts'
import { DOCUMENTS_PER_REQUEST } from '../entities/attachment-limits.ts'
import { resultKind } from '../entities/agent-result.ts'
import { MAX_MESSAGES } from '../entities/history-config.ts'
import {
  chatMessage,
  givenToolCall,
  hasFewDocuments,
  keptMessage,
  TOO_MANY_DOCUMENTS,
} from '../entities/message.ts'
import { MAX_PERSONA_LENGTH } from '../entities/persona.ts'
import { REASONING_EFFORTS } from '../entities/reasoning-effort.ts'
import { sampling } from '../entities/sampling.ts'
import { reply, replyEvent } from '../stream/reply-event.ts'
import { defineEndpoint, MAX_LONG_JSON_BYTES, MAX_VISITOR_JSON_BYTES } from './endpoint.ts'
import { historyWish } from './history-wish.ts'
import { knowledgeKind } from './knowledge.ts'

/** Errors of a reply that is paid for. */
export const PAID_REPLY_ERRORS = [
  'AGENT_TIER_REQUIRED',
  'LLM_UNAVAILABLE',
  'PROVIDER_ERROR',
  'PROVIDER_TIMEOUT',
  'REPLY_INTERRUPTED',
  'RATE_LIMITED',
  'ALLOWANCE_EXHAUSTED',
  'COST_LIMIT_EXCEEDED',
  'SUBSCRIPTION_REQUIRED',
] as const

/** An id chosen by the client. "." and ".." are excluded, because clients resolve them in URLs. */
export const opaqueId = z
  .string()
  .min(1)
  .max(200)
  .regex(/^(?!\.{1,2}$)[\w.:-]+$/, 'letters, digits, and . _ : - only, and not dots alone')

export const personaText = z.string().trim().max(MAX_PERSONA_LENGTH)

export const chatRequest = z.object({
  /** default: the conversation's active agent, which answered last, and V in a new one */
  agentId: z.string().max(100).optional(),
  /** they name at most `DOCUMENTS_PER_REQUEST` different documents together, otherwise VALIDATION */
  messages: z
    .array(chatMessage.extend({ tool_calls: z.array(givenToolCall).max(64).optional() }))
    .min(1)
    .max(MAX_MESSAGES)
    .refine(hasFewDocuments, TOO_MANY_DOCUMENTS),
  conversationId: opaqueId.optional(),
  /** the project of a new conversation, whose instructions apply at once; ignored for a stored one */
  projectId: opaqueId.optional(),
  /** for this reply only; default: the persona of POST /chat/persona; null disables it */
  personaOverride: personaText.nullish(),
  /** BCP 47 tag of the reply's language; default: the language of the last message */
  language: z.string().max(35).optional(),
  codingLanguage: z.string().max(50).optional(),
  generateDiagrams: z.boolean().optional(),
  tutorLevel: z.enum(['beginner', 'intermediate', 'expert']).optional(),
  /** which of the messages the model receives; each number of messages includes the question itself */
  history: historyWish.optional(),
  /** the model is instructed not to repeat itself, and identical replies are sent once */
  preventRepetition: z.boolean().optional(),
  /** false prevents the agent from using the server's tools */
  useTools: z.boolean().optional(),
  /** false prevents the agent from searching the web */
  useSearch: z.boolean().optional(),
  /**
   * the caller displays results (`result_delta`, `result`); otherwise the agent puts everything into its text
   */
  acceptsResults: z.boolean().optional(),
  /** requests this kind of result, from an agent that supports it; otherwise the agent decides */
  resultKind: resultKind.optional(),
  /**
   * the preferred model; for visitors only the host's two models are accepted, and the default model is used
   * otherwise
   */
  model: z.string().max(200).optional(),
  /** ignored by models that do not reason; default: the shortest that the model supports, or its own */
  reasoningEffort: z.enum(REASONING_EFFORTS).optional(),
  /** for this reply; a null takes the agent's value. `ignoredSampling` of the reply names what the model does not take */
  sampling: sampling.optional(),
  /**
   * The caller shows who speaks (`speaker`): agents that the question is addressed to by name answer it ("Tutor, …", "both of
   * you"), and the agent may ask others or hand over to them.
   */
  acceptsSpeakers: z.boolean().optional(),
  /** by agent id: the models that the person prefers for other agents that answer */
  agentModels: z.record(z.string().max(100), z.string().max(200)).optional(),
  /** the caller displays the model's reasoning (`reasoning_delta`) */
  acceptsReasoning: z.boolean().optional(),
  /**
   * the message of the stored conversation that the question follows, null to begin again; default: the last one of the path that the
   * conversation shows
   */
  parentId: z.string().max(200).nullish(),
  /**
   * the id of an earlier message of the conversation: the question is asked in its place, and what was there stays as another path
   */
  replaces: z.string().max(200).optional(),
  /**
   * the reply is another version: earlier replies to the same question are kept instead of being deleted
   */
  keepsVersions: z.boolean().optional(),
  stream: z.boolean().optional(),
  /**
   * the reply is written without its caller, also over restarts of the server, and is kept unread in its conversation; for
   * members. Answered by 202 once it has begun; it ends with the session and the team memberships that it began with
   */
  inBackground: z.boolean().optional(),
  replyId: opaqueId.optional(),
  budget: budgetWish.optional(),
  /**
   * a member's stored conversations, meetings, notes and files are searched with the question before the model is asked, only these kinds if
   * there are any. Default: questions about what is stored, if they are spoken or the model cannot search
   */
  searchStored: z.object({ kinds: z.array(knowledgeKind).min(1).max(4).optional() }).optional(),
  voice: z
    .object({
      /** the part of the previous reply that was spoken before the user interrupted it */
      interruptedAfter: z.string().max(10_000).optional(),
      /** the question was spoken */
      isSpoken: z.boolean().optional(),
    })
    .loose()
    .optional(),
})
export type ChatRequest = z.infer<typeof chatRequest>

export const postChat = defineEndpoint({
  method: 'POST',
  path: '/chat',
  tag: 'chat',
  summary: `Ask an agent. Streams events with \`stream: true\` or \`Accept: text/event-stream\`. Numbers of messages in \`history\` include the question itself; the messages may name ${DOCUMENTS_PER_REQUEST} different documents at most`,
  access: 'public',
  isRateLimited: true,
  acceptsOwnKeys: true,
  body: { kind: 'json', maxBytes: MAX_LONG_JSON_BYTES, schema: chatRequest },
  responses: {
    200: [
      { kind: 'json', schema: reply },
      { kind: 'events', schema: replyEvent },
    ],
    // `inBackground`
    202: { kind: 'json', schema: z.object({ replyId: z.string() }) },
  },
  errors: [
    'MESSAGE_EMPTY',
    'FORBIDDEN',
    'AGENT_UNKNOWN',
    'AGENT_NOT_HERE',
    'NOT_FOUND',
    'AGENT_TIER_REQUIRED',
    'SESSION_EXPIRED',
    'LLM_UNAVAILABLE',
    'STORAGE_UNAVAILABLE',
    'PROVIDER_ERROR',
    'PROVIDER_TIMEOUT',
    'REPLY_INTERRUPTED',
    'RATE_LIMITED',
    'ALLOWANCE_EXHAUSTED',
    'COST_LIMIT_EXCEEDED',
    'OWN_KEY_REJECTED',
    'TEAM_KEY_REJECTED',
    'SUBSCRIPTION_REQUIRED',
  ],
})

/** The reason why a message is or is not sent to the model. */
export const historyReason = z.enum([
  // sent: the last question, or the end of the conversation
  'question',
  // sent: one of the newest messages
  'recent',
  // sent: older, and relevant to the question
  'relevant',
  // omitted: a system message
  'system-message',
  // omitted: an identical reply follows later
  'repeated',
  // omitted: it has no text
  'empty',
  // omitted: older than the settings allow, or a reply without its question
  'older',
  // omitted: older, and not relevant enough to the question
  'less-relevant',
  // omitted: longer than what is left of the token budget
  'no-room',
  // omitted: the number of messages is reached, while tokens are left
  'over-count',
])
export type HistoryReason = z.infer<typeof historyReason>

/** One message of a preview. `id` is the one sent by the caller. */
export const historyPreviewMessage = keptMessage.pick({ role: true, relevanceScore: true }).extend({
  id: chatMessage.shape.id,
  isSent: z.boolean(),
  reason: historyReason,
  /** estimated from the length with `charsPerTokenEstimate` */
  estimatedTokenCount: z.int().nonnegative(),
  /** tokens of the message that the model reads; 0 if it is omitted */
  processedTokens: z.int().nonnegative(),
})

export const postHistoryPreview = defineEndpoint({
  method: 'POST',
  path: '/chat/history-preview',
  tag: 'chat',
  summary: `Preview which messages of a conversation the model receives, and why. No model is called. Visitors may send ${MAX_VISITOR_JSON_BYTES / 1024} kB`,
  access: 'public',
  body: {
    kind: 'json',
    maxBytes: MAX_LONG_JSON_BYTES,
    maxVisitorBytes: MAX_VISITOR_JSON_BYTES,
    schema: chatRequest,
  },
  responses: {
    200: {
      kind: 'json',
      schema: z.object({
        model: z.string(),
        /** maximum tokens of all messages together */
        maxContextTokens: z.int().positive(),
        /** tokens of them that passages of sources take, which earlier replies have read */
        sourceTokens: z.int().nonnegative(),
        /** in the order of the request */
        messages: z.array(historyPreviewMessage),
      }),
    },
  },
  errors: ['AGENT_UNKNOWN', 'AGENT_NOT_HERE', 'AGENT_TIER_REQUIRED', 'SESSION_EXPIRED', 'LLM_UNAVAILABLE'],
})

const replyParams = z.object({ replyId: opaqueId })

export const getReplyStream = defineEndpoint({
  method: 'GET',
  path: '/chat/replies/{replyId}/stream',
  tag: 'chat',
  summary: "Replay a reply's events from the start or after Last-Event-ID, then stream live",
  access: 'public',
  params: replyParams,
  responses: { 200: { kind: 'events', schema: replyEvent } },
  errors: ['NOT_FOUND', 'SESSION_EXPIRED'],
})

export const deleteReply = defineEndpoint({
  method: 'DELETE',
  path: '/chat/replies/{replyId}',
  tag: 'chat',
  summary: 'Stop a reply: cancels the provider request and stores the partial text',
  access: 'public',
  params: replyParams,
  responses: { 204: { kind: 'empty' } },
  errors: ['NOT_FOUND', 'SESSION_EXPIRED'],
})
