import { inSequence, RELAYED, step, type Step } from '@vee/contract/turns/machine'
import type {
  ConversationEnded,
  Deadline,
  LiveModelEffect,
  LiveModelMachineEvent,
  LiveModelState,
  ConnectedState,
} from './live-model-state.ts'
import {
  cancelDelegations,
  continueRound,
  cutNow,
  cutReply,
  endReply,
  type LiveModelRules,
  type LiveModelMoment,
  onResponseEnded,
  releaseReply,
  stayAwake,
  type ConnectedStep,
  toReply,
  watchForStall,
  withDeadline,
  withoutDeadlines,
} from './reply-transitions.ts'
import { onTextTyped, onTurnEnded, onWords, onWordsEnded } from './turn-transitions.ts'

type LiveModelStep = Step<LiveModelState, LiveModelEffect>
type EventOf<Type extends LiveModelMachineEvent['type']> = Extract<
  LiveModelMachineEvent,
  { readonly type: Type }
>

export const PREPARING: LiveModelState = { phase: 'preparing', isMuted: false, typed: [] }
const OVER: LiveModelState = { phase: 'over' }

/**
 * The machine of a conversation with a live model: what the words of the user are, when the model responds, and what
 * becomes of its replies. Pure.
 *
 *     preparing ─session-opened→ connecting ─started→ open ─conversation-ended→ over
 *                                     └───agent-changed──┘
 *     reply: none ─output→ generating ─response-ended→ playing ─reply-played→ none
 *                              └──── interruption → cut ─reply-interrupted→ none
 */
export function liveModelTransition(
  state: LiveModelState,
  event: LiveModelMachineEvent,
  context: LiveModelRules,
): LiveModelStep {
  if (state.phase === 'over') return step(state)
  const moment: LiveModelMoment = { ...context, at: event.at }
  if (event.type === 'conversation-ended') return onEnded(state, event, moment)
  if (event.type === 'mute-changed') {
    const { isMuted } = event
    // Silence lets the vendor's detection end a turn.
    const isNew = isMuted && !state.isMuted
    return step({ ...state, isMuted }, ...(isNew ? [{ type: 'push-silence', reason: 'muted' } as const] : []))
  }
  if (state.phase === 'preparing') return whilePreparing(state, event, moment)
  return event.type === 'due' ? onDue(state, moment) : whileTalking(state, event, moment)
}

/** Returns when the state needs its `due` event; undefined if it waits for other events only. */
export function liveModelDueAt(state: LiveModelState): number | undefined {
  if (!('deadlines' in state)) return undefined
  const times = Object.values(state.deadlines).filter((dueAt) => dueAt !== undefined)
  return times.length === 0 ? undefined : Math.min(...times)
}

/** Returns the name of a state in the trace: its phase and that of its reply. */
export const liveModelStateName = (state: LiveModelState): string =>
  'reply' in state ? `${state.phase}/${state.reply.name}` : state.phase

function whilePreparing(
  state: Extract<LiveModelState, { phase: 'preparing' }>,
  event: LiveModelMachineEvent,
  moment: LiveModelMoment,
): LiveModelStep {
  if (event.type === 'text-typed') {
    const { messageId, replyId, text } = event
    return step({ ...state, typed: [...state.typed, { messageId, replyId, text }] })
  }
  if (event.type !== 'session-opened') return step(state)
  const { agentId, addressable, participants, isAutomatic, maxSeconds } = event
  const talking: ConnectedState = {
    phase: 'connecting',
    isMuted: state.isMuted,
    isStarted: false,
    maxSeconds,
    agentId,
    addressable,
    participants,
    round: undefined,
    isAutomatic,
    reply: { name: 'none' },
    replyId: undefined,
    turns: [],
    lastTurn: undefined,
    awaitedItemId: undefined,
    isAsked: false,
    voiceSince: undefined,
    openCalls: [],
    askedCalls: [],
    askedDelegations: [],
    deadlines: { start: moment.at + moment.limits.startMs },
  }
  return inSequence(
    talking,
    ...state.typed.map((typed) => (current: ConnectedState) => onTextTyped(current, typed, moment)),
  )
}

