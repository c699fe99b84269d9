import { setTimeout as pause } from 'node:timers/promises'
import { ProviderFailure, type ProviderFailureKind } from '../failure.ts'
import type { LlmProvider, LlmRequest, EmitLlmEvent } from './llm.ts'

export interface RetryOptions {
  /** all of them, the first included */
  readonly attempts?: number
  /** Waits, and resolves early when `signal` aborts. */
  readonly delay?: (ms: number, signal: AbortSignal) => Promise<void>
  /** from 0 to 1 */
  readonly random?: () => number
}

const MAX_ATTEMPTS = 3
/** The wait before the second attempt, in ms, at most; it doubles from one to the next. */
const FIRST_DELAY_MS = 500
/**
 * Maximum delay of a retry, in ms. If the provider requires more, the failure is thrown at once, because a
 * user is waiting.
 */
const MAX_DELAY_MS = 5_000

/** Failures that the next attempt may not meet. A time limit is none of them: its wait was long enough. */
const PASSING: ReadonlySet<ProviderFailureKind> = new Set(['rate-limited', 'unavailable', 'cut'])

/** The provider, tried again when it fails in passing before its first event. The one place where that is done. */
export function retrying(provider: LlmProvider, options: RetryOptions = {}): LlmProvider {
  return {
    ...provider,
    stream: (request, signal, emit) => streamRetrying(provider, request, signal, emit, options),
  }
}

async function streamRetrying(
  provider: LlmProvider,
  request: LlmRequest,
  signal: AbortSignal,
  emit: EmitLlmEvent,
  { attempts = MAX_ATTEMPTS, delay = abortableDelay, random = Math.random }: RetryOptions,
): Promise<void> {
  for (let attempt = 1; ; attempt++) {
    let hasBegun = false
    try {
      return await provider.stream(request, signal, (event) => {
        hasBegun = true
        emit(event)
      })
    } catch (error) {
      const waitMs = hasBegun || attempt >= attempts ? undefined : waitAfter(error, attempt, random())
      if (waitMs === undefined) throw error
      await delay(waitMs, signal)
      if (signal.aborted) return
    }
  }
}

/** Returns the delay before the next attempt in ms; undefined if a retry makes no sense. */
function waitAfter(error: unknown, attempt: number, random: number): number | undefined {
  if (!(error instanceof ProviderFailure) || !PASSING.has(error.kind)) return undefined
  const retryAfter = error.retryAfterSeconds
  if (retryAfter !== undefined) return retryAfter * 1000 <= MAX_DELAY_MS ? retryAfter * 1000 : undefined
  // Random between half of the delay and all of it, so that many callers do not retry simultaneously.
  return FIRST_DELAY_MS * 2 ** (attempt - 1) * (0.5 + random / 2)
}

const abortableDelay = (ms: number, signal: AbortSignal) =>
  pause(ms, undefined, { signal }).catch(() => undefined)
