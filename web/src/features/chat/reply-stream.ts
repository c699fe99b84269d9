import type { Budget } from '@vee/contract/entities/budget'
import type { deleteReply, getReplyStream, postChat, ChatRequest } from '@vee/contract/http/chat'
import { parseReplyStream, type ParsedEvent } from '@vee/contract/stream/parse'
import type { ReplyEvent, ReplyMetadata } from '@vee/contract/stream/reply-event'
import { ApiError, errorOfSilence, isErrorCode, type Api, type FailureCode } from '#lib/api/index.ts'
import { systemLog } from '#lib/log.ts'

/** Longest silence in a stream. The server pings every 15 s, so a quieter connection is dead. */
const SILENCE_MS = 90_000
const SILENCE_CHECK_MS = 5_000
/** Tries to get a broken reply back; an event that arrives begins the count anew. */
const MAX_TRIES = 6
const LONGEST_DELAY_MS = 10_000

/** What the server would have answered. */
const ERROR_STATUS_OF_BAR = 402

/** Before the n-th try (from 0): doubles from 300 ms, half of it left to chance so that clients do not come back together. */
function delayOf(attempt: number): number {
  const longest = Math.min(LONGEST_DELAY_MS, 300 * 2 ** attempt)
  return longest / 2 + (Math.random() * longest) / 2
}

export type ChatReplyRequest = ChatRequest & { readonly replyId: string }

/** A reply to ask for, or to go on with. */
export interface ReplyJob {
  readonly request: ChatReplyRequest
  /** the last event that was received; 0 when none was: then the question is (re)sent, under the same replyId */
  readonly lastEventId: number
  readonly signal: AbortSignal
  readonly onEvent: (event: ReplyEvent, id: number) => void
  /** `lost` while the connection is gone and tried again */
  readonly onConnection: (state: 'open' | 'lost') => void
  /** hears of a refusal before the job ends with it */
  readonly onError?: (error: ApiError) => void
  readonly payment?: ReplyPayment | undefined
  /** in ms, before the n-th try from 0 */
  readonly retryDelay?: ((attempt: number) => number) | undefined
}

/** What replies cost, and what they are paid with. */
export interface ReplyPayment {
  /** sent along with a question */
  readonly headers: () => Readonly<Record<string, string>>
  /** why nothing may be spent now */
  readonly barred: () => FailureCode | undefined
  /** Whether a question that was refused may be sent once more, with other headers. */
  readonly mayPayInstead: (refusal: ApiError) => boolean
  /** The server says where the allowance stands. */
  readonly told: (budget: Budget | undefined) => void
  /** A reply was paid for. */
  readonly paid: () => void
}

export type ReplyEnd =
  | { readonly kind: 'finished'; readonly metadata: ReplyMetadata }
  /** the server or the provider gave up on it; asking anew may help */
  | {
      readonly kind: 'failed'
      readonly code: FailureCode
      readonly status: number
      /** seconds until the server takes another question */
      readonly retryAfterSeconds?: number | undefined
    }
  /** the server does not know it any more */
  | { readonly kind: 'forgotten' }
  /** the connection did not come back; the reply may still be written */
  | { readonly kind: 'lost'; readonly code: FailureCode }
  | { readonly kind: 'aborted' }

/** Follows a reply to its end, over as many connections as it takes. Never throws. The request leaves before this returns. */
export async function followReply(api: Api, job: ReplyJob): Promise<ReplyEnd> {
  let { lastEventId } = job
  let attempt = 0
  let mayPayInstead = true
  const barred = lastEventId === 0 ? job.payment?.barred() : undefined
  if (barred !== undefined) return { kind: 'failed', code: barred, status: ERROR_STATUS_OF_BAR }
  for (;;) {
    let error: ApiError
    try {
      const end = await readConnection()
      if (end) return end
      error = errorOfSilence('UNREACHABLE')
    } catch (cause) {
      error = cause instanceof ApiError ? cause : errorOfSilence('UNREACHABLE', cause)
    }
    if (job.signal.aborted) return { kind: 'aborted' }
    if (mayPayInstead && job.payment?.mayPayInstead(error)) {
      mayPayInstead = false
      continue
    }
    if (!isPassing(error, lastEventId > 0)) {
      if (error.status === 404 && lastEventId > 0) return { kind: 'forgotten' }
      job.onError?.(error)
      const { code, status, retryAfterSeconds } = error
      return { kind: 'failed', code, status, retryAfterSeconds }
    }
    if (attempt === MAX_TRIES) return { kind: 'lost', code: error.code }
    job.onConnection('lost')
    await pause((job.retryDelay ?? delayOf)(attempt), job.signal)
    attempt += 1
  }

  /** Resolves with the reply's end, or with undefined when the stream ended without one. */
  async function readConnection(): Promise<ReplyEnd | undefined> {
    for await (const { id, event } of openReply(api, job, lastEventId)) {
      job.signal.throwIfAborted()
      // A proxy may deliver something twice after a reconnect.
      if (id !== undefined && id <= lastEventId) continue
      lastEventId = id ?? lastEventId + 1
      attempt = 0
      job.onConnection('open')
      if (event.type === 'start' || event.type === 'final_response_metadata') job.payment?.told(event.budget)
      job.onEvent(event, lastEventId)
      if (event.type === 'final_response_metadata') job.payment?.paid()
      if (event.type === 'final_response_metadata') return { kind: 'finished', metadata: event }
      if (event.type === 'error') return { kind: 'failed', code: knownCode(event.error), status: 200 }
    }
    return undefined
  }
}

