import { getRateLimitStatus } from '@vee/contract/http/limits'
import type { Limits } from '#domain/money/limits/index.ts'
import { json, route, type Route } from '#serving/route.ts'

export const limitRoutes = (limits: Limits): readonly Route[] => [
  route(getRateLimitStatus, async ({ caller }) => json(await limits.status(caller))),
]
