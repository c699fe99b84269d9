import type { Budget } from '@vee/contract/entities/budget'
import type { deleteReply, ChatRequest } from '@vee/contract/http/chat'
import type { ProviderErrorReason, ReplyEvent, ReplyMetadata } from '@vee/contract/stream/reply-event'
import { backoffDelay } from '#lib/async/backoff-delay.ts'
import { resetsAtOf } from '#lib/costs/allowance-reset.ts'
import { ApiError, networkError, isErrorCode, type Api, type FailureCode } from '#lib/http/index.ts'
import type { TurnTransport } from '#voice/transport/turn-transport.ts'

/** Number of tries to resume a broken reply; an event that arrives resets the count. */
const MAX_TRIES = 6
const BACKOFF = { firstMs: 300, maxMs: 10_000 }

/** The status that the server would have sent. */
const PAYMENT_REQUIRED = 402

export type ChatReplyRequest = ChatRequest & { readonly replyId: string }

/** Delivers the events of replies. */
export type ReplyTransport = Pick<TurnTransport, 'reply'>

/** A reply to request or to resume. */
export interface ReplyJob {
  readonly request: ChatReplyRequest
  /** the last received event; 0 without one: then the question is sent (again), under the same replyId */
  readonly lastEventId: number
  readonly signal: AbortSignal
  readonly onEvent: (event: ReplyEvent, id: number) => void
  /** `lost` while the connection is lost and being retried */
  readonly onConnection: (state: 'open' | 'lost') => void
  /** called with a refusal before the job ends with it */
  readonly onError?: (error: ApiError) => void
  readonly payment?: ReplyPayment | undefined
  /** in ms, before the n-th try from 0 */
  readonly retryDelay?: ((attempt: number) => number) | undefined
}

/** Cost of replies, and how they are paid for. */
export interface ReplyPayment {
  /** sent along with a question */
  readonly headers: () => Readonly<Record<string, string>>
  /** returns why nothing may be spent now */
  readonly blockReason: () => FailureCode | undefined
  /** Returns whether a refused question may be sent once more, with other headers. */
  readonly canRetryWithOwnKey: (error: ApiError) => boolean
  /** Called with the state of the allowance that the server reports. */
  readonly onBudget: (budget: Budget | undefined) => void
  /** A reply was paid for. */
  readonly onPaid: () => void
}

export type ReplyEnd =
  | { readonly kind: 'finished'; readonly metadata: ReplyMetadata }
  /** the server or the provider gave up; a new request may succeed */
  | {
      readonly kind: 'failed'
      readonly code: FailureCode
      readonly status: number
      /** why the model's provider failed */
      readonly reason?: ProviderErrorReason | undefined
      /** seconds until the server accepts another question */
      readonly retryAfterSeconds?: number | undefined
      /** ISO 8601: when the allowance resets that is used up */
      readonly resetsAt?: string | undefined
    }
  /** the server no longer has it */
  | { readonly kind: 'forgotten' }
  /** the connection did not recover; the reply may still be written */
  | { readonly kind: 'lost'; readonly code: FailureCode }
  | { readonly kind: 'aborted' }

/**
 * Follows a reply to its end, over as many connections as needed. Never throws. Sends the request before this
 * returns.
 */
