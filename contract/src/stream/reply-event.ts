import { z } from 'zod'
import { attachment } from '../entities/attachment.ts'
import { PICTURES_PER_REPLY } from '../entities/attachment-limits.ts'
import { errorCode } from '../errors.ts'
import { agentId } from '../entities/agent.ts'
import { agentResult, resultKind } from '../entities/agent-result.ts'
import { budget } from '../entities/budget.ts'
import { speakerRanges, tokenUsage, toolCall } from '../entities/message.ts'
import { samplingOption } from '../entities/sampling.ts'
import { MAX_SEARCH_SUGGESTIONS_LENGTH, source, SOURCES_PER_REPLY } from '../entities/source.ts'
import { toolRun } from '../entities/tool-run.ts'

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

/**
 * Why a provider failed: it sent no text, closed the connection too early, reported an error, rejected the request or
 * the key, or its account has no credit. None: it cannot be reached, or has a fault.
 */
const providerErrorReason = z.enum(['empty', 'cut', 'broken', 'refused', 'unauthorized', 'no-credit'])
export type ProviderErrorReason = z.infer<typeof providerErrorReason>

/** The metadata of a finished reply: the unstreamed response without its text. */
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
  /** the caller's budget after this reply; absent if unlimited */
  budget: budget.optional(),
  /** how many messages of the conversation the model received, and how many were omitted */
  historyUsed: z.object({ sent: z.int().nonnegative(), omitted: z.int().nonnegative() }).optional(),
  /** sampling parameters of the request or the agent that the model does not take */
  ignoredSampling: z.array(samplingOption).optional(),
  /** the tools that the server used, in order; calls for the client are in `tool_calls` */
  toolRuns: z.array(toolRun).optional(),
  /** pictures of the tools of a stored reply, whose runs are not stored */
  pictures: z.array(attachment).max(PICTURES_PER_REPLY).optional(),
  /** the agent's result in addition to its text */
  result: agentResult.optional(),
  /**
   * what was read for the reply or is cited in it, by number; empty if nothing was. Absent on servers before 2026-11-28
   */
  sources: z.array(source).max(SOURCES_PER_REPLY).optional(),
  /** HTML of the vendor's search that must be shown with the reply, unchanged and sandboxed: Google's search suggestions */
  searchSuggestions: z.string().max(MAX_SEARCH_SUGGESTIONS_LENGTH).optional(),
  /** the stretches of the text that others than `agentId` speak; absent if there are none */
  speakers: speakerRanges.optional(),
})
export type ReplyMetadata = z.infer<typeof replyMetadata>

export const reply = replyMetadata.extend({ content: z.string() })
export type Reply = z.infer<typeof reply>

/** The server starts a tool run. */
export const toolStartedEvent = toolRun
  .pick({ id: true, name: true, server: true, agentId: true, arguments: true })
  .extend({
    type: z.literal('tool_started'),
    /** the tool runs after the caller allows it with POST /chat/replies/{replyId}/consent */
    needsConsent: z.boolean(),
  })

export const toolFinishedEvent = toolRun
  .pick({ id: true, result: true, outcome: true, pictures: true })
  .extend({ type: z.literal('tool_finished') })

/** One event of a reply's stream. */
export const replyEvent = z.discriminatedUnion('type', [
  z.object({
    type: z.literal('start'),
    replyId: z.string(),
    agentId,
    conversationId: z.string(),
    model: z.string(),
    provider: z.string(),
    /** the caller's budget before this reply, and its degradation step; absent if unlimited */
    budget: budget.optional(),
  }),
  z.object({ type: z.literal('chunk'), content: z.string() }),
  /** Another agent speaks from here on; only with `acceptsSpeakers`. `voice`: the voice that a custom agent names. */
  z.object({ type: z.literal('speaker'), agentId, voice: z.string().optional() }),
  /** a piece of the model's reasoning, which is not part of the reply; only with `acceptsReasoning` */
  z.object({ type: z.literal('reasoning_delta'), content: z.string() }),
  /**
   * The last `length` UTF-16 code units of the reply's text, or of its reasoning, turned out to be of the other kind:
   * clients discard them, and stop speaking them. They follow again as what they are. A server that does not separate
   * a model's reasoning may send only the mark at its end.
   */
  z.object({
    type: z.literal('retracted'),
    kind: z.enum(['text', 'reasoning']),
    length: z.int().positive(),
  }),
  /**
   * The last `length` UTF-16 code units of the text become `content`, which adds the numbers of sources and changes no word: what is
   * spoken of it goes on.
   */
  z.object({ type: z.literal('marked'), length: z.int().positive(), content: z.string() }),
  z.object({
    type: z.literal('tool_call_delta'),
    index: z.int().nonnegative(),
    id: z.string().optional(),
    name: z.string().optional(),
    argumentsDelta: z.string().optional(),
  }),
  toolStartedEvent,
  toolFinishedEvent,
  /** a source, before the first text that cites it; its quotes are in `final_response_metadata` */
  z.object({ type: z.literal('source'), source }),
  /**
   * a part of a result's JSON, in order; another id starts another result, which replaces the previous one
   */
  z.object({ type: z.literal('result_delta'), id: z.string(), kind: resultKind, delta: z.string() }),
  z.object({
    type: z.literal('error'),
    error: errorCode,
    /** why the model's provider failed; only with PROVIDER_ERROR */
    reason: providerErrorReason.optional(),
    message: z.string(),
    retryable: z.boolean(),
  }),
  replyMetadata.extend({ type: z.literal('final_response_metadata') }),
])
export type ReplyEvent = z.infer<typeof replyEvent>