function whileTalking(
  state: ConnectedState,
  event: Exclude<LiveModelMachineEvent, EventOf<'conversation-ended' | 'mute-changed' | 'due'>>,
  moment: LiveModelMoment,
): ConnectedStep {
  switch (event.type) {
    case 'voice-started':
      return step(stayAwake({ ...state, voiceSince: state.voiceSince ?? moment.at }, moment), showVoice(true))
    case 'voice-ended':
      return step(state, showVoice(false))
    case 'turn-ended':
      return onTurnEnded(state, event, moment)
    case 'user-words':
      return onWords(state, event, moment)
    case 'user-words-ended':
      return onWordsEnded(state, event.itemId, moment)
    case 'text-typed':
      return onTextTyped(state, event, moment)
    case 'audio':
    case 'words':
    case 'tool-call':
      return onOutput(state, event, moment)
    case 'interrupted':
      return cutReply(state, moment, 'interrupted-by-vendor')
    case 'response-ended':
      return onResponseEnded(state, event.reason)
    case 'reply-played':
      return onPlayed(state, event.replyId, moment)
    case 'reply-interrupted':
      return onInterrupted(state, event, moment)
    case 'consent-asked':
      return onConsentAsked(state, event)
    case 'tool-finished':
      return onToolFinished(state, event, moment)
    case 'session-opened':
    case 'started':
    case 'delegation':
    case 'commentary-written':
    case 'expiring':
    case 'agent-requested':
    case 'agent-changed':
    case 'question-handed-over':
      return onConversationEvent(state, event, moment)
  }
}

/** Handles the events of the session and of its agent. */
function onConversationEvent(
  state: ConnectedState,
  event: EventOf<
    | 'session-opened'
    | 'started'
    | 'delegation'
    | 'commentary-written'
    | 'expiring'
    | 'agent-requested'
    | 'agent-changed'
    | 'question-handed-over'
  >,
  moment: LiveModelMoment,
): ConnectedStep {
  switch (event.type) {
    case 'session-opened':
      return step(
        withDeadline({ ...state, agentId: event.agentId }, 'start', moment.at + moment.limits.startMs),
      )
    case 'started':
      return onStarted(state, moment)
    case 'delegation':
      return state.isAsked
        ? step(stayAwake(withoutDeadlines(state, 'stall'), moment), {
            type: 'start-delegation',
            delegationId: event.id,
            reason: 'question',
          })
        : step(state)
    case 'commentary-written': {
      const { delegationId, text } = event
      return step(stayAwake(state, moment), { type: 'add-commentary', delegationId, text, reason: RELAYED })
    }
    case 'expiring':
      return step(state, { type: 'announce-expiry', secondsLeft: event.secondsLeft, reason: 'vendor-limit' })
    case 'agent-requested': {
      const { at: _, type: __, ...request } = event
      return step({ ...state, round: undefined }, { ...request, type: 'prepare-agent', reason: 'client' })
    }
    case 'agent-changed':
      return onAgentChanged(state, moment)
    case 'question-handed-over':
      return step(watchForStall(state, moment), { type: 'say-text', text: event.text, reason: 'hand-over' })
  }
}

const showVoice = (isSpeaking: boolean): LiveModelEffect => ({
  type: 'show-voice',
  isSpeaking,
  reason: RELAYED,
})

/** The vendor accepted a session, the first one or that of another agent. */
function onStarted(state: ConnectedState, moment: LiveModelMoment): ConnectedStep {
  if (state.phase !== 'connecting') return step(state)
  const open = stayAwake(withoutDeadlines({ ...state, phase: 'open', isStarted: true }, 'start'), moment)
  if (state.isStarted) return step(open)
  const { maxSeconds } = state
  const end = moment.at + maxSeconds * 1_000
  return step(withDeadline(withDeadline(open, 'end', end), 'expiring', end - announcedMs(state, moment)), {
    type: 'announce-start',
    maxSeconds,
    reason: 'vendor-accepted',
  })
}

/** Returns how long before its end a conversation is announced to expire, in ms. */
const announcedMs = ({ maxSeconds }: ConnectedState, { limits }: LiveModelMoment): number =>
  Math.min(limits.expiringMs, maxSeconds * 500)

/** Handles audio, words and calls of the model: they belong to the reply, and start it. */
function onOutput(
  before: ConnectedState,
  event: EventOf<'audio' | 'words' | 'tool-call'>,
  moment: LiveModelMoment,
): ConnectedStep {
  return inSequence(
    before,
    (current) => toReply(current, moment, event.replyId),
    (current) => {
      const { reply } = current
      if (reply.name !== 'generating') return step(current)
      if (event.type === 'audio')
        return step(current, { type: 'push-audio', pcm: event.pcm, reason: RELAYED })
      if (event.type === 'words') {
        const { text } = event
        const longer = { ...current, reply: { ...reply, text: reply.text + text } }
        return step(longer, { type: 'push-words', text, reason: RELAYED })
      }
      const { callId, name, arguments: args } = event
      const calling = { ...withoutDeadlines(current, 'stall'), openCalls: [...current.openCalls, callId] }
      const { replyId } = reply
      return step(calling, { type: 'run-tool', callId, name, arguments: args, replyId, reason: 'tool-call' })
    },
  )
}

