import { z } from 'zod'
import { MAX_MESSAGES } from '../entities/history-config.ts'
import { agentId } from '../entities/agent.ts'
import { chatMessage, hasFewDocuments, tokenUsage, TOO_MANY_DOCUMENTS } from '../entities/message.ts'
import { source, SOURCES_PER_REPLY } from '../entities/source.ts'
import { errorCode } from '../errors.ts'
import { opaqueId, personaText } from '../http/chat.ts'
import { finishReason, toolFinishedEvent, toolStartedEvent } from '../stream/reply-event.ts'
import { MAX_LIVE_PLAYED_MS } from './socket-limits.ts'

// A conversation with a live model (speech to speech) over /api/live. docs/live-protocol.md defines what the
// messages mean.

const liveId = opaqueId
const language = z.string().min(1).max(35)
/** a voice of the live model (GET /live-models); an unknown one means the default voice */
const voice = z.string().max(100)
const playedMs = z.int().nonnegative().max(MAX_LIVE_PLAYED_MS)

/** An agent that the person can address by name in the conversation. */
const addressee = z.object({
  id: z.string().min(1).max(100),
  label: z.string().max(100),
  voice: voice.optional(),
  personaOverride: personaText.nullish(),
})

export const liveModelRequests = [
  /**
   * Starts a conversation with a live model; the following binary frames are its audio. Ends an earlier one of the same
   * conversation, on any socket.
   */
  z.object({
    type: z.literal('live-start'),
    liveId,
    /** an id of GET /live-models; default: the first one */
    model: z.string().max(200).optional(),
    agentId: z.string().max(100),
    /** where both sides are stored; default: a new conversation, named by `live-started` */
    conversationId: opaqueId.optional(),
    /** the conversation so far; the model receives the newest part that fits */
    messages: z.array(chatMessage).max(MAX_MESSAGES).refine(hasFewDocuments, TOO_MANY_DOCUMENTS).default([]),
    /** BCP 47: the language that the model speaks until another one is asked for */
    language,
    voice: voice.optional(),
    /** as in POST /chat */
    personaOverride: personaText.nullish(),
    /** false prevents the agent from using the server's tools */
    useTools: z.boolean().optional(),
    /** false prevents the agent from searching the web */
    useSearch: z.boolean().optional(),
    /** false: the caller's notes are neither used nor written */
    useAdvancedMemory: z.boolean().optional(),
    /** How the client recognizes commands to itself, as in `turn`. They are never answered. */
    commands: z
      .object({
        languages: z.array(language).max(4),
        wakeWords: z.array(z.string().max(100)).max(300),
      })
      .optional(),
    /** agents that a spoken name hands over to, as in "Tutor, what is a prime?" */
    agents: z.array(addressee).max(200).default([]),
  }),
  /** A typed message of the user. It stops the reply in progress, and the model answers it aloud. */
  z.object({
    type: z.literal('live-text'),
    liveId,
    messageId: opaqueId,
    text: chatMessage.shape.content.min(1),
  }),
  /**
   * The user stopped or interrupted that reply after this much of its audio was played. Also the response to
   * `live-reply-cut`.
   */
  z.object({ type: z.literal('live-interrupt'), liveId, replyId: opaqueId, playedMs }),
  /** While muted, the client sends no audio and the model hears silence. */
  z.object({ type: z.literal('live-mute'), liveId, isMuted: z.boolean() }),
  /** Hands over to another agent, as a spoken name does. */
  z.object({
    type: z.literal('live-agent'),
    liveId,
    agentId: z.string().max(100),
    voice: voice.optional(),
    personaOverride: personaText.nullish(),
  }),
  /** Ends the conversation with the model. `playedMs` of the reply in progress, if there is one. */
  z.object({ type: z.literal('live-end'), liveId, playedMs: playedMs.optional() }),
] as const

/** Why a conversation with a live model ended. After all but `client` and `replaced` the client continues with turns. */
export const liveEndReason = z.enum([
  /** the client sent `live-end` */
  'client',
  /** another page of the same caller started one with the same conversation */
  'replaced',
  /** nothing pays for more: `error` has the code */
  'allowance',
  /** the longest time of a session, of the vendor or of the host */
  'time-limit',
  /** a long time without speech */
  'idle',
  /** it did not start, or the vendor failed: `error` has the code */
  'failed',
  /** the server is stopping */
  'shutdown',
])
export type LiveEndReason = z.infer<typeof liveEndReason>

