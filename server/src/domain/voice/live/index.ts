export {
  createByteLimiter,
  createRateLimiter,
  type MessageLimiter,
  type RateLimiter,
} from './rate-limiter.ts'
export { LIVE_LIMITS, type LiveLimits } from './limits.ts'
export { createLive, type Live, type LiveSession } from './live.ts'
export type { LiveChannel, LiveModelConversations, LiveModels } from './ports.ts'
export { SpeechPipeline } from './speech-pipeline.ts'
