import { z } from 'zod'
import { notice } from '../entities/host.ts'
import { providerProblem } from '../entities/model-endpoint.ts'
import { defineEndpoint } from './endpoint.ts'

export const providerStatus = z.object({
  available: z.boolean(),
  reason: z.string().nullable(),
  hint: z.string().nullable(),
  /** the name of the setting that connects it, never its value */
  envVar: z.string().nullable(),
  /** the kind of `reason`, where it has one; absent on servers before 2026-11-29 */
  problem: providerProblem.optional(),
})
export type ProviderStatus = z.infer<typeof providerStatus>

export const llmStatus = z.object({
  ready: z.boolean(),
  message: z.string(),
  providers: z.record(
    z.string(),
    providerStatus.extend({
      /** as its vendor writes it; absent on servers before 2026-11-28 */
      name: z.string().optional(),
      /** the host connected it, and it fails or does not answer now */
      isAway: z.literal(true).optional(),
    }),
  ),
  /**
   * whether the server transcribes speech for callers without their own keys; absent on servers before
   * 2026-11-23
   */
  canTranscribe: z.boolean().optional(),
  /** whether no account exists, and the first one will administer this server; absent if not */
  awaitsHost: z.literal(true).optional(),
  /** whether this server has plans with prices; absent if not */
  hasPlans: z.literal(true).optional(),
  /** the host's notice to all users */
  notice: notice.nullable().optional(),
})
export type LlmStatus = z.infer<typeof llmStatus>

export const getLlmStatus = defineEndpoint({
  method: 'GET',
  path: '/system/llm-status',
  tag: 'system',
  summary: 'Get the status of the language model providers and what each one needs',
  access: 'public',
  responses: { 200: { kind: 'json', schema: llmStatus } },
  errors: [],
})

/** The download of a model that a provider needs before it works. Clients display it and poll. */
export const modelDownload = z.object({
  state: z.enum(['needed', 'running', 'failed']),
  /** name of the model */
  name: z.string(),
  bytesDone: z.number().int().nonnegative(),
  bytesTotal: z.number().int().nonnegative(),
  /** null if unknown */
  secondsLeft: z.number().nonnegative().nullable(),
  /** the reason of the last failure, in one sentence; null unless `state` is `failed` */
  reason: z.string().nullable(),
  /** the same as a code; absent on servers before 2026-11-29 */
  failure: z
    .enum(['hub-unreachable', 'not-found', 'wrong-hash', 'disk-full', 'not-writable', 'cancelled'])
    .nullable()
    .optional(),
})
export type ModelDownload = z.infer<typeof modelDownload>

export const speechProvider = providerStatus.extend({
  id: z.string(),
  name: z.string(),
  /** where audio is processed: on this server, or at the vendor in `name` */
  location: z.enum(['server', 'vendor']),
  preparation: modelDownload.nullable(),
  /** price of transcribing an hour of audio, in US dollars; null for providers of speech */
  costPerHourUsd: z.number().nonnegative().nullable(),
  /** it has only basic voices: clients prefer those of their browser; absent for transcription and natural voices */
  isFallback: z.literal(true).optional(),
})
export type SpeechProvider = z.infer<typeof speechProvider>

/** The host's model that judges ends of turns in the browser (Smart Turn v3, ONNX): GET /system/turn-model/{version}. */
export const turnModel = z.object({ version: z.string(), bytes: z.int().positive() })

/** Providers in the order in which the server uses them. */
export const speechStatus = z.object({
  hearing: z.array(speechProvider),
  speaking: z.array(speechProvider),
  /** only in GET /system/speech; null if the host provides none, absent on servers before 2026-11-26 */
  turnModel: turnModel.nullable().optional(),
})
export type SpeechStatus = z.infer<typeof speechStatus>

export const getSpeechStatus = defineEndpoint({
  method: 'GET',
  path: '/system/speech',
  tag: 'system',
  summary: 'Get the engines for transcription and speech, where they run, and downloads in progress',
  access: 'public',
  query: z.object({ language: z.string().max(35).optional() }),
  responses: { 200: { kind: 'json', schema: speechStatus } },
  errors: [],
})

/** Search engines of the web, in the order in which the server uses them; those that are not set up are last. */
export const searchStatus = z.object({
  providers: z.array(
    providerStatus.extend({
      id: z.string(),
      /** as its vendor writes it */
      name: z.string(),
      /** price of one search, in US dollars */
      priceUsd: z.number().nonnegative(),
    }),
  ),
  /** names of the providers of models that search by the vendor's own search, which receives the query of their models */
  vendors: z.array(z.string()).optional(),
})
export type SearchStatus = z.infer<typeof searchStatus>

export const getSearchStatus = defineEndpoint({
  method: 'GET',
  path: '/system/search',
  tag: 'system',
  summary: 'Get the search engines of the web, which of them receive queries, and what each one needs',
  access: 'public',
  responses: { 200: { kind: 'json', schema: searchStatus } },
  errors: [],
})

export const getTurnModel = defineEndpoint({
  method: 'GET',
  path: '/system/turn-model/{version}',
  tag: 'system',
  summary: 'Get the file of the turn model; the version is in GET /system/speech',
  access: 'public',
  params: z.object({ version: z.string().max(64) }),
  responseHeaders: { 'Cache-Control': 'The file of a version never changes' },
  responses: { 200: { kind: 'bytes', contentTypes: ['application/octet-stream'] } },
  errors: ['NOT_FOUND'],
})

export const getHealth = defineEndpoint({
  method: 'GET',
  path: '/health',
  tag: 'system',
  summary: 'Liveness probe',
  access: 'public',
  responses: {
    200: {
      kind: 'json',
      schema: z.object({
        status: z.literal('ok'),
        version: z.string(),
        uptimeSeconds: z.number().nonnegative(),
      }),
    },
  },
  errors: [],
})

const check = z.enum(['ok', 'failed'])
const readiness = z.object({
  status: z.enum(['ready', 'unavailable']),
  checks: z.object({
    database: check,
    cache: check,
    /** whether files can be stored: in the object store, else in the data folder; absent on servers before 2026-11-28 */
    storage: check.optional(),
  }),
  /** why files cannot be stored, in one sentence; only while `storage` is `failed` */
  reason: z.string().optional(),
})

export const getReady = defineEndpoint({
  method: 'GET',
  path: '/ready',
  tag: 'system',
  summary:
    'Readiness probe; 503 while the server starts, stops or has no database. Without its cache or storage the server is ready: it answers what needs neither',
  access: 'public',
  responses: { 200: { kind: 'json', schema: readiness }, 503: { kind: 'json', schema: readiness } },
  errors: [],
})
