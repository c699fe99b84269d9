import { getRateLimitStatus } from '@vee/contract/http/rate-limit'
import type { CallerRateLimits } from '#domain/money/caller-limits/index.ts'
import { json, route, type Route } from '#serving/route.ts'

export const rateLimitRoutes = (limits: CallerRateLimits): readonly Route[] => [
  route(getRateLimitStatus, async ({ caller }) => json(await limits.visitorStatus(caller))),
]
