import { z } from 'zod'
import { notice } from '../entities/host.ts'
import { defineCall } from './call.ts'

export const providerStatus = z.object({
  available: z.boolean(),
  reason: z.string().nullable(),
  hint: z.string().nullable(),
  /** the name of the setting that connects it, never its value */
  envVar: z.string().nullable(),
})
export type ProviderStatus = z.infer<typeof providerStatus>

export const llmStatus = z.object({
  ready: z.boolean(),
  message: z.string(),
  providers: z.record(z.string(), providerStatus),
  /** whether the server turns speech into text for callers without keys of their own; servers before 2026-11-23 do not say */
  canTranscribe: z.boolean().optional(),
  /** what whoever runs the server has to tell everybody */
  notice: notice.nullable().optional(),
})
export type LlmStatus = z.infer<typeof llmStatus>

export const getLlmStatus = defineCall({
  method: 'GET',
  path: '/system/llm-status',
  area: 'system',
  summary: 'Get the status of the language model providers and what each one needs',
  access: 'public',
  answers: { 200: { kind: 'json', schema: llmStatus } },
  errors: [],
})

/** What must be fetched before a provider works. Clients show it and ask again. */
export const speechPreparation = z.object({
  state: z.enum(['needed', 'running', 'failed']),
  /** name of the model */
  name: z.string(),
  bytesDone: z.number().int().nonnegative(),
  bytesTotal: z.number().int().nonnegative(),
  /** null while it is unknown */
  secondsLeft: z.number().nonnegative().nullable(),
  /** why the last attempt failed: one sentence; null unless `state` is `failed` */
  reason: z.string().nullable(),
})
export type SpeechPreparation = z.infer<typeof speechPreparation>

export const speechProvider = providerStatus.extend({
  id: z.string(),
  name: z.string(),
  /** where the sound is handled: on this server, or at the vendor that `name` names */
  location: z.enum(['server', 'vendor']),
  preparation: speechPreparation.nullable(),
})
export type SpeechProvider = z.infer<typeof speechProvider>

/** Providers in the order in which the server uses them. */
export const speechStatus = z.object({
  hearing: z.array(speechProvider),
  speaking: z.array(speechProvider),
})
export type SpeechStatus = z.infer<typeof speechStatus>

export const getSpeechStatus = defineCall({
  method: 'GET',
  path: '/system/speech',
  area: 'system',
  summary:
    'Read what turns speech into text and text into speech, where that happens, and what is being fetched for it',
  access: 'public',
  query: z.object({ language: z.string().max(35).optional() }),
  answers: { 200: { kind: 'json', schema: speechStatus } },
  errors: [],
})

export const getHealth = defineCall({
  method: 'GET',
  path: '/health',
  area: 'system',
  summary: 'Liveness probe',
  access: 'public',
  answers: {
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

const readiness = z.object({
  status: z.enum(['ready', 'unavailable']),
  checks: z.object({ database: z.enum(['ok', 'failed']), cache: z.enum(['ok', 'failed']) }),
})

export const getReady = defineCall({
  method: 'GET',
  path: '/ready',
  area: 'system',
  summary: 'Readiness probe; 503 while the server starts, stops or has no database',
  access: 'public',
  answers: { 200: { kind: 'json', schema: readiness }, 503: { kind: 'json', schema: readiness } },
  errors: [],
})