export const liveModelAnswers = [
  /** The model listens. The conversation is billed from here. */
  z.object({
    type: z.literal('live-started'),
    liveId,
    /** an id of GET /live-models */
    model: z.string(),
    agentId,
    conversationId: z.string(),
    /** id of the voice */
    voice: z.string(),
    /** longest duration, in seconds */
    maxSeconds: z.number().positive(),
  }),
  /** The model's own detection of the user's voice; not all models have one. */
  z.object({ type: z.literal('live-voice'), liveId, state: z.enum(['started', 'ended']) }),
  /** The words of the user so far: `text` no longer changes, `tail` follows it and may change. */
  z.object({
    type: z.literal('live-words'),
    liveId,
    messageId: z.string(),
    text: z.string(),
    tail: z.string(),
  }),
  /**
   * The final words of the user, under the id of their `live-words`. `use` says what became of them: `question`: a message
   * of the conversation, stored by the server for members; `command`: a command to the client, which runs it;
   * `ignored`: no words, or a sound of listening while the model spoke. Only questions are answered.
   */
  z.object({
    type: z.literal('live-heard'),
    liveId,
    messageId: z.string(),
    text: z.string(),
    use: z.enum(['question', 'command', 'ignored']),
  }),
  /** Another agent continues the conversation, with its own prompt and voice. */
  z.object({ type: z.literal('live-agent'), liveId, agentId, voice: z.string() }),
  /** The following binary frames are the audio of this reply: 16-bit little-endian mono at 24 kHz. */
  z.object({ type: z.literal('live-reply-started'), liveId, replyId: z.string(), agentId }),
  /** The next words of the reply. They are spoken from about `atMs` of its audio. */
  z.object({
    type: z.literal('live-reply-words'),
    liveId,
    replyId: z.string(),
    text: z.string(),
    atMs: z.int().nonnegative(),
  }),
  /** A tool call of the reply. Consent is given by POST /chat/replies/{replyId}/consent. */
  z.object({
    type: z.literal('live-tool'),
    liveId,
    replyId: z.string(),
    event: z.discriminatedUnion('type', [toolStartedEvent, toolFinishedEvent]),
  }),
  /**
   * The user interrupted the reply: no more of it is sent. The client stops playing it and responds with `live-interrupt`;
   * without that within half a second the server estimates what was played.
   */
  z.object({ type: z.literal('live-reply-cut'), liveId, replyId: z.string() }),
  /** The reply as stored: `stopped` if it was interrupted or the conversation ended, `interrupted` if
   * the vendor or the server failed: with the words that were heard. No audio of it follows. */
  z.object({
    type: z.literal('live-reply-ended'),
    liveId,
    replyId: z.string(),
    text: z.string(),
    finishReason,
    /** duration of the audio that was sent */
    audioMs: z.int().nonnegative(),
    usage: tokenUsage.optional(),
    /** what its tools have read; `quotes` are what its words say of it */
    sources: z.array(source).max(SOURCES_PER_REPLY).optional(),
  }),
  /** The time of the session ends soon: the client prepares to continue with turns. */
  z.object({ type: z.literal('live-expiring'), liveId, secondsLeft: z.number().nonnegative() }),
  /** The conversation with the model is over. Nothing follows for this id. */
  z.object({
    type: z.literal('live-ended'),
    liveId,
    reason: liveEndReason,
    /** with `allowance` and `failed` */
    error: errorCode.optional(),
    /** in English, for the log of the client */
    message: z.string().optional(),
    /** whether starting again may succeed now */
    isRetryable: z.boolean(),
    seconds: z.number().nonnegative(),
    costUsd: z.number().nonnegative(),
  }),
] as const

/** A request about a conversation with a live model; all others are about turns. */
export type LiveConversationRequest = z.infer<(typeof liveModelRequests)[number]>

/** A message of the server about a conversation with a live model. */
export type LiveConversationAnswer = z.infer<(typeof liveModelAnswers)[number]>
