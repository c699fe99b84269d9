import { z } from 'zod'
import { defineCall } from './call.ts'

export const rateLimitStatus = z.object({
  tier: z.enum(['visitor', 'global', 'member']),
  /** null: not counted for this tier, or not visible to it */
  limit: z.number().int().nonnegative().nullable(),
  used: z.number().int().nonnegative().nullable(),
  remaining: z.number().int().nonnegative().nullable(),
  resetsAt: z.string().nullable(),
})
export type RateLimitStatus = z.infer<typeof rateLimitStatus>

export const getRateLimitStatus = defineCall({
  method: 'GET',
  path: '/rate-limit/status',
  area: 'limits',
  summary: "Get the caller's rate limit; for visitors the remaining demo replies of the day",
  access: 'public',
  answers: { 200: { kind: 'json', schema: rateLimitStatus } },
  errors: ['SESSION_EXPIRED'],
})
