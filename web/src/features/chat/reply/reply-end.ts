import type { FinishReason } from '@vee/contract/stream/reply-event'
import type { ReplyProgress } from '#voice/session/ports.ts'
import type { ReplyMessage, ReplyState } from '../store/message.ts'
import type { ReplyEnd } from './reply-stream.ts'
import { toolStepsOf } from '../store/tool-steps.ts'

interface AfterEnd {
  readonly state: ReplyState
  /** known facts about the reply */
  readonly facts: Pick<
    ReplyMessage,
    | 'model'
    | 'provider'
    | 'costUsd'
    | 'messagesOmitted'
    | 'ignoredSampling'
    | 'result'
    | 'tools'
    | 'sources'
    | 'searchSuggestions'
    | 'speakers'
  >
  readonly outcome: Extract<ReplyProgress, { type: 'reply-ended' }>['outcome']
}

/** Returns the state of a reply that ended for this reason. */
export function finishedState(finishReason: FinishReason): ReplyState {
  switch (finishReason) {
    case 'stopped':
    case 'interrupted':
      return { kind: finishReason }
    case 'error':
      return { kind: 'failed', code: 'PROVIDER_ERROR', status: 200, canResume: false }
    case 'stop':
    case 'length':
    case 'tool_calls':
    case 'content_filter':
      return { kind: 'complete', finishReason }
  }
}

const OUTCOMES = {
  running: 'failed',
  complete: 'complete',
  stopped: 'stopped',
  failed: 'failed',
  interrupted: 'failed',
} as const satisfies Record<ReplyState['kind'], AfterEnd['outcome']>

function timeAfter(seconds: number | undefined): string | undefined {
  return seconds === undefined ? undefined : new Date(Date.now() + seconds * 1_000).toISOString()
}

function stateOf(end: ReplyEnd | { readonly kind: 'stopped' }): ReplyState {
  switch (end.kind) {
    case 'finished':
      return finishedState(end.metadata.finishReason)
    case 'failed':
      return end.code === 'REPLY_INTERRUPTED'
        ? { kind: 'interrupted' }
        : {
            kind: 'failed',
            code: end.code,
            status: end.status,
            reason: end.reason,
            canResume: false,
            retryAt: timeAfter(end.retryAfterSeconds),
            resetsAt: end.resetsAt,
          }
    case 'lost':
      return { kind: 'failed', code: end.code, status: 0, canResume: true }
    case 'forgotten':
      return { kind: 'interrupted' }
    case 'stopped':
    case 'aborted':
      return { kind: 'stopped' }
  }
}

/** Returns the state of a reply's message after it ended in this way. */
export function stateAfter(end: ReplyEnd | { readonly kind: 'stopped' }): AfterEnd {
  const state = stateOf(end)
  if (end.kind !== 'finished') return { state, facts: {}, outcome: OUTCOMES[state.kind] }
  const { model, provider, costUsd, historyUsed, ignoredSampling, result, toolRuns } = end.metadata
  const { pictures, sources, searchSuggestions, speakers } = end.metadata
  const messagesOmitted = historyUsed?.omitted ?? 0
  const facts = {
    model,
    provider,
    costUsd,
    messagesOmitted,
    ...(ignoredSampling && { ignoredSampling }),
    ...(result && { result }),
    ...(pictures && { pictures }),
    ...(sources && { sources }),
    ...(speakers && { speakers }),
    ...(searchSuggestions !== undefined && { searchSuggestions }),
    ...(toolRuns && { tools: toolStepsOf(toolRuns) }),
  }
  return { state, facts, outcome: OUTCOMES[state.kind] }
}
