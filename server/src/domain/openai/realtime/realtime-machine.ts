import type { RealtimeResponseRequest } from '@vee/contract/openai-realtime/client-events'
import { step, type Step } from '@vee/contract/turns/machine'
import type { Item } from './conversation.ts'
import type { CancelReason } from './response-run.ts'
import type { SessionState } from './session-state.ts'

/** Shorter audio cannot be committed, in ms. */
export const MIN_COMMIT_MS = 100

/** Codes of errors in this protocol. */
export type RejectionCode =
  | 'input_audio_buffer_commit_empty'
  | 'conversation_already_has_active_response'
  | 'response_cancel_not_active'

/** A response as the client requested it. */
interface RequestedResponse {
  readonly request: RealtimeResponseRequest
  readonly state: SessionState
  /** undefined: it answers the conversation */
  readonly items: readonly Item[] | undefined
}

/** The turns of a session: who speaks, which words await a response, and the response in progress. */
export interface RealtimeState {
  /** the message of the user's speech in progress, in turn detection */
  readonly speakingItemId: string | undefined
  /** recordings that are being transcribed */
  readonly transcriptions: number
  /** speech with words awaits the response that turn detection starts */
  readonly isUnanswered: boolean
  /** id of the response in progress; a cancelled one reports its end first */
  readonly responseId: string | undefined
  /** turn detection; undefined: the client commits and requests responses */
  readonly detection: { readonly interrupts: boolean; readonly responds: boolean } | undefined
}

/** Positions are ms of audio since the session began. `responseId` is for a response that the event may start. */
export type RealtimeTurnEvent =
  | { readonly type: 'speech-started'; readonly atMs: number; readonly itemId: string }
  | { readonly type: 'speech-stopped'; readonly atMs: number; readonly pcm: Uint8Array }
  /** by the client */
  | {
      readonly type: 'audio-committed'
      readonly pcm: Uint8Array
      readonly ms: number
      readonly itemId: string
    }
  | { readonly type: 'audio-cleared' }
  | { readonly type: 'detection-changed'; readonly detection: RealtimeState['detection'] }
  | { readonly type: 'transcription-started' }
  /** `isTurn`: it was committed by turn detection */
  | {
      readonly type: 'transcription-ended'
      readonly isTurn: boolean
      readonly hasWords: boolean
      readonly responseId: string
    }
  /** by the client */
  | {
      readonly type: 'response-requested'
      readonly request: RequestedResponse
      readonly eventId: string | null
      readonly responseId: string
    }
  | { readonly type: 'response-ended'; readonly id: string; readonly responseId: string }
  | {
      readonly type: 'cancel-requested'
      readonly id: string | null | undefined
      readonly eventId: string | null
    }

export type RealtimeEffect = { readonly reason: string } & (
  | { readonly type: 'announce-speech-start'; readonly itemId: string; readonly atMs: number }
  | { readonly type: 'announce-speech-end'; readonly itemId: string; readonly atMs: number }
  /** adds a message of the user, and transcribes it */
  | {
      readonly type: 'commit-audio'
      readonly itemId: string
      readonly pcm: Uint8Array
      readonly isTurn: boolean
    }
  /** starts a response with the options of the client, or those of the session */
  | { readonly type: 'start-response'; readonly id: string; readonly request: RequestedResponse | undefined }
  | { readonly type: 'cancel-response'; readonly cancelReason: CancelReason }
  | { readonly type: 'reject-request'; readonly code: RejectionCode; readonly eventId: string | null }
)

type RealtimeStep = Step<RealtimeState, RealtimeEffect>

export const SILENT: RealtimeState = {
  speakingItemId: undefined,
  transcriptions: 0,
  isUnanswered: false,
  responseId: undefined,
  detection: undefined,
}

/** Returns the name of a state in the trace. */
export const realtimeStateName = ({ speakingItemId, responseId, transcriptions }: RealtimeState): string => {
  if (speakingItemId !== undefined) return responseId === undefined ? 'speaking' : 'speaking/responding'
  if (responseId !== undefined) return 'responding'
  return transcriptions > 0 ? 'transcribing' : 'silent'
}

/** The machine of the turns of a session in OpenAI's Realtime protocol. Pure. */
export function realtimeTransition(state: RealtimeState, event: RealtimeTurnEvent): RealtimeStep {
  switch (event.type) {
    case 'speech-started': {
      const { itemId, atMs } = event
      const interrupts = state.responseId !== undefined && state.detection?.interrupts !== false
      return step(
        { ...state, speakingItemId: itemId },
        { type: 'announce-speech-start', itemId, atMs, reason: 'voice-detected' },
        ...(interrupts ? [cancel('turn_detected', 'speech-during-response')] : []),
      )
    }
    case 'speech-stopped': {
      const { speakingItemId: itemId } = state
      if (itemId === undefined) return step(state)
      const { atMs, pcm } = event
      const reason = 'silence-detected'
      return step(
        { ...state, speakingItemId: undefined },
        { type: 'announce-speech-end', itemId, atMs, reason },
        { type: 'commit-audio', itemId, pcm, isTurn: true, reason },
      )
    }
    case 'audio-committed': {
      const { itemId, pcm, ms } = event
      return step(
        { ...state, speakingItemId: undefined },
        ms < MIN_COMMIT_MS
          ? reject('input_audio_buffer_commit_empty', null)
          : { type: 'commit-audio', itemId, pcm, isTurn: false, reason: 'client' },
      )
    }
    case 'audio-cleared':
      return step({ ...state, speakingItemId: undefined })
    case 'detection-changed':
      return step({ ...state, speakingItemId: undefined, detection: event.detection })
    case 'transcription-started':
      return step({ ...state, transcriptions: state.transcriptions + 1 })
    case 'transcription-ended': {
      const isUnanswered = state.isUnanswered || (event.isTurn && event.hasWords)
      const transcribed = { ...state, transcriptions: state.transcriptions - 1, isUnanswered }
      return answer(transcribed, event.responseId, 'words-known')
    }
    case 'response-requested':
      return state.responseId === undefined
        ? respond(state, event.responseId, 'client', event.request)
        : step(state, reject('conversation_already_has_active_response', event.eventId))
    case 'response-ended':
      return state.responseId === event.id
        ? answer({ ...state, responseId: undefined }, event.responseId, 'response-ended')
        : step(state)
    case 'cancel-requested': {
      const isCurrent = state.responseId !== undefined && (event.id ?? state.responseId) === state.responseId
      return step(
        state,
        isCurrent
          ? cancel('client_cancelled', 'client')
          : reject('response_cancel_not_active', event.eventId),
      )
    }
  }
}

const reject = (code: RejectionCode, eventId: string | null): RealtimeEffect => ({
  type: 'reject-request',
  code,
  eventId,
  reason: code,
})

const cancel = (cancelReason: CancelReason, reason: string): RealtimeEffect => ({
  type: 'cancel-response',
  cancelReason,
  reason,
})

function respond(
  state: RealtimeState,
  id: string,
  reason: string,
  request: RequestedResponse | undefined,
): RealtimeStep {
  return step(
    { ...state, isUnanswered: false, responseId: id },
    { type: 'start-response', id, request, reason },
  )
}

/** Starts the response to speech, once all words are known, the user is silent, and no other response is in progress. */
function answer(state: RealtimeState, id: string, reason: string): RealtimeStep {
  const { isUnanswered, speakingItemId, transcriptions, responseId, detection } = state
  const isFree = speakingItemId === undefined && transcriptions === 0 && responseId === undefined
  return isUnanswered && isFree && detection?.responds === true
    ? respond(state, id, reason, undefined)
    : step(state)
}
