import { withReason } from '@vee/contract/turns/machine'
import type { MicrophoneFailure } from '../capture/microphone-error.ts'
import type { HandsFreeMode } from '../session/listening.ts'
import type {
  HandsFreeEffect,
  HandsFreeEvent,
  HandsFreeState,
  ListeningTurn,
  TurnEndJudgement,
} from './hands-free-state.ts'
import { NO_TURN } from './hands-free-state.ts'
import {
  awaitCommand,
  handsFreeStep as step,
  OFF,
  idleStateOf,
  type StepContext,
  type HandsFreeStep,
} from './hands-free-step.ts'
import { endOfTurn } from './end-of-turn.ts'
import { effectsOnVoice, onReplyOver, onReplyingEvent, replyingDueAt } from './replying-transitions.ts'
import {
  DECIDE_WITHIN_MS,
  DECIDED_END,
  EXPECTED_END,
  TRANSCRIBE_AFTER_MS,
  IDLE_LIMIT_MS,
  OPENING_LIMIT_MS,
  SENDING_LIMIT_MS,
  type EndpointingOptions,
} from './endpointing.ts'
import { offerWaitingSpeech } from './waiting-speech.ts'
import { onWakeWordEvent } from './wake-word-transitions.ts'

type In<Phase extends HandsFreeState['phase']> = Extract<HandsFreeState, { phase: Phase }>

/**
 * The machine of hands-free listening. Pure.
 *
 * off → opening → ready (continuous) or wake-word (voice activation) → ready (for the command)
 * ready ─speech→ talking ⇄ pausing ─silence or complete words→ sending → replying → ready or wake-word
 */
export function handsFreeTransition(state: HandsFreeState, event: HandsFreeEvent, context: StepContext) {
  return withReason(transition(state, event, context), reasonOf(event))
}

/** Returns the reason of effects that have none of their own. */
function reasonOf(event: HandsFreeEvent): string {
  if (event.type === 'candidate-classified') return event.meaning.kind
  return event.type === 'activity-changed' ? event.activity : event.type
}

function transition(state: HandsFreeState, event: HandsFreeEvent, context: StepContext): HandsFreeStep {
  if (event.type === 'started') {
    if (state.phase !== 'off') return step(state)
    return step({ phase: 'opening', mode: event.mode, since: event.at }, { type: 'open' })
  }
  if (state.phase === 'off') return step(state)
  if (event.type === 'stopped') return stop(state)
  if (event.type === 'cancelled') return cancel(state, event.at)
  if (event.type === 'failed') return fail(state, event.reason)
  if (event.type === 'activity-changed') return onActivity(state, event)
  // The next voice has its full volume.
  if (event.type === 'onset-changed' && state.phase !== 'replying')
    return step(state, { type: 'duck', isDucked: false })
  switch (state.phase) {
    case 'opening':
      return onOpening(state, event)
    case 'wake-word':
      return onWakeWordEvent(state, event, context)
    case 'ready':
      return onReady(state, event)
    case 'talking':
      return onTalking(state, event, context)
    case 'pausing':
      return onPausing(state, event, context)
    case 'sending':
      return onSending(state, event)
    case 'replying':
      return onReplyingEvent(state, event, context)
  }
}

/**
 * Returns when the state needs a `due` event, in ms of the session's clock; undefined if it waits for other
 * events.
 */
export function dueAt(state: HandsFreeState, { endpointing, language }: StepContext): number | undefined {
  switch (state.phase) {
    case 'off':
      return undefined
    case 'sending':
      return state.since + SENDING_LIMIT_MS
    case 'opening':
      return state.since + OPENING_LIMIT_MS
    case 'wake-word':
      return state.since + IDLE_LIMIT_MS
    case 'ready':
      return state.beginBy ?? state.since + IDLE_LIMIT_MS
    case 'talking':
      return state.utteranceSince + endpointing.maxUtteranceMs
    case 'pausing':
      return state.utteranceId === undefined
        ? endOfTurn(state, endpointing, language).at
        : state.silentSince + transcriptionDelay(state)
    case 'replying':
      return replyingDueAt(state)
  }
}

