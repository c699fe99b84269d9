import { z } from 'zod'
import { OWN_KEY_VENDORS, type OwnKeyVendor } from '../entities/own-key-vendors.ts'
import { budgetWish } from '../entities/budget.ts'
import { MAX_MESSAGES } from '../entities/history-config.ts'
import { chatMessage, hasFewDocuments, TOO_MANY_DOCUMENTS } from '../entities/message.ts'
import { errorCode } from '../errors.ts'
import { chatRequest, opaqueId } from '../http/chat.ts'
import { MAX_SPEECH_SPEED, MIN_SPEECH_SPEED, transcription, wordTime } from '../http/speech.ts'
import { MAX_EXPECTED_TERMS_LENGTH } from '../spoken/expected-terms.ts'
import { replyEvent } from '../stream/reply-event.ts'
import {
  type LiveConversationAnswer,
  type LiveConversationRequest,
  liveModelAnswers,
  liveModelRequests,
} from './live-model-messages.ts'

/** How to synthesize the reply. If absent, the reply is text only. */
export const socketTurnSpeech = z.object({
  /** a voice id of GET /tts/voices; default: the default voice of the language */
  voice: z.string().max(100).optional(),
  speed: z.number().min(MIN_SPEECH_SPEED).max(MAX_SPEECH_SPEED).default(1),
  /** by agent id: the voices of those who may speak in the reply; default for the others: `voice` and `speed` */
  voices: z
    .record(
      z.string().max(100),
      z.object({
        voice: z.string().max(100),
        speed: z.number().min(MIN_SPEECH_SPEED).max(MAX_SPEECH_SPEED),
      }),
    )
    .optional(),
  /** BCP 47: used for splitting the reply into segments, and for the default voice */
  language: z.string().min(1).max(35),
  /** spoken in place of content that is only shown */
  announcements: z.object({
    code: z.string().max(200),
    table: z.string().max(200),
    diagram: z.string().max(200),
    formula: z.string().max(200),
    image: z.string().max(200),
  }),
  /** the client marks words: the server sends `speech-words` if the voice has times of words */
  wordTimes: z.boolean().optional(),
  /** as in POST /tts */
  budget: budgetWish.optional(),
})
export type SocketTurnSpeech = z.infer<typeof socketTurnSpeech>

/** The request for a reply to the transcript: POST /chat without its last message. */
export const socketTurnQuestion = chatRequest.omit({ stream: true, inBackground: true }).extend({
  messages: z
    .array(chatMessage)
    .max(MAX_MESSAGES - 1)
    .refine(hasFewDocuments, TOO_MANY_DOCUMENTS),
  replyId: opaqueId,
  speech: socketTurnSpeech.optional(),
})
export type SocketTurnQuestion = z.infer<typeof socketTurnQuestion>

const ownKey = z.string().max(1_000).optional()
/** by vendor; unknown vendors are ignored */
const ownKeys = z.object(
  // `fromEntries` loses the names.
  Object.fromEntries(OWN_KEY_VENDORS.map((vendor) => [vendor, ownKey])) as Record<
    OwnKeyVendor,
    typeof ownKey
  >,
)
const turnId = opaqueId
/** number of a segment: a stretch of the reply that is synthesized and played at once, from 0 */
const piece = z.int().nonnegative().max(100_000)

export const socketHello = z.object({
  type: z.literal('hello'),
  version: z.int(),
  /** the bearer token of a signed-in user */
  token: z.string().max(500).optional(),
  /** the X-Session-Id of a visitor */
  sessionId: z.string().max(200).optional(),
  /** locale of the interface, as in Accept-Language */
  locale: z.string().max(100).optional(),
  /** IANA name, as in X-Time-Zone */
  timeZone: z.string().max(100).optional(),
})
export type SocketHello = z.infer<typeof socketHello>

