import { LIVE_SAMPLE_RATE } from '@vee/contract/live/limits'
import type { LiveLimits } from './limits.ts'

const BYTES_PER_SECOND = LIVE_SAMPLE_RATE * 2

interface Bucket {
  /** Takes this amount. Returns false if there is not enough. */
  takeTokens(amount: number): boolean
}

function createBucket(perSecond: number, burst: number, elapsed: () => number): Bucket {
  let level = burst
  let filledAt = elapsed()
  return {
    takeTokens(amount) {
      const at = elapsed()
      level = Math.min(burst, level + ((at - filledAt) / 1_000) * perSecond)
      filledAt = at
      if (amount > level) return false
      level -= amount
      return true
    },
  }
}

/** Limits the messages of one socket. */
export interface MessageLimiter {
  /** Counts one message or frame. Returns false beyond the limit. */
  takeMessage(): boolean
}

export interface RateLimiter extends MessageLimiter {
  takeSound(bytes: number): boolean
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
  const messages = createBucket(messagesPerSecond, messageBurst, elapsed)
  const data = createBucket(bytesPerSecond, byteBurst, elapsed)
  return { takeMessage: () => messages.takeTokens(1), takeBytes: (bytes) => data.takeTokens(bytes) }
}

/** @param elapsed returns milliseconds since a fixed moment, from a monotonic clock */
export function createRateLimiter(
  limits: LiveLimits,
  elapsed: () => number = () => performance.now(),
): RateLimiter {
  const messages = createBucket(limits.messagesPerSecond, limits.messageBurst, elapsed)
  const sound = createBucket(limits.soundSpeed * BYTES_PER_SECOND, limits.soundBurst, elapsed)
  return { takeMessage: () => messages.takeTokens(1), takeSound: (bytes) => sound.takeTokens(bytes) }
}