/** Speech so far is stored and transcribed, to be sent by hand. */
function stop(state: HandsFreeState): HandsFreeStep {
  const { phase } = state
  if (phase === 'talking' || (phase === 'pausing' && state.utteranceId !== undefined)) {
    return step(
      OFF,
      { type: 'end-utterance', id: state.utteranceId ?? '' },
      { type: 'finish-turn', sends: false },
      { type: 'close' },
    )
  }
  if (phase === 'pausing') return step(OFF, { type: 'finish-turn', sends: false }, { type: 'close' })
  if (phase === 'wake-word' && state.candidate) {
    return step(OFF, { type: 'drop-candidate', id: state.candidate.id }, { type: 'close' })
  }
  if (phase === 'replying' && state.interruption.stage !== 'none') {
    return step(
      OFF,
      { type: 'drop-candidate', id: state.interruption.sound.id },
      { type: 'duck', isDucked: false },
      { type: 'pause', isPaused: false },
      ...offerWaitingSpeech(state),
      { type: 'close' },
    )
  }
  if (phase === 'replying')
    return step(OFF, { type: 'duck', isDucked: false }, ...offerWaitingSpeech(state), { type: 'close' })
  return step(OFF, { type: 'close' })
}

/** Ends the turn without sending it. Speech that continues belongs to it. */
function cancel(state: HandsFreeState, timeMs: number): HandsFreeStep {
  const isTurn = state.phase === 'talking' || state.phase === 'pausing' || state.phase === 'sending'
  return step(isTurn ? idleStateOf(state.mode, timeMs) : state)
}

/**
 * The session preserves the current utterance and shows why it ended; everything else ends as if it had been
 * stopped.
 */
function fail(state: HandsFreeState, failure: MicrophoneFailure): HandsFreeStep {
  const isSaying = state.phase === 'talking' || (state.phase === 'pausing' && state.utteranceId !== undefined)
  const effects: readonly HandsFreeEffect[] = isSaying ? [{ type: 'close' }] : stop(state).effects
  return step(OFF, ...effects, { type: 'fail', failure })
}

function onActivity(
  state: Exclude<HandsFreeState, { phase: 'off' }>,
  { activity, at }: Extract<HandsFreeEvent, { type: 'activity-changed' }>,
): HandsFreeStep {
  const isReply = activity === 'replying' || activity === 'speaking'
  const voiceSince = activity === 'speaking' ? at : undefined
  if (state.phase === 'opening') return step(state)
  if (isReply) {
    if (state.phase !== 'replying') {
      const mode = state.phase === 'wake-word' ? 'voice-activation' : state.mode
      const drops =
        state.phase === 'wake-word' && state.candidate
          ? [{ type: 'drop-candidate', id: state.candidate.id } as const]
          : []
      const spokenUntil = state.phase === 'sending' ? state.spokenUntil : undefined
      return step(
        { phase: 'replying', mode, since: at, spokenUntil, voiceSince, interruption: { stage: 'none' } },
        ...drops,
      )
    }
    const isAudibleNow = state.voiceSince === undefined && voiceSince !== undefined
    // Between a sentence of the page and the reply the voice is silent.
    return step(
      { ...state, voiceSince: voiceSince && (state.voiceSince ?? voiceSince) },
      ...(isAudibleNow ? effectsOnVoice(state.interruption) : []),
    )
  }
  if (state.phase === 'replying') return onReplyOver(state, at)
  // The sent turn contained no words.
  if (state.phase === 'sending' && activity === 'free') return step(idleStateOf(state.mode, at))
  return step(state)
}

function onOpening(state: In<'opening'>, event: HandsFreeEvent): HandsFreeStep {
  if (event.type === 'opened') return step(idleStateOf(state.mode, event.at))
  if (event.type === 'due') return step(OFF, { type: 'close' }, { type: 'fail', failure: 'no-answer' })
  return step(state)
}