/** The stream's parser looks at no code; a newer server may send one that has no text here. */
const knownCode = (code: string): FailureCode => (isErrorCode(code) ? code : 'INTERNAL')

/** Tells the server to stop; the reply ends there even if nobody listens. */
export async function stopReply(api: Api, replyId: string): Promise<void> {
  try {
    await api.send<typeof deleteReply>('DELETE', '/chat/replies/{replyId}', { params: { replyId } })
  } catch {
    // The client has logged it. A reply that cannot be reached ends by itself.
  }
}

/** Whether another try may get the reply back. */
function isPassing(error: ApiError, isResuming: boolean): boolean {
  if (error.code === 'OFFLINE' || error.code === 'UNREACHABLE') return true
  // A server that is about to stop begins no reply, and says when to ask again; the same id is answered by the next one.
  if (error.code === 'REPLY_INTERRUPTED' && error.retryAfterSeconds !== undefined) return true
  return isResuming && (error.status === 0 || error.status >= 500)
}

/**
 * One connection to a reply's events. Raises "API Error: {status} {message}" when the server refuses, and an error
 * when the answer has no body.
 */
async function* openReply(api: Api, job: ReplyJob, lastEventId: number): AsyncGenerator<ParsedEvent> {
  const { request, signal } = job
  const accept = 'text/event-stream'
  const answer =
    lastEventId === 0
      ? api.send<typeof postChat>('POST', '/chat', {
          body: request,
          headers: { accept, ...job.payment?.headers() },
          signal,
        })
      : api.send<typeof getReplyStream>('GET', '/chat/replies/{replyId}/stream', {
          params: { replyId: request.replyId },
          headers: { accept, 'last-event-id': String(lastEventId) },
          signal,
        })
  const { body, status } = await answer.catch((error: unknown) => {
    throw error instanceof ApiError && error.status > 0 ? asStreamError(error) : error
  })
  if (body === null)
    throw asStreamError(new ApiError({ status, code: 'INTERNAL', message: 'the answer is empty' }))
  yield* parseReplyStream(textOf(body), {
    onBroken: ({ reason, length }) =>
      systemLog.add('WARN', 'A line of a reply could not be read', `${reason}, ${length} characters`),
  })
}

function asStreamError(error: ApiError): ApiError {
  const { status, code, serverMessage, details, requestId, retryAfterSeconds } = error
  const message = `API Error: ${status} ${error.message}`
  const failure = { status, code, message, serverMessage, details, requestId, retryAfterSeconds }
  return new ApiError(failure, { cause: error })
}

/**
 * The text of a body, until it ends or nothing comes for too long. A reader instead of `for await`: not every browser can
 * iterate a stream. A decoder instead of TextDecoderStream, and one timer for all reads: a token is a read, and pipes and
 * timers cost more than the rest of it.
 */
async function* textOf(body: ReadableStream<Uint8Array<ArrayBuffer>>): AsyncGenerator<string> {
  const reader = body.getReader()
  const decoder = new TextDecoder()
  let heardAt = performance.now()
  let isSilent = false
  const watch = setInterval(() => {
    if (performance.now() - heardAt < SILENCE_MS) return
    isSilent = true
    // Ends the pending read.
    void reader.cancel().catch(() => undefined)
  }, SILENCE_CHECK_MS)
  try {
    for (;;) {
      const { done, value } = await reader.read()
      if (isSilent) throw errorOfSilence('TIMEOUT')
      heardAt = performance.now()
      if (done) break
      yield decoder.decode(value, { stream: true })
    }
    yield decoder.decode()
  } finally {
    clearInterval(watch)
    await reader.cancel().catch(() => undefined)
  }
}

/** Ends early when the browser is online again or the signal is aborted; while it is offline, it lasts. */
function pause(ms: number, signal: AbortSignal): Promise<void> {
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
