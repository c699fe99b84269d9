import { z } from 'zod'
import { defineEndpoint } from './endpoint.ts'

export const rateLimitStatus = z.object({
  tier: z.enum(['visitor', 'global', 'member']),
  /** null: not counted for this tier, or not visible to it */
  limit: z.number().int().nonnegative().nullable(),
  used: z.number().int().nonnegative().nullable(),
  remaining: z.number().int().nonnegative().nullable(),
  resetsAt: z.string().nullable(),
})
export type RateLimitStatus = z.infer<typeof rateLimitStatus>

export const getRateLimitStatus = defineEndpoint({
  method: 'GET',
  path: '/rate-limit/status',
  tag: 'limits',
  summary: "Get the caller's rate limit; for visitors the remaining demo replies of the day",
  access: 'public',
  responses: { 200: { kind: 'json', schema: rateLimitStatus } },
  errors: ['SESSION_EXPIRED'],
})
