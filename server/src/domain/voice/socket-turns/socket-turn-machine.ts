import { MAX_SPECULATION_SECONDS, MAX_SPECULATION_TIMES } from '@vee/contract/socket/socket-limits'
import { step, type Step } from '@vee/contract/turns/machine'

interface Listening {
  readonly phase: 'listening'
  /** the client measures silence */
  readonly isPaused: boolean
  /** the engine expects the end of the turn */
  readonly expectsEnd: boolean
  /** a speculative run of the pipeline with the words so far is in progress */
  readonly isSpeculating: boolean
  /** numbers the pauses, so that a speculative run that was allowed too late is not started */
  readonly pause: number
  /** speculative runs so far */
  readonly speculations: number
}

interface Answering {
  readonly phase: 'answering'
  /** the results go to a client */
  readonly isDelivering: boolean
  /** when a transcript that is not confirmed as the question expires */
  readonly confirmBy: number | undefined
}

/** A spoken turn over the socket. Times are ms of a monotonic clock. */
export type SocketTurnState = Listening | Answering | { readonly phase: 'over' }

export type SocketTurnEvent =
  | { readonly type: 'pause-started'; readonly soundSeconds: number }
  | { readonly type: 'speech-continued' }
  /** the engine's judgement of the words so far */
  | { readonly type: 'end-judged'; readonly expectsEnd: boolean; readonly soundSeconds: number }
  | {
      readonly type: 'speculation-decided'
      readonly pause: number
      readonly isAllowed: boolean
      /** WAV of the audio before the pause */
      readonly sound: Uint8Array
    }
  /** `asks`: the transcript is the question; `isUsable`: the speculative run has not failed */
  | { readonly type: 'turn-ended'; readonly asks: boolean; readonly isUsable: boolean; readonly at: number }
  /** the words are known: there is no audio */
  | { readonly type: 'words-given'; readonly messageId: string | undefined }
  | { readonly type: 'question-confirmed'; readonly messageId: string | undefined }
  /** the reply to the confirmed question has been started */
  | { readonly type: 'reply-started' }
  | { readonly type: 'client-resumed'; readonly lastEventId: number }
  | { readonly type: 'client-lost' }
  | { readonly type: 'results-delivered' }
  | { readonly type: 'turn-failed'; readonly error: unknown }
  /** by the client */
  | { readonly type: 'turn-cancelled' }
  /** nothing can resume it any more */
  | { readonly type: 'turn-forgotten' }
  | { readonly type: 'due'; readonly at: number }

export type SocketTurnEffect = { readonly reason: string } &
  /** results in speculation-decided */
  (
    | { readonly type: 'request-speculation'; readonly pause: number }
    | { readonly type: 'start-speculation'; readonly sound: Uint8Array }
    /** the utterance equals the speculative one */
    | { readonly type: 'confirm-speculation' }
    /** transcribes the whole turn, or takes the words that are known; `asks`: they are the question */
    | { readonly type: 'start-pipeline'; readonly asks: boolean }
    | { readonly type: 'cancel-pipeline' }
    | { readonly type: 'close-transcription' }
    /** results in reply-started */
    | { readonly type: 'start-reply'; readonly messageId: string | undefined }
    /** sends the results, the reply from after that event; results in results-delivered */
    | { readonly type: 'deliver-results'; readonly after: number }
    | { readonly type: 'stop-speech' }
    | { readonly type: 'announce-failure'; readonly error: unknown }
    | { readonly type: 'expire-question' }
    | { readonly type: 'announce-end' }
    /** frees everything that the turn holds */
    | { readonly type: 'release' }
  )

interface SocketTurnContext {
  /** the client wants captions and no reply */
  readonly isCaptionsOnly: boolean
  /** how long a transcript waits for its confirmation as the question, in ms */
  readonly confirmationTimeoutMs: number
}

type SocketTurnStep = Step<SocketTurnState, SocketTurnEffect>
type ListeningEvent = EventOf<
  'pause-started' | 'speech-continued' | 'end-judged' | 'speculation-decided' | 'turn-ended' | 'words-given'
>
type AnsweringEvent = EventOf<
  'question-confirmed' | 'reply-started' | 'client-resumed' | 'client-lost' | 'results-delivered' | 'due'
>
type EventOf<Type extends SocketTurnEvent['type']> = Extract<SocketTurnEvent, { readonly type: Type }>

export const LISTENING: SocketTurnState = {
  phase: 'listening',
  isPaused: false,
  expectsEnd: false,
  isSpeculating: false,
  pause: 0,
  speculations: 0,
}
const OVER: SocketTurnState = { phase: 'over' }

export const socketTurnDueAt = (state: SocketTurnState): number | undefined =>
  state.phase === 'answering' ? state.confirmBy : undefined

/**
 * The machine of one spoken turn over the socket, from its first audio frame to its last. Pure.
 *
 *     listening ──end, or words──▶ answering ──sent, failed, cancelled or never asked──▶ over
 *         └──────────────── cancel ────────────────────────────────────────────▶ over
 *
 * In every state the client may disconnect and another one may take over.
 */
