import type { Api } from '#lib/api/index.ts'
import { followReply, stopReply, type ReplyEnd, type ReplyJob, type ReplyRequest } from './reply-stream.ts'

/** How far a reply has come: `text` holds all events up to `lastEventId`. */
export interface ReplyPosition {
  readonly text: string
  readonly lastEventId: number
}

export interface RunListener {
  /** the server has the question, and says who answers */
  started(by: { readonly model: string; readonly provider: string }): void
  /** at once, with every piece of text */
  added(piece: string): void
  /** at most once a frame, with all the text so far */
  grew(position: ReplyPosition): void
  connection(state: 'open' | 'lost'): void
  ended(end: ReplyEnd, position: ReplyPosition): void
}

export interface ReplyRun {
  position(): ReplyPosition
  /** Ends it here and on the server; nothing is reported any more. */
  stop(): void
  /** Lets go of it; the server goes on writing, so that another page can take it up. */
  leave(): void
}

/** In a hidden tab nothing is painted, so text is due by time there. */
const HIDDEN_FRAME_MS = 250

/** Calls back once, before the next paint. Returns the way to call it off. */
function beforePaint(callback: () => void): () => void {
  const frame = requestAnimationFrame(run)
  const timer = setTimeout(run, HIDDEN_FRAME_MS)
  function cancel(): void {
    cancelAnimationFrame(frame)
    clearTimeout(timer)
  }
  function run(): void {
    cancel()
    callback()
  }
  return cancel
}

/** Asks for a reply, or goes on with one from a position, and reports until its end. The request leaves at once. */
export function runReply(
  api: Api,
  request: ReplyRequest,
  from: ReplyPosition,
  listener: RunListener,
  retryDelay?: ReplyJob['retryDelay'],
): ReplyRun {
  const abort = new AbortController()
  let position = from
  let cancelPaint: (() => void) | undefined

  function paintSoon(): void {
    cancelPaint ??= beforePaint(() => {
      cancelPaint = undefined
      listener.grew(position)
    })
  }

  const ending = followReply(api, {
    request,
    lastEventId: from.lastEventId,
    signal: abort.signal,
    onConnection: (state) => listener.connection(state),
    onEvent(event, lastEventId) {
      position = { text: event.type === 'chunk' ? position.text + event.content : position.text, lastEventId }
      if (event.type === 'start') listener.started(event)
      if (event.type !== 'chunk') return
      listener.added(event.content)
      paintSoon()
    },
    ...(retryDelay ? { retryDelay } : {}),
  })

  void (async () => {
    const end = await ending
    if (end.kind === 'aborted') return
    cancelPaint?.()
    listener.ended(end, position)
  })()

  function leave(): void {
    cancelPaint?.()
    abort.abort()
  }

  return {
    position: () => position,
    leave,
    stop() {
      void stopReply(api, request.replyId)
      leave()
    },
  }
}
