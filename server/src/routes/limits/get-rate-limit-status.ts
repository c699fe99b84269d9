import { getRateLimitStatus } from '@vee/contract/http/limits'
import type { Limits } from '#domain/limits/index.ts'
import { json, route } from '../route.ts'

export const getRateLimitStatusRoute = (limits: Limits) =>
  route(getRateLimitStatus, async ({ caller }) => json(await limits.status(caller)))