export function socketTurnTransition(
  state: SocketTurnState,
  event: SocketTurnEvent,
  context: SocketTurnContext,
): SocketTurnStep {
  if (state.phase === 'over') return step(state)
  switch (event.type) {
    case 'turn-failed':
      return step(
        OVER,
        { type: 'cancel-pipeline', reason: 'failed' },
        { type: 'announce-failure', error: event.error, reason: 'failed' },
        { type: 'release', reason: 'failed' },
      )
    case 'turn-cancelled':
      return cancel('client')
    case 'turn-forgotten':
      // A reply in progress continues: it is found by its id.
      return state.phase === 'listening'
        ? cancel('forgotten')
        : step(OVER, { type: 'release', reason: 'forgotten' })
    case 'pause-started':
    case 'speech-continued':
    case 'end-judged':
    case 'speculation-decided':
    case 'turn-ended':
    case 'words-given':
      return state.phase === 'listening' ? whileListening(state, event, context) : step(state)
    case 'question-confirmed':
    case 'reply-started':
    case 'client-resumed':
    case 'client-lost':
    case 'results-delivered':
    case 'due':
      return state.phase === 'answering' ? whileAnswering(state, event) : step(state)
  }
}

const cancel = (reason: string): SocketTurnStep =>
  step(OVER, { type: 'cancel-pipeline', reason }, { type: 'release', reason })

function whileListening(state: Listening, event: ListeningEvent, context: SocketTurnContext): SocketTurnStep {
  switch (event.type) {
    case 'pause-started':
      return requestSpeculation({ ...state, isPaused: true }, event, context, 'pause')
    case 'speech-continued':
      return discardSpeculation({ ...state, isPaused: false }, 'speech-continued')
    case 'end-judged': {
      const { expectsEnd } = event
      const judged = { ...state, expectsEnd }
      // The engine may expect the end of the turn before the client measures a pause, and notice its mistake earlier.
      if (expectsEnd && !state.expectsEnd) return requestSpeculation(judged, event, context, 'end-expected')
      return !expectsEnd && state.expectsEnd && !state.isPaused
        ? discardSpeculation(judged, 'end-revised')
        : step(judged)
    }
    case 'speculation-decided': {
      const { pause, isAllowed, sound } = event
      if (!isAllowed || pause !== state.pause || state.isSpeculating) return step(state)
      return step(
        { ...state, isSpeculating: true, speculations: state.speculations + 1 },
        { type: 'start-speculation', sound, reason: 'allowed' },
      )
    }
    case 'turn-ended':
      return onTurnEnded(state, event, context)
    case 'words-given':
      return step(
        ANSWERING,
        { type: 'start-pipeline', asks: true, reason: 'words-known' },
        { type: 'start-reply', messageId: event.messageId, reason: 'words-known' },
      )
  }
}

const ANSWERING: Answering = { phase: 'answering', isDelivering: false, confirmBy: undefined }

/** Requests a speculative run with the words so far. */
function requestSpeculation(
  state: Listening,
  { soundSeconds }: { readonly soundSeconds: number },
  { isCaptionsOnly }: SocketTurnContext,
  reason: string,
): SocketTurnStep {
  const isPossible = !isCaptionsOnly && soundSeconds > 0 && soundSeconds <= MAX_SPECULATION_SECONDS
  if (!isPossible || state.isSpeculating || state.speculations >= MAX_SPECULATION_TIMES) return step(state)
  const pause = state.pause + 1
  return step({ ...state, pause }, { type: 'request-speculation', pause, reason })
}

function discardSpeculation(state: Listening, reason: string): SocketTurnStep {
  const listening = { ...state, isSpeculating: false, pause: state.pause + 1 }
  return step(listening, ...(state.isSpeculating ? [{ type: 'cancel-pipeline', reason } as const] : []))
}

function onTurnEnded(
  { isSpeculating }: Listening,
  { asks, isUsable, at }: EventOf<'turn-ended'>,
  { confirmationTimeoutMs }: SocketTurnContext,
): SocketTurnStep {
  const reason = 'turn-ended'
  const pipeline: readonly SocketTurnEffect[] =
    isSpeculating && isUsable
      ? [{ type: 'confirm-speculation', reason }]
      : [
          ...(isSpeculating ? [{ type: 'cancel-pipeline', reason: 'speculation-failed' } as const] : []),
          { type: 'start-pipeline', asks, reason },
        ]
  const close: SocketTurnEffect = { type: 'close-transcription', reason }
  return asks
    ? step(ANSWERING, ...pipeline, close, { type: 'start-reply', messageId: undefined, reason })
    : step({ ...ANSWERING, isDelivering: true, confirmBy: at + confirmationTimeoutMs }, ...pipeline, close, {
        type: 'deliver-results',
        after: 0,
        reason: 'not-confirmed',
      })
}

function whileAnswering(state: Answering, event: AnsweringEvent): SocketTurnStep {
  switch (event.type) {
    case 'question-confirmed':
      return step(
        { ...state, confirmBy: undefined },
        { type: 'start-reply', messageId: event.messageId, reason: 'confirmed' },
      )
    case 'reply-started':
      return state.isDelivering
        ? step(state)
        : step(
            { ...state, isDelivering: true },
            { type: 'deliver-results', after: 0, reason: 'reply-started' },
          )
    case 'client-resumed':
      return step(
        { ...state, isDelivering: true },
        { type: 'deliver-results', after: event.lastEventId, reason: 'resumed' },
      )
    case 'client-lost':
      return step(state, { type: 'stop-speech', reason: 'client-lost' })
    case 'results-delivered':
      return step(
        OVER,
        { type: 'announce-end', reason: 'delivered' },
        { type: 'release', reason: 'delivered' },
      )
    case 'due':
      return state.confirmBy !== undefined && event.at >= state.confirmBy
        ? step({ ...state, confirmBy: undefined }, { type: 'expire-question', reason: 'never-confirmed' })
        : step(state)
  }
}
