export {
  createByteLimiter,
  createSocketRateLimiter,
  type MessageLimiter,
  type SocketRateLimiter,
} from './socket-rate-limiter.ts'
export { SOCKET_TURN_LIMITS, type SocketTurnLimits } from './socket-turn-limits.ts'
export { createSocketTurns, type SocketTurns, type SocketTurnSession } from './socket-turns.ts'
export type { SocketChannel, LiveModelConversations, LiveModels } from './ports.ts'
export { SpeechPipeline } from './speech-pipeline.ts'