function onReady(state: In<'ready'>, event: HandsFreeEvent): HandsFreeStep {
  const { mode, beginBy, windowEnds } = state
  if (event.type === 'speech-started') {
    return begin(mode, event, windowEnds === undefined ? NO_TURN : { ...NO_TURN, windowEnds })
  }
  if (event.type !== 'due') return step(state)
  // A long time without speech, or no command after the wake word.
  if (beginBy === undefined || windowEnds === undefined)
    return step(OFF, { type: 'close' }, { type: 'notify', notice: 'listening-idle' })
  if (event.at < beginBy) return step(state)
  return event.at < windowEnds
    ? step({ ...state, beginBy: windowEnds }, { type: 'chime' })
    : step(idleStateOf(mode, event.at))
}

/** Returns the state after a sound without words: the window of a wake word stays open for its time. */
function afterNothing(
  mode: HandsFreeMode,
  turn: ListeningTurn,
  timeMs: number,
  endpointing: EndpointingOptions,
): HandsFreeState {
  if (turn.startsWithWakeWord) return awaitCommand(timeMs, endpointing)
  const { windowEnds } = turn
  return windowEnds === undefined || timeMs >= windowEnds
    ? idleStateOf(mode, timeMs)
    : { phase: 'ready', mode, since: timeMs, beginBy: windowEnds, windowEnds }
}

function isEmpty({ text, untranscribed }: ListeningTurn): boolean {
  return text === '' && untranscribed.length === 0
}

function begin(
  mode: HandsFreeMode,
  { id, at }: Extract<HandsFreeEvent, { type: 'speech-started' }>,
  turn: ListeningTurn,
): HandsFreeStep {
  return step(
    { phase: 'talking', mode, utteranceId: id, utteranceSince: at, turn },
    { type: 'begin-utterance', id },
  )
}

function onTalking(state: In<'talking'>, event: HandsFreeEvent, { endpointing }: StepContext): HandsFreeStep {
  const { mode, utteranceId, turn } = state
  if (event.type === 'speech-ended') {
    const judgement = state.judgement && state.judgement.at >= event.at ? state.judgement : undefined
    return step({
      phase: 'pausing',
      mode,
      utteranceId,
      silentSince: event.at,
      turn,
      finalPitch: event.finalPitch,
      judgement,
    })
  }
  if (event.type === 'turn-end-judged') {
    // The turn model judges pauses, and this one is over.
    const isOurs = event.utteranceId === utteranceId && event.by === 'transcriber'
    return step(isOurs ? { ...state, judgement: judgementOf(event) } : state)
  }
  if (event.type === 'misfired') {
    return onMisfire(state, event.at, endpointing)
  }
  if (event.type === 'utterance-transcribed') {
    return step({ ...state, turn: withTranscript(turn, event) })
  }
  if (event.type === 'due') {
    // The longest utterance: the next one starts where this one ends.
    const next: ListeningTurn = { ...turn, untranscribed: [...turn.untranscribed, utteranceId] }
    return step(
      { phase: 'talking', mode, utteranceId: event.id, utteranceSince: event.at, turn: next },
      { type: 'end-utterance', id: utteranceId },
      { type: 'begin-utterance', id: event.id },
    )
  }
  return step(state)
}

/** A sound without speech. The turn in which it occurred stays in its pause. */
function onMisfire(
  { mode, utteranceId, turn }: In<'talking'>,
  timeMs: number,
  endpointing: EndpointingOptions,
): HandsFreeStep {
  const drop = { type: 'drop-utterance', id: utteranceId } as const
  return isEmpty(turn)
    ? step(afterNothing(mode, turn, timeMs, endpointing), drop)
    : step({ phase: 'pausing', mode, utteranceId: undefined, silentSince: timeMs, turn }, drop)
}

