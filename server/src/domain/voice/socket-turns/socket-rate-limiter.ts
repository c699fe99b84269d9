import { SOCKET_SAMPLE_RATE } from '@vee/contract/socket/socket-limits'
import { TokenBucket } from '#lib/token-bucket.ts'
import type { SocketTurnLimits } from './socket-turn-limits.ts'

const BYTES_PER_SECOND = SOCKET_SAMPLE_RATE * 2

/** Limits the messages of one socket. */
export interface MessageLimiter {
  /** Counts one message or frame. Returns false beyond the limit. */
  takeMessage(): boolean
}

export interface SocketRateLimiter extends MessageLimiter {
  takeAudio(bytes: number): boolean
}

interface ByteLimits {
  readonly messagesPerSecond: number
  readonly messageBurst: number
  readonly bytesPerSecond: number
  readonly byteBurst: number
}

/** Creates a limiter for a protocol without frames of audio. */
export function createByteLimiter(
  { messagesPerSecond, messageBurst, bytesPerSecond, byteBurst }: ByteLimits,
  elapsed: () => number = () => performance.now(),
): MessageLimiter & { takeBytes(bytes: number): boolean } {
  const messages = new TokenBucket(messagesPerSecond, messageBurst, elapsed)
  const data = new TokenBucket(bytesPerSecond, byteBurst, elapsed)
  return { takeMessage: () => messages.take(1) === 0, takeBytes: (bytes) => data.take(bytes) === 0 }
}

/** @param elapsed returns milliseconds since a fixed moment, from a monotonic clock */
export function createSocketRateLimiter(
  limits: SocketTurnLimits,
  elapsed: () => number = () => performance.now(),
): SocketRateLimiter {
  const messages = new TokenBucket(limits.messagesPerSecond, limits.messageBurst, elapsed)
  const sound = new TokenBucket(limits.soundSpeed * BYTES_PER_SECOND, limits.soundBurst, elapsed)
  return { takeMessage: () => messages.take(1) === 0, takeAudio: (bytes) => sound.take(bytes) === 0 }
}
