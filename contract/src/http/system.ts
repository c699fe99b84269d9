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
  summary: 'Whether an assistant can answer, and what each provider of language models needs',
  access: 'public',
  answers: { 200: { kind: 'json', schema: llmStatus } },
  errors: [],
})

export const getHealth = defineCall({
  method: 'GET',
  path: '/health',
  area: 'system',
  summary: 'Answers while the process lives',
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
  summary: 'Whether this server can take requests now; 503 while it starts, stops or lacks its database',
  access: 'public',
  answers: { 200: { kind: 'json', schema: readiness }, 503: { kind: 'json', schema: readiness } },
  errors: [],
})