/** The reply was heard to its end: the next agent of a round follows. */
function onPlayed(state: ConnectedState, replyId: string, moment: LiveModelMoment): ConnectedStep {
  const { reply, round } = state
  if (reply.name !== 'playing' || reply.replyId !== replyId) return step(state)
  const { finishReason } = reply
  return inSequence(
    { ...state, round: round && { ...round, isDue: true } },
    (current) => endReply(current, moment, { finishReason, reason: 'played' }),
    continueRound,
  )
}

function onInterrupted(
  state: ConnectedState,
  { replyId, playedMs }: EventOf<'reply-interrupted'>,
  moment: LiveModelMoment,
): ConnectedStep {
  const cancelled = cancelDelegations(
    state.reply.name === 'cut' ? state : { ...state, round: undefined },
    'client',
  )
  if (replyId !== state.replyId) return cancelled
  return inSequence(
    state,
    () => cancelled,
    (current) => endReply(current, moment, { finishReason: 'stopped', playedMs, reason: 'client' }),
  )
}

const onConsentAsked = (
  state: ConnectedState,
  { callId, isDelegated }: EventOf<'consent-asked'>,
): ConnectedStep =>
  step(
    isDelegated
      ? { ...state, askedDelegations: [...state.askedDelegations, callId] }
      : { ...state, askedCalls: [...state.askedCalls, callId] },
  )

/** Returns the result to the model; what a delegated reply has used is none of its calls. */
function onToolFinished(
  state: ConnectedState,
  { callId, result }: EventOf<'tool-finished'>,
  moment: LiveModelMoment,
): ConnectedStep {
  const askedDelegations = state.askedDelegations.filter((id) => id !== callId)
  if (!state.openCalls.includes(callId)) return step({ ...state, askedDelegations })
  const openCalls = state.openCalls.filter((id) => id !== callId)
  const askedCalls = state.askedCalls.filter((id) => id !== callId)
  const awake = stayAwake({ ...state, openCalls, askedCalls }, moment)
  return step(openCalls.length === 0 ? watchForStall(awake, moment) : awake, {
    type: 'answer-tool-call',
    callId,
    result,
    reason: 'tool-finished',
  })
}

/** Turns of the session before are over. */
function onAgentChanged(state: ConnectedState, moment: LiveModelMoment): ConnectedStep {
  const reason = 'hand-over'
  return inSequence(
    state,
    (current) => cutNow(current, moment, reason),
    (current) =>
      step(
        { ...current, phase: 'connecting', turns: [], askedDelegations: [] },
        { type: 'cancel-delegations', reason },
        { type: 'close-session', reason },
      ),
  )
}

/** Handles the deadline that passed first. */
function onDue(before: ConnectedState, moment: LiveModelMoment): LiveModelStep {
  const passed = Object.entries(before.deadlines)
    .filter(([, dueAt]) => dueAt !== undefined && dueAt <= moment.at)
    .toSorted(([, left], [, right]) => (left ?? 0) - (right ?? 0))
  const name = passed[0]?.[0] as Deadline | undefined
  if (name === undefined) return step(before)
  const state = withoutDeadlines(before, name)
  switch (name) {
    case 'start':
      return step(state, { type: 'fail', step: 'did not accept the session in time', reason: 'vendor-late' })
    case 'stall':
      return step(state, { type: 'fail', step: 'did not continue its response', reason: 'vendor-stalled' })
    case 'words':
      return onWordsEnded(state, state.awaitedItemId ?? '', moment)
    case 'hold':
      return releaseReply(state, 'words-late')
    case 'cut':
      return endReply(state, moment, { finishReason: 'stopped', reason: 'client-silent' })
    case 'expiring': {
      const secondsLeft = announcedMs(state, moment) / 1_000
      return step(state, { type: 'announce-expiry', secondsLeft, reason: 'host-limit' })
    }
    case 'idle':
      return onEnded(state, { type: 'conversation-ended', endReason: 'idle' }, moment)
    case 'end':
      return onEnded(state, { type: 'conversation-ended', endReason: 'time-limit' }, moment)
  }
}

/** A reply in progress is stored with what was played by now. */
function onEnded(
  state: Exclude<LiveModelState, { phase: 'over' }>,
  { endReason, error, playedMs }: ConversationEnded,
  moment: LiveModelMoment,
): LiveModelStep {
  const close: LiveModelEffect = { type: 'close', endReason, error, reason: endReason }
  if (state.phase === 'preparing') return step(OVER, close)
  const finishReason = endReason === 'failed' || endReason === 'shutdown' ? 'interrupted' : 'stopped'
  const { effects } = endReply(state, moment, { finishReason, playedMs, reason: endReason, isLast: true })
  return step(OVER, ...effects, close)
}
