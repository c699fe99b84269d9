import { z } from 'zod'
import { budgetWish } from '../entities/budget.ts'
import { MESSAGES_MAX } from '../entities/history-config.ts'
import { chatMessage } from '../entities/message.ts'
import { errorCode } from '../errors.ts'
import { chatRequest, opaqueId } from '../http/chat.ts'
import { SPEECH_SPEED_MAX, SPEECH_SPEED_MIN, transcription } from '../http/speech.ts'
import { replyEvent } from '../stream/reply-event.ts'

/** How the reply is to be said. Without it the reply is only written. */
export const liveSpeech = z.object({
  /** a voice id of GET /tts/voices; the default voice of the language without it */
  voice: z.string().max(100).optional(),
  speed: z.number().min(SPEECH_SPEED_MIN).max(SPEECH_SPEED_MAX).default(1),
  /** BCP 47: by it the reply is cut into pieces, and the default voice chosen */
  language: z.string().min(1).max(35),
  /** what is said in place of what is only shown */
  announcements: z.object({
    code: z.string().max(200),
    table: z.string().max(200),
    diagram: z.string().max(200),
    formula: z.string().max(200),
    image: z.string().max(200),
  }),
  /** as in POST /tts */
  budget: budgetWish.optional(),
})
export type LiveSpeech = z.infer<typeof liveSpeech>

/** What is asked with the words that will have been heard: POST /chat without its last message. */
export const liveQuestion = chatRequest.omit({ stream: true }).extend({
  messages: z.array(chatMessage).max(MESSAGES_MAX - 1),
  replyId: opaqueId,
  speech: liveSpeech.optional(),
})
export type LiveQuestion = z.infer<typeof liveQuestion>

const turnId = opaqueId
const piece = z.int().nonnegative().max(100_000)

export const liveHello = z.object({
  type: z.literal('hello'),
  version: z.int(),
  /** the bearer token of who is signed in */
  token: z.string().max(500).optional(),
  /** the X-Session-Id of a visitor */
  sessionId: z.string().max(200).optional(),
  /** locale of the interface, as Accept-Language has it */
  locale: z.string().max(100).optional(),
})
export type LiveHello = z.infer<typeof liveHello>

export const liveRequest = z.discriminatedUnion('type', [
  /** A turn begins: binary frames from here on are its sound. A turn before it that still listens is cancelled. */
  z.object({
    type: z.literal('turn'),
    turnId,
    /** as in POST /stt */
    language: z.string().max(35).optional(),
    prompt: z.string().max(1_000).optional(),
    /** without it the turn ends with its transcript */
    question: liveQuestion.optional(),
    /** What is asked, where it is known already: then the turn has no sound, and is answered at once. */
    words: z.object({ text: chatMessage.shape.content.min(1), messageId: opaqueId.optional() }).optional(),
    /**
     * How the client recognizes commands to itself: names of assistants, wake words, and the languages (BCP 47)
     * that are spoken. Words that are such a command never reach a model before `ask`.
     */
    commands: z
      .object({
        languages: z.array(z.string().max(35)).max(4),
        agents: z.array(z.string().max(100)).max(200),
        wakeWords: z.array(z.string().max(100)).max(300),
      })
      .optional(),
    /** what X-Own-Key-OpenAI and X-Own-Key-Anthropic are with a call: for this turn alone, never kept, never logged */
    ownKeys: z
      .object({ openai: z.string().max(1_000).optional(), anthropic: z.string().max(1_000).optional() })
      .optional(),
  }),
  /** The speaker has been silent for LIVE_PAUSE_MS: the server may run ahead. */
  z.object({ type: z.literal('pause'), turnId }),
  /** The speaker goes on: what was run ahead is thrown away. */
  z.object({ type: z.literal('continue'), turnId }),
  /** The utterance is complete. With `asks: false` its words are first looked at by the client, who then asks or cancels. */
  z.object({ type: z.literal('end'), turnId, asks: z.boolean().default(true) }),
  /** The words that were heard are the question, kept under that id as the user's message. */
  z.object({ type: z.literal('ask'), turnId, messageId: opaqueId.optional() }),
  /** Nothing of the turn is wanted, nor its reply. */
  z.object({ type: z.literal('cancel'), turnId }),
  /** The reply is read on, and not said any more. */
  z.object({ type: z.literal('hush'), turnId }),
  /** The listener cut a reply off, after these words of it. It is stopped, and the next turn's agent knows. */
  z.object({ type: z.literal('interrupt'), replyId: opaqueId, heard: z.string().max(10_000) }),
  /** The listener will soon come to that piece: from the third on a piece is made when it is wanted. */
  z.object({ type: z.literal('want'), turnId, piece }),
  /** After a new hello: a turn of an earlier socket goes on here, the reply after that event. */
  z.object({ type: z.literal('resume'), turnId, lastEventId: z.int().nonnegative().default(0) }),
])
export type LiveRequest = z.infer<typeof liveRequest>

/** What the server says. Binary frames between `speech-started` and `speech-ended` are that piece, as `format: "pcm"`. */
export const liveAnswer = z.discriminatedUnion('type', [
  /** The hello was good. */
  z.object({
    type: z.literal('ready'),
    version: z.int(),
    limits: z.object({
      frameMaxBytes: z.int(),
      turnMaxSeconds: z.number(),
      idleSeconds: z.number(),
    }),
  }),
  z.object({ type: z.literal('resumed'), turnId, audioBytes: z.int().nonnegative() }),
  transcription.extend({ type: z.literal('transcript'), turnId }),
  /** an event of the reply, as in POST /chat; `id` is what Last-Event-ID takes */
  z.object({ type: z.literal('reply'), turnId, id: z.int().positive(), event: replyEvent }),
  /** `text` is said; it stands between those offsets of the reply's Markdown (UTF-16 code units) */
  z.object({
    type: z.literal('speech-started'),
    turnId,
    piece,
    text: z.string(),
    start: z.int().nonnegative(),
    end: z.int().nonnegative(),
  }),
  z.object({ type: z.literal('speech-ended'), turnId, piece }),
  /** Neither this piece, whole, nor any after it comes: POST /tts may do. */
  z.object({ type: z.literal('speech-failed'), turnId, piece, error: errorCode }),
  /** Everything of the turn has been sent. */
  z.object({ type: z.literal('turn-ended'), turnId }),
  z.object({
    type: z.literal('turn-failed'),
    turnId,
    error: errorCode,
    message: z.string(),
    retryable: z.boolean(),
    retryAfterSeconds: z.number().optional(),
  }),
])
export type LiveAnswer = z.infer<typeof liveAnswer>