export async function followReply(transport: ReplyTransport, job: ReplyJob): Promise<ReplyEnd> {
  let { lastEventId } = job
  let attempt = 0
  let canRetryWithOwnKey = true
  const blockReason = lastEventId === 0 ? job.payment?.blockReason() : undefined
  if (blockReason !== undefined) return { kind: 'failed', code: blockReason, status: PAYMENT_REQUIRED }
  for (;;) {
    let error: ApiError
    try {
      const end = await readConnection()
      if (end) return end
      error = networkError('UNREACHABLE')
    } catch (cause) {
      error = cause instanceof ApiError ? withErrorPrefix(cause) : networkError('UNREACHABLE', cause)
    }
    if (job.signal.aborted) return { kind: 'aborted' }
    if (canRetryWithOwnKey && job.payment?.canRetryWithOwnKey(error)) {
      canRetryWithOwnKey = false
      continue
    }
    if (!isTransient(error, lastEventId > 0)) {
      if (error.status === 404 && lastEventId > 0) return { kind: 'forgotten' }
      job.onError?.(error)
      const { code, status, retryAfterSeconds, details } = error
      const { reason } = (details ?? {}) as { readonly reason?: ProviderErrorReason }
      return { kind: 'failed', code, status, reason, retryAfterSeconds, resetsAt: resetsAtOf(details) }
    }
    if (attempt === MAX_TRIES) return { kind: 'lost', code: error.code }
    job.onConnection('lost')
    await waitForRetry(job.retryDelay?.(attempt) ?? backoffDelay(attempt, BACKOFF), job.signal)
    attempt += 1
  }

  /** Resolves with the reply's end, or with undefined when the stream ended without one. */
  async function readConnection(): Promise<ReplyEnd | undefined> {
    const { request, signal } = job
    const headers = job.payment?.headers()
    for await (const { id, event } of transport.reply({ request, lastEventId, headers, signal })) {
      signal.throwIfAborted()
      // A proxy may deliver an event twice after a reconnect.
      if (id !== undefined && id <= lastEventId) continue
      lastEventId = id ?? lastEventId + 1
      attempt = 0
      job.onConnection('open')
      if (event.type === 'start' || event.type === 'final_response_metadata')
        job.payment?.onBudget(event.budget)
      job.onEvent(event, lastEventId)
      if (event.type === 'final_response_metadata') job.payment?.onPaid()
      if (event.type === 'final_response_metadata') return { kind: 'finished', metadata: event }
      if (event.type === 'error')
        return { kind: 'failed', code: knownCode(event.error), status: 200, reason: event.reason }
    }
    return undefined
  }
}

/**
 * Returns the code if it has a text here: the stream's parser does not check codes, and a newer server may
 * send an unknown one.
 */
const knownCode = (code: string): FailureCode => (isErrorCode(code) ? code : 'INTERNAL')

/** Stops a reply on the server, even if no client follows it. */
export async function stopReply(api: Api, replyId: string): Promise<void> {
  try {
    await api.send<typeof deleteReply>('DELETE', '/chat/replies/{replyId}', { params: { replyId } })
  } catch {
    // The client has logged it. A reply whose server cannot be reached ends by itself.
  }
}

/** Returns whether another try may recover the reply. */
function isTransient(error: ApiError, isResuming: boolean): boolean {
  if (error.code === 'OFFLINE' || error.code === 'UNREACHABLE') return true
  // A server that is about to stop starts no reply, and sends the time for a retry; the next server answers
  // the same id.
  if (error.code === 'REPLY_INTERRUPTED' && error.retryAfterSeconds !== undefined) return true
  return isResuming && (error.status === 0 || error.status >= 500)
}

/** Marks an error of the server; an error without a response has a message of its own. */
function withErrorPrefix(error: ApiError): ApiError {
  if (error.status === 0) return error
  const { status, code, serverMessage, details, requestId, retryAfterSeconds } = error
  const message = `API Error: ${status} ${error.message}`
  const failure = { status, code, message, serverMessage, details, requestId, retryAfterSeconds }
  return new ApiError(failure, { cause: error })
}

/**
 * Waits; ends early when the browser is online again or the signal is aborted, and lasts while it is offline.
 */
function waitForRetry(ms: number, signal: AbortSignal): Promise<void> {
  return new Promise((resolve) => {
    const timer = navigator.onLine ? setTimeout(end, ms) : undefined
    globalThis.addEventListener('online', end)
    signal.addEventListener('abort', end)
    if (signal.aborted) end()

    function end(): void {
      clearTimeout(timer)
      globalThis.removeEventListener('online', end)
      signal.removeEventListener('abort', end)
      resolve()
    }
  })
}
