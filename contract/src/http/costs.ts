import { z } from 'zod'
import { defineEndpoint } from './endpoint.ts'

const usd = z.number().nonnegative()

/** Costs in US dollars: of the caller and of the whole server. */
export const costRecord = z.object({
  sessionCost: usd,
  /** `search` is absent on servers before 2026-11-28 */
  costsByService: z.object({
    llm: usd,
    stt: usd,
    tts: usd,
    live: usd,
    search: usd.optional(),
    embed: usd.optional(),
  }),
  sessionStartTime: z.string(),
  entryCount: z.int().nonnegative(),
  /** of all callers, since the first of the month (UTC) */
  globalMonthlyCost: usd,
  /** the host's monthly limit; null: none */
  threshold: usd.nullable(),
  isThresholdReached: z.boolean(),
  /** the caller's own costs since the day began in the caller's time zone */
  dailyCost: usd,
  /** the caller's own costs since the month began in the caller's time zone */
  monthlyCost: usd,
})
export type CostRecord = z.infer<typeof costRecord>

export const getSessionCost = defineEndpoint({
  method: 'GET',
  path: '/cost/session',
  tag: 'costs',
  summary: "Get the cost of the caller's session",
  access: 'public',
  responses: { 200: { kind: 'json', schema: costRecord } },
  errors: ['SESSION_EXPIRED'],
})

export const postCost = defineEndpoint({
  method: 'POST',
  path: '/cost',
  tag: 'costs',
  summary: "Reset the session's cost; daily and monthly totals and allowances are unchanged",
  access: 'public',
  body: { kind: 'json', schema: z.object({ action: z.literal('reset').default('reset') }) },
  responses: { 200: { kind: 'json', schema: costRecord } },
  errors: ['SESSION_EXPIRED'],
})

const tokenAllowance = z.union([
  z.object({
    total: z.int().nonnegative(),
    used: z.int().nonnegative(),
    remaining: z.int().nonnegative(),
    resetsAt: z.string(),
    /** whether it is the server's default, because the host has set none */
    isDefault: z.boolean(),
  }),
  z.object({ isUnlimited: z.literal(true) }),
])
/** In US dollars. */
const speechAllowance = z.union([
  z.object({
    totalUsd: z.number().nonnegative(),
    remainingUsd: z.number().nonnegative(),
    isDefault: z.boolean(),
  }),
  z.object({ isUnlimited: z.literal(true) }),
])
export type SpeechAllowance = z.infer<typeof speechAllowance>
export type TokenAllowance = z.infer<typeof tokenAllowance>

export const usageGrouping = z.enum(['day', 'agent', 'model', 'service'])
export type UsageGrouping = z.infer<typeof usageGrouping>

export const usageItem = z.object({
  /** a day (2026-11-21), an agent's id, a model, or a service (llm, stt, tts, live, search, embed); empty if there is none */
  key: z.string(),
  tokens: z.int().nonnegative(),
  costUsd: usd,
  requests: z.int().nonnegative(),
  /** number of requests that were paid for by the caller's own key, at no cost to the host */
  ownKeyRequests: z.int().nonnegative(),
  /** true if some of it was estimated without the vendor's figures */
  isEstimated: z.boolean(),
})
export type UsageItem = z.infer<typeof usageItem>

export const usageReport = z.object({
  today: z.object({ primary: tokenAllowance, secondary: tokenAllowance, speech: speechAllowance }),
  series: z.array(usageItem),
})
export type UsageReport = z.infer<typeof usageReport>

/** Maximum period of a report, in days. */
export const MAX_USAGE_DAYS = 366

const date = z.iso.date().or(z.iso.datetime({ offset: true }))

export const getUsage = defineEndpoint({
  method: 'GET',
  path: '/usage',
  tag: 'costs',
  summary:
    "Get the caller's usage: today's allowance, and a period by day, agent, model or service; as JSON or CSV",
  access: 'signed-in',
  query: z.object({
    /** dates are days in the caller's time zone (X-Time-Zone); default: the last 30 days */
    from: date.optional(),
    /** a date is inclusive */
    to: date.optional(),
    groupBy: usageGrouping.default('day'),
    format: z.enum(['json', 'csv']).default('json'),
  }),
  responses: {
    200: [
      { kind: 'json', schema: usageReport },
      { kind: 'bytes', contentTypes: ['text/csv'] },
    ],
  },
  errors: ['UNAUTHORIZED', 'SESSION_EXPIRED'],
})
