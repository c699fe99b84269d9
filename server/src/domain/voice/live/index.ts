export { createRateLimiter, type RateLimiter } from './rate-limiter.ts'
export { LIVE_LIMITS, type LiveLimits } from './limits.ts'
export { createLive, type Live, type LiveSession } from './live.ts'
export type { LiveLine } from './ports.ts'