function onPausing(state: In<'pausing'>, event: HandsFreeEvent, context: StepContext): HandsFreeStep {
  const { mode, utteranceId, turn } = state
  if (event.type === 'speech-started') {
    return utteranceId === undefined
      ? begin(mode, event, turn)
      : step({ phase: 'talking', mode, utteranceId, utteranceSince: event.at, turn })
  }
  if (event.type === 'turn-end-judged') {
    const isOurs = event.utteranceId === utteranceId || turn.untranscribed.includes(event.utteranceId)
    return step(isOurs ? withJudgement(state, judgementOf(event)) : state)
  }
  if (event.type === 'utterance-transcribed') {
    const transcribedTurn = withTranscript(turn, event)
    const isNothing = utteranceId === undefined && isEmpty(transcribedTurn)
    const isInWindow = transcribedTurn.windowEnds !== undefined && event.at < transcribedTurn.windowEnds
    // The browser recognized the wake word without a command, or the sound contained no word.
    return isNothing && (transcribedTurn.startsWithWakeWord || isInWindow)
      ? step(afterNothing(mode, transcribedTurn, event.at, context.endpointing), {
          type: 'finish-turn',
          sends: false,
        })
      : step({ ...state, turn: transcribedTurn })
  }
  if (event.type === 'due') {
    if (utteranceId !== undefined) {
      const next: ListeningTurn = { ...turn, untranscribed: [...turn.untranscribed, utteranceId] }
      return step(
        { ...state, utteranceId: undefined, turn: next },
        { type: 'end-utterance', id: utteranceId },
      )
    }
    return endTurn(state, event.at, context)
  }
  return step(state)
}

function endTurn(
  state: In<'pausing'>,
  timeMs: number,
  { endpointing, language }: StepContext,
): HandsFreeStep {
  const { at: endsAt, reason } = endOfTurn(state, endpointing, language)
  if (timeMs < endsAt) return step(state)
  const { mode, turn } = state
  const hasWords = turn.text !== '' || turn.untranscribed.length > 0
  if (!hasWords)
    return step(idleStateOf(mode, timeMs), { type: 'finish-turn', sends: false, reason: 'no-words' })
  const sends = mode === 'voice-activation' || endpointing.autoSend
  const next: HandsFreeState = sends
    ? { phase: 'sending', mode, since: timeMs, turn, spokenUntil: state.silentSince }
    : idleStateOf(mode, timeMs)
  return step(next, { type: 'finish-turn', sends, reason })
}

/**
 * Speech or sound before the words are sent belongs to the same turn: it ends once more, and is sent as a
 * whole.
 */
function onSending(state: In<'sending'>, event: HandsFreeEvent): HandsFreeStep {
  if (event.type === 'speech-started') return begin(state.mode, event, state.turn)
  if (event.type === 'utterance-transcribed')
    return step({ ...state, turn: withTranscript(state.turn, event) })
  return event.type === 'due' ? step(idleStateOf(state.mode, event.at)) : step(state)
}

function judgementOf({
  probability,
  at,
  by,
}: Extract<HandsFreeEvent, { type: 'turn-end-judged' }>): TurnEndJudgement {
  return { probability, at, by }
}

/** A transcriber knows the words, so the turn model does not replace its judgement; nor does it count for another pause. */
function withJudgement(state: In<'pausing'>, judgement: TurnEndJudgement): HandsFreeState {
  const isUsed =
    judgement.by === 'transcriber' ||
    (judgement.at === state.silentSince && state.judgement?.by !== 'transcriber')
  return isUsed ? { ...state, judgement } : state
}

/** Returns the silence after which the speech so far is transcribed. */
function transcriptionDelay({ judgement }: In<'pausing'>): number {
  // The turn model does not decide later.
  const probability = judgement?.by === 'transcriber' ? judgement.probability : 0
  if (probability >= DECIDED_END) return 0
  return probability >= EXPECTED_END ? DECIDE_WITHIN_MS : TRANSCRIBE_AFTER_MS
}

function withTranscript(
  turn: ListeningTurn,
  { utteranceId, text }: { utteranceId: string; text: string },
): ListeningTurn {
  if (!turn.untranscribed.includes(utteranceId)) return turn
  return {
    ...turn,
    text: [turn.text, text].filter((words) => words !== '').join(' '),
    untranscribed: turn.untranscribed.filter((id) => id !== utteranceId),
  }
}
