import { z } from 'zod'
import { attachment } from './attachment.ts'
import { source, SOURCES_PER_REPLY } from './source.ts'
import { MAX_SPEAKER_RANGES, type SpeakerRange } from './speaker.ts'
import { ATTACHMENTS_PER_MESSAGE, DOCUMENTS_PER_REQUEST } from './attachment-limits.ts'

export const messageRole = z.enum(['user', 'assistant', 'system', 'tool'])
export type MessageRole = z.infer<typeof messageRole>

export const toolCall = z.object({ id: z.string(), name: z.string(), arguments: z.string() })
export type ToolCall = z.infer<typeof toolCall>

/** A tool call in requests. OpenAI's format is accepted too, for imported messages. */
export const givenToolCall = z.union([
  toolCall,
  z
    .object({ id: z.string(), function: z.object({ name: z.string(), arguments: z.string() }) })
    .transform(({ id, function: { name, arguments: text } }): ToolCall => ({ id, name, arguments: text })),
])

/** What others than the agent of a reply speak in it. */
export const speakerRanges = z
  .array(
    z.object({
      agentId: z.string().max(100),
      start: z.int().nonnegative(),
      end: z.int().nonnegative(),
    }) satisfies z.ZodType<SpeakerRange>,
  )
  .max(MAX_SPEAKER_RANGES)

export const tokenUsage = z.object({
  promptTokens: z.int().nonnegative(),
  completionTokens: z.int().nonnegative(),
  totalTokens: z.int().nonnegative(),
  cachedTokens: z.int().nonnegative().optional(),
  /** the part of `completionTokens` that the model used to reason; absent if unknown */
  reasoningTokens: z.int().nonnegative().optional(),
  /** true if the provider returned no figures and the server estimated them */
  isEstimated: z.boolean().optional(),
})
export type TokenUsage = z.infer<typeof tokenUsage>

/** Maximum length of one message, in Unicode code points, as zod counts. */
export const MAX_MESSAGE_LENGTH = 200_000

/** A message in a chat request. */
export const chatMessage = z.object({
  role: messageRole,
  content: z.string().max(MAX_MESSAGE_LENGTH),
  id: z.string().max(200).optional(),
  agentId: z.string().max(100).optional(),
  timestamp: z.union([z.string().max(40), z.number()]).optional(),
  tool_calls: z.array(toolCall).max(64).optional(),
  tool_call_id: z.string().max(200).optional(),
  name: z.string().max(200).optional(),
  /** files that the caller has uploaded; only `id` is used, the other fields are for display */
  attachments: z.array(attachment).max(ATTACHMENTS_PER_MESSAGE).optional(),
  /** of earlier replies, so that their numbers stay taken in a conversation that the server does not store */
  sources: z.array(source).max(SOURCES_PER_REPLY).optional(),
  /** the stretches of a reply that others than `agentId` speak */
  speakers: speakerRanges.optional(),
})
export type ChatMessage = z.infer<typeof chatMessage>

/** The `error` of a request whose messages name more documents than `DOCUMENTS_PER_REQUEST`. */
export const TOO_MANY_DOCUMENTS = `The messages may name ${DOCUMENTS_PER_REQUEST} different documents at most.`

/** Returns whether messages name at most `DOCUMENTS_PER_REQUEST` different documents; naming one again is free. */
export function hasFewDocuments(messages: readonly Pick<ChatMessage, 'attachments'>[]): boolean {
  const documents = messages.flatMap(({ attachments = [] }) =>
    attachments.filter(({ kind }) => kind === 'document').map(({ id }) => id),
  )
  return new Set(documents).size <= DOCUMENTS_PER_REQUEST
}

/** A message as stored by the client: the wire message with its metadata. */
export const keptMessage = chatMessage.extend({
  id: z.string(),
  timestamp: z.string(),
  isError: z.boolean().optional(),
  model: z.string().optional(),
  usage: tokenUsage.optional(),
  /** the next three fields are returned by POST /chat/history-preview */
  estimatedTokenCount: z.number().optional(),
  processedTokens: z.number().optional(),
  relevanceScore: z.number().min(0).max(1).optional(),
})
export type KeptMessage = z.infer<typeof keptMessage>
