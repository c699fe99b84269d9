import { MAX_REALTIME_SESSION_SECONDS } from '@vee/contract/openai-realtime/realtime-limits'
import { SOCKET_TURN_LIMITS } from '#domain/voice/socket-turns/index.ts'

/** Limits of the sockets of OpenAI's Realtime protocol. Times in ms. */
export interface RealtimeSocketLimits {
  /** without an event, while nothing is in progress */
  readonly idleMs: number
  /** from the opening to the end of a session */
  readonly sessionMs: number
  /** interval of the checks of the token: a socket outlives its session by so long at most */
  readonly tokenCheckIntervalMs: number
  readonly socketsPerCaller: number
  readonly socketsPerNetwork: number
  /** events per second on average: some clients send every block of 128 samples … */
  readonly messagesPerSecond: number
  /** … and in a burst */
  readonly messageBurst: number
  /** received data per second on average, in bytes … */
  readonly bytesPerSecond: number
  /** … and in a burst */
  readonly byteBurst: number
}

export const REALTIME_SOCKET_LIMITS: RealtimeSocketLimits = {
  idleMs: 600_000,
  sessionMs: MAX_REALTIME_SESSION_SECONDS * 1_000,
  tokenCheckIntervalMs: SOCKET_TURN_LIMITS.tokenCheckIntervalMs,
  socketsPerCaller: SOCKET_TURN_LIMITS.socketsPerCaller,
  socketsPerNetwork: SOCKET_TURN_LIMITS.socketsPerNetwork,
  messagesPerSecond: 250,
  messageBurst: 2_500,
  // Four times real time, as base64.
  bytesPerSecond: 4 * 64_000,
  byteBurst: 16 * 1024 * 1024,
}