export const socketRequest = z.discriminatedUnion('type', [
  /**
   * Starts a turn: the following binary frames are its audio. An earlier turn that is still listening is
   * cancelled.
   */
  z.object({
    type: z.literal('turn'),
    turnId,
    /** as in POST /stt */
    language: z.string().max(35).optional(),
    languages: z.array(z.string().max(35)).max(10).optional(),
    prompt: z.string().max(MAX_EXPECTED_TERMS_LENGTH).optional(),
    /** the client shows words while they are spoken: the server sends `words` if its transcriber supports it */
    liveWords: z.boolean().optional(),
    /**
     * The words are captions of a recording that is transcribed elsewhere: implies `liveWords`, the audio is only
     * streamed, and the turn fails as soon as the stream ends or if there is none.
     */
    captionsOnly: z.boolean().optional(),
    /** without it the turn ends with its transcript */
    question: socketTurnQuestion.optional(),
    /** The question, if it is already known as text: the turn then has no audio and is answered at once. */
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
    /** the values of the headers X-Own-Key-<Vendor>: for this turn only, never stored, never logged */
    ownKeys: ownKeys.optional(),
  }),
  /** The user has been silent for SPECULATION_PAUSE_MS: the server may start a speculative reply. */
  z.object({ type: z.literal('pause'), turnId }),
  /** The user continues to speak: the speculative reply is discarded. */
  z.object({ type: z.literal('continue'), turnId }),
  /**
   * The utterance is complete. With `asks: false`, the client checks the transcript first, and then asks or
   * cancels.
   */
  z.object({ type: z.literal('end'), turnId, asks: z.boolean().default(true) }),
  /** Confirms the transcript as the question, stored under that id as the user's message. */
  z.object({ type: z.literal('ask'), turnId, messageId: opaqueId.optional() }),
  /** Cancels the turn and its reply. */
  z.object({ type: z.literal('cancel'), turnId }),
  /** Continues the reply as text, without further speech. */
  z.object({ type: z.literal('hush'), turnId }),
  /**
   * The user interrupted a reply after these words. It is stopped, and the agent of the next turn is
   * informed.
   */
  z.object({ type: z.literal('interrupt'), replyId: opaqueId, heard: z.string().max(10_000) }),
  /** The client will soon play that segment: from the third on, segments are synthesized on request. */
  z.object({ type: z.literal('want'), turnId, piece }),
  /** After a new hello: resumes a turn of an earlier socket, with the reply from after that event. */
  z.object({ type: z.literal('resume'), turnId, lastEventId: z.int().nonnegative().default(0) }),
  ...liveModelRequests,
])
export type SocketRequest = z.infer<typeof socketRequest>
/** starts a turn */
export type SocketTurnStart = Extract<SocketRequest, { type: 'turn' }>
/** a request about a turn */
export type SocketTurnRequest = Exclude<SocketRequest, LiveConversationRequest>

/**
 * Messages of the server. Binary frames between `speech-started` and `speech-ended` are that segment, in the
 * format `pcm`; those after `live-reply-started` are that reply of a live model.
 */
export const socketAnswer = z.discriminatedUnion('type', [
  /** The hello was accepted. */
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
  /**
   * The words so far, while they are spoken: `text` no longer changes, `tail` follows it and may change. The
   * transcript replaces both.
   */
  z.object({
    type: z.literal('words'),
    turnId,
    text: z.string(),
    tail: z.string(),
    /** how probable it is that the speaker has finished, by the judgement of engines that have one; 1: decided */
    endOfTurn: z.number().min(0).max(1).optional(),
  }),
  transcription.extend({ type: z.literal('transcript'), turnId }),
  /** an event of the reply, as in POST /chat; `id` is a valid Last-Event-ID */
  z.object({ type: z.literal('reply'), turnId, id: z.int().positive(), event: replyEvent }),
  /** the spoken `text`; it corresponds to these offsets in the reply's Markdown (UTF-16 code units) */
  z.object({
    type: z.literal('speech-started'),
    turnId,
    piece,
    text: z.string(),
    start: z.int().nonnegative(),
    end: z.int().nonnegative(),
  }),
  /** words of the segment that is being sent, before or with their audio; only with `wordTimes` */
  z.object({ type: z.literal('speech-words'), turnId, piece, words: z.array(wordTime) }),
  z.object({ type: z.literal('speech-ended'), turnId, piece }),
  /** This segment and later ones are not sent in full; the client may use POST /tts. */
  z.object({ type: z.literal('speech-failed'), turnId, piece, error: errorCode }),
  /** The turn is complete. */
  z.object({ type: z.literal('turn-ended'), turnId }),
  z.object({
    type: z.literal('turn-failed'),
    turnId,
    error: errorCode,
    message: z.string(),
    retryable: z.boolean(),
    retryAfterSeconds: z.number().optional(),
  }),
  ...liveModelAnswers,
])
export type SocketAnswer = z.infer<typeof socketAnswer>
/** a message of the server that is about turns, or about the socket */
export type SocketTurnAnswer = Exclude<SocketAnswer, LiveConversationAnswer>
