import type { AgentId } from '@vee/contract/entities/agent-ids'
import type { ResultKind } from '@vee/contract/entities/agent-result'
import type { Source } from '@vee/contract/entities/source'
import type { ReplyEvent } from '@vee/contract/stream/reply-event'
import type { Api } from '#lib/http/index.ts'
import { createPainter } from './painter.ts'
import {
  followReply,
  stopReply,
  type ReplyEnd,
  type ReplyJob,
  type ChatReplyRequest,
  type ReplyTransport,
} from './reply-stream.ts'
import { isToolEvent, type ToolEvent } from '../store/tool-steps.ts'

/** Position in a reply: `text` contains all events up to `lastEventId`. */
export interface ReplyPosition {
  readonly text: string
  /** what the model reasoned before it */
  readonly reasoning?: string
  readonly lastEventId: number
}

/** A partially received result: JSON that is incomplete. */
export interface ArrivingResult {
  readonly id: string
  readonly kind: ResultKind
  readonly json: string
}

export interface RunListener {
  /** called when the server has the question and reports the model */
  started(by: { readonly model: string; readonly provider: string; readonly agentId: AgentId }): void
  /** an agent speaks from this offset of the text on */
  speaker(agentId: AgentId, offset: number): void
  /** called at once, with every piece of text */
  added(piece: string): void
  /** called at once: that many characters at the end of the text were none of the reply */
  retracted(length: number): void
  /** the server uses a tool */
  tool(event: ToolEvent): void
  /** the reply may cite a source from here on */
  source(source: Source): void
  /** called before a paint, with all the text so far and the partially received result */
  grew(position: ReplyPosition, arriving: ArrivingResult | undefined): void
  connection(state: 'open' | 'lost'): void
  ended(end: ReplyEnd, position: ReplyPosition): void
}

export interface RunningReplyRequest {
  position(): ReplyPosition
  /** Ends it here and on the server; reports nothing more. */
  stop(): void
  /** Stops following it; the server continues to write, so that another page can resume it. */
  disconnect(): void
}

function withEvent(before: ReplyPosition, event: ReplyEvent): ReplyPosition {
  if (event.type === 'chunk') return { ...before, text: before.text + event.content }
  const { text, reasoning = '' } = before
  if (event.type === 'reasoning_delta') return { ...before, reasoning: reasoning + event.content }
  if (event.type === 'marked') return { ...before, text: text.slice(0, -event.length) + event.content }
  if (event.type !== 'retracted') return before
  return event.kind === 'text'
    ? { ...before, text: text.slice(0, -event.length) }
    : { ...before, reasoning: reasoning.slice(0, -event.length) }
}

/** Starts again with a result that is requested again. */
function withDelta(
  before: ArrivingResult | undefined,
  { id, kind, delta }: Extract<ReplyEvent, { type: 'result_delta' }>,
): ArrivingResult {
  return { id, kind, json: (before?.id === id ? before.json : '') + delta }
}

/** Requests a reply, or resumes one from a position, and reports until its end. Sends the request at once. */
export function requestReply(
  { api, transport }: { readonly api: Api; readonly transport: ReplyTransport },
  request: ChatReplyRequest,
  from: ReplyPosition,
  listener: RunListener,
  { retryDelay, payment }: Pick<ReplyJob, 'retryDelay' | 'payment'> = {},
): RunningReplyRequest {
  const abort = new AbortController()
  let position = from
  let arriving: ArrivingResult | undefined
  const painter = createPainter(() => listener.grew(position, arriving))

  const ending = followReply(transport, {
    request,
    lastEventId: from.lastEventId,
    signal: abort.signal,
    onConnection: (state) => listener.connection(state),
    onEvent(event, lastEventId) {
      position = { ...withEvent(position, event), lastEventId }
      if (event.type === 'start') listener.started(event)
      if (event.type === 'speaker') listener.speaker(event.agentId, position.text.length)
      if (isToolEvent(event)) listener.tool(event)
      if (event.type === 'source') listener.source(event.source)
      if (event.type === 'result_delta') {
        arriving = withDelta(arriving, event)
        painter.paintSoon()
      }
      if (event.type === 'reasoning_delta') painter.paintSoon()
      // The words stay the same: what is spoken goes on.
      if (event.type === 'marked') painter.now()
      if (event.type === 'retracted') {
        if (event.kind === 'text') listener.retracted(event.length)
        painter.now()
      }
      if (event.type !== 'chunk') return
      listener.added(event.content)
      // The first characters do not wait for a frame of their own.
      if (position.text === event.content) painter.now()
      else painter.paintSoon()
    },
    payment,
    ...(retryDelay ? { retryDelay } : {}),
  })

  void (async () => {
    const end = await ending
    if (end.kind === 'aborted') return
    painter.cancel()
    listener.ended(end, position)
  })()

  function disconnect(): void {
    painter.cancel()
    abort.abort()
  }

  return {
    position: () => position,
    disconnect,
    stop() {
      void stopReply(api, request.replyId)
      disconnect()
    },
  }
}
