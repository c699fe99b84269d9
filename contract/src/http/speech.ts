import { z } from 'zod'
import { budgetWish } from '../entities/budget.ts'
import { voice } from '../entities/voice.ts'
import { MAX_EXPECTED_TERMS_LENGTH } from '../spoken/expected-terms.ts'
import { defineEndpoint } from './endpoint.ts'

/** Maximum size of audio for /stt, in bytes. */
export const MAX_AUDIO_BYTES = 25 * 1024 * 1024
/** Maximum duration of audio for /stt, in seconds. */
export const MAX_AUDIO_SECONDS = 3_600
/** Maximum length of text for /tts, in Unicode code points, as zod counts. */
export const MAX_SPEECH_TEXT_LENGTH = 4096
export const MIN_SPEECH_SPEED = 0.25
export const MAX_SPEECH_SPEED = 4
/** Sample rate of `format: "pcm"`, in Hz: 16-bit little-endian mono. */
export const SPEECH_PCM_SAMPLE_RATE = 24_000

export const transcription = z.object({
  text: z.string(),
  language: z.string().nullable(),
  durationSeconds: z.number().nonnegative(),
  provider: z.string(),
  costUsd: z.number().nonnegative(),
  isNoSpeech: z.boolean(),
})
export type Transcription = z.infer<typeof transcription>

export const postStt = defineEndpoint({
  method: 'POST',
  path: '/stt',
  tag: 'speech',
  summary: 'Transcribe audio (webm/opus, ogg, mp4, mp3, wav; at most 25 MB and 60 minutes)',
  access: 'public',
  isRateLimited: true,
  acceptsOwnKeys: true,
  body: {
    kind: 'multipart',
    file: 'audio',
    maxBytes: MAX_AUDIO_BYTES,
    limits: 'Send at most 25 MB and 60 minutes.',
    fields: z.object({
      language: z.string().max(35).optional(),
      /** BCP 47 tags separated by commas: without `language`, detection is held to them; the first is preferred */
      languages: z.string().max(400).optional(),
      prompt: z.string().max(MAX_EXPECTED_TERMS_LENGTH).optional(),
      durationSeconds: z.coerce.number().nonnegative().max(MAX_AUDIO_SECONDS).optional(),
    }),
  },
  responses: { 200: { kind: 'json', schema: transcription } },
  errors: [
    'STT_UNAVAILABLE',
    'STT_PREPARING',
    'PROVIDER_ERROR',
    'PROVIDER_TIMEOUT',
    'SESSION_EXPIRED',
    'RATE_LIMITED',
    'SPEECH_CREDITS_EXHAUSTED',
    'COST_LIMIT_EXCEEDED',
    'OWN_KEY_REJECTED',
    'SUBSCRIPTION_REQUIRED',
  ],
})

/**
 * Amounts are null if unlimited, and for visitors, whose replies are counted instead (GET
 * /rate-limit/status).
 */
const creditPart = z.object({
  isUnlimited: z.boolean(),
  totalUsd: z.number().nullable(),
  usedUsd: z.number().nullable(),
  remainingUsd: z.number().nullable(),
})
export const credits = z.object({ allocationKey: z.string(), llm: creditPart, speech: creditPart })
export type Credits = z.infer<typeof credits>

export const getSttStats = defineEndpoint({
  method: 'GET',
  path: '/stt/stats',
  tag: 'speech',
  summary: "Get the caller's remaining credits for models and speech",
  access: 'public',
  responses: { 200: { kind: 'json', schema: z.object({ credits }) } },
  errors: ['SESSION_EXPIRED'],
})

export const speechFormat = z.enum(['mp3', 'opus', 'wav', 'pcm'])
export type SpeechFormat = z.infer<typeof speechFormat>

export const speechRequest = z.object({
  text: z.string().min(1).max(MAX_SPEECH_TEXT_LENGTH),
  /** an id of GET /tts/voices, or the provider's own; default: the default voice of the language */
  voice: z.string().max(100).optional(),
  speed: z.number().min(MIN_SPEECH_SPEED).max(MAX_SPEECH_SPEED).default(1),
  format: speechFormat.default('mp3'),
  language: z.string().max(35).optional(),
  /**
   * the response is `application/x-ndjson`: lines of `speechLine` with the audio in the format, and the times of words if
   * the voice has any (`hasWordTimes` of GET /tts/voices)
   */
  wordTimes: z.boolean().optional(),
  budget: budgetWish.optional(),
})
export type SpeechRequest = z.infer<typeof speechRequest>

/** When a word starts to sound: its place in the text (UTF-16 code units), and the time since the start of the audio. */
export const wordTime = z.object({
  start: z.int().nonnegative(),
  end: z.int().nonnegative(),
  atMs: z.int().nonnegative(),
})
export type WordTime = z.infer<typeof wordTime>

/** A line of speech with word times: base64 audio, or words before or with their audio. */
export const speechLine = z.union([z.object({ audio: z.string() }), z.object({ words: z.array(wordTime) })])
export type SpeechLine = z.infer<typeof speechLine>
export const SPEECH_LINES_TYPE = 'application/x-ndjson'

export const SPEECH_CONTENT_TYPES = {
  mp3: 'audio/mpeg',
  opus: 'audio/ogg',
  wav: 'audio/wav',
  pcm: 'audio/pcm',
} as const satisfies Record<SpeechFormat, string>

export const postTts = defineEndpoint({
  method: 'POST',
  path: '/tts',
  tag: 'speech',
  summary: 'Synthesize speech, streamed; closing the connection cancels it',
  access: 'public',
  isRateLimited: true,
  responseHeaders: {
    'X-TTS-Provider': 'Provider that speaks',
    'X-TTS-Voice': 'Id of the voice, as in GET /tts/voices',
  },
  acceptsOwnKeys: true,
  body: { kind: 'json', schema: speechRequest },
  responses: {
    200: { kind: 'bytes', contentTypes: [...Object.values(SPEECH_CONTENT_TYPES), SPEECH_LINES_TYPE] },
  },
  errors: [
    'TTS_UNAVAILABLE',
    'PROVIDER_ERROR',
    'PROVIDER_TIMEOUT',
    'SESSION_EXPIRED',
    'RATE_LIMITED',
    'SPEECH_CREDITS_EXHAUSTED',
    'COST_LIMIT_EXCEEDED',
    'OWN_KEY_REJECTED',
    'SUBSCRIPTION_REQUIRED',
  ],
})

export const listVoices = defineEndpoint({
  method: 'GET',
  path: '/tts/voices',
  tag: 'speech',
  summary: "List the server's voices; empty when it has none",
  access: 'public',
  responses: {
    200: {
      kind: 'json',
      schema: z.object({ voices: z.array(voice), defaultVoiceId: z.string().nullable() }),
    },
  },
  errors: ['SESSION_EXPIRED'],
})
