import { inSequence, RELAYED, step, type Step } from '@vee/contract/turns/machine'
import type { FinishReason } from '@vee/contract/stream/reply-event'
import type { LiveModelLimits } from './live-model-limits.ts'
import type {
  Deadline,
  LiveModelEffect,
  LiveReply,
  LiveStart,
  ConnectedState,
  UserTurn,
} from './live-model-state.ts'

export type ConnectedStep = Step<ConnectedState, LiveModelEffect>

/** Inputs of a transition in addition to the state and the event. */
export interface LiveModelRules {
  readonly limits: LiveModelLimits
  readonly start: Pick<LiveStart, 'agents' | 'commands' | 'language'>
}

/** The context at the time of an event, in ms. */
export interface LiveModelMoment extends LiveModelRules {
  readonly at: number
}

/** Sets a deadline that is that far away, in ms. */
export const withDeadline = (state: ConnectedState, name: Deadline, timeMs: number): ConnectedState => ({
  ...state,
  deadlines: { ...state.deadlines, [name]: timeMs },
})

export const withoutDeadlines = (state: ConnectedState, ...names: readonly Deadline[]): ConnectedState =>
  names.some((name) => state.deadlines[name] !== undefined)
    ? {
        ...state,
        deadlines: { ...state.deadlines, ...Object.fromEntries(names.map((name) => [name, undefined])) },
      }
    : state

export const stayAwake = (state: ConnectedState, { at, limits }: LiveModelMoment): ConnectedState =>
  withDeadline(state, 'idle', at + limits.idleMs)

export const watchForStall = (state: ConnectedState, { at, limits }: LiveModelMoment): ConnectedState =>
  withDeadline(state, 'stall', at + limits.stallMs)

/** Returns whether the client plays a reply, or will soon. */
export const isSounding = (reply: LiveReply): reply is Extract<LiveReply, { readonly isHeld: boolean }> =>
  reply.name === 'generating' || reply.name === 'playing'

export const isAnswering = ({ reply }: ConnectedState, turn: UserTurn): boolean =>
  isSounding(reply) && reply.answers === turn.messageId

/** Lets the model respond to a turn, unless it does so by itself. */
export function respondTo(
  state: ConnectedState,
  turn: UserTurn,
  moment: LiveModelMoment,
  reason: string,
): ConnectedStep {
  if (turn.isAnswered || state.isAutomatic) return step(state)
  const answered = withTurn({ ...state, lastTurn: turn }, { ...turn, isAnswered: true })
  return step(watchForStall(answered, moment), { type: 'request-response', reason })
}

/** Replaces a turn by its new version. */
export function withTurn(state: ConnectedState, turn: UserTurn): ConnectedState {
  const isSame = ({ messageId }: UserTurn) => messageId === turn.messageId
  return {
    ...state,
    turns: state.turns.map((candidate) => (isSame(candidate) ? turn : candidate)),
    lastTurn: state.lastTurn && isSame(state.lastTurn) ? turn : state.lastTurn,
  }
}

export function recordQuestion(
  state: ConnectedState,
  turn: UserTurn,
  agentId = state.agentId,
): ConnectedStep {
  return step({ ...state, isAsked: true }, { type: 'store-question', turn, agentId, reason: 'question' })
}

/**
 * Returns the state in which the vendor's output goes to a reply, a new one if necessary. Output of a discarded reply goes
 * nowhere.
 */
export function toReply(before: ConnectedState, moment: LiveModelMoment, newReplyId: string): ConnectedStep {
  const state = stayAwake(watchForStall(before, moment), moment)
  switch (state.reply.name) {
    case 'generating':
    case 'discarded':
      return step(state)
    case 'none':
      return startReply(state, moment, newReplyId)
    // A model with its own turns answers an interruption before the client has reported it, and may continue after it was
    // done.
    case 'cut':
    case 'playing': {
      const finishReason = state.reply.name === 'cut' ? 'stopped' : state.reply.finishReason
      return inSequence(
        state,
        (current) => endReply(current, moment, { finishReason, reason: 'next-reply' }),
        (current) => startReply(current, moment, newReplyId),
      )
    }
  }
}

function startReply(
  state: ConnectedState,
  { at, limits }: LiveModelMoment,
  newReplyId: string,
): ConnectedStep {
  // A model with its own turns responds before the words of a turn are final.
  const undecided = state.isAutomatic ? state.turns.at(-1) : undefined
  const turn = undecided ?? state.lastTurn
  const isFirst = turn !== undefined && turn.replyId !== state.replyId
  const replyId = isFirst ? turn.replyId : newReplyId
  const isHeld = turn !== undefined && !turn.isDecided && !turn.isLong
  const reply: LiveReply = { name: 'generating', replyId, answers: turn?.messageId, isHeld, text: '' }
  const started: ConnectedState = { ...state, reply, replyId }
  return step(isHeld ? withDeadline(started, 'hold', at + limits.holdMs) : started, {
    type: 'start-output',
    replyId,
    isHeld,
    reason: isHeld ? 'may-answer-command' : 'model-responds',
  })
}

/** Sends what waited for the words that are answered. */
export function releaseReply(before: ConnectedState, reason: string): ConnectedStep {
  const state = withoutDeadlines(before, 'hold')
  const { reply } = state
  if (!isSounding(reply) || !reply.isHeld) return step(state)
  const released = { ...state, reply: { ...reply, isHeld: false } }
  return step(
    released,
    { type: 'release-output', reason },
    ...(reply.name === 'playing' ? [awaitPlayback(reply.replyId)] : []),
  )
}

const awaitPlayback = (replyId: string): LiveModelEffect => ({
  type: 'await-playback',
  replyId,
  reason: 'response-complete',
})

export function onResponseEnded(
  before: ConnectedState,
  finishReason: 'stop' | 'length' | 'content_filter' | 'stopped',
): ConnectedStep {
  // That of a cancelled response comes after the next one was requested.
  const state = finishReason === 'stopped' ? before : withoutDeadlines(before, 'stall')
  const { reply } = state
  if (reply.name === 'discarded') return continueRound({ ...state, reply: { name: 'none' } })
  if (reply.name !== 'generating') return step(state)
  if (state.openCalls.length > 0 && finishReason === 'stop')
    return step(
      { ...state, reply: { ...reply, text: `${reply.text} ` } },
      { type: 'end-part', reason: RELAYED },
    )
  const playing: ConnectedState = { ...state, reply: { ...reply, name: 'playing', finishReason } }
  return reply.isHeld ? step(playing) : step(playing, awaitPlayback(reply.replyId))
}

/** A reply that answers what is no question is neither heard nor stored, nor remembered by the model. */
export function discardReplyTo(state: ConnectedState, turn: UserTurn, reason: string): ConnectedStep {
  const { reply } = state
  const isOfTurn = isAnswering(state, turn)
  if (!turn.isAnswered && !isOfTurn) return step(state)
  const cancel: readonly LiveModelEffect[] =
    reply.name === 'playing' ? [] : [{ type: 'cancel-response', reason }]
  if (!isOfTurn || !isSounding(reply)) return step(state, ...cancel)
  const discarded: ConnectedState = {
    ...withoutDeadlines(state, 'hold'),
    openCalls: [],
    askedCalls: [],
    reply: { name: reply.name === 'playing' ? 'none' : 'discarded' },
  }
  return step(
    discarded,
    ...cancel,
    { type: 'cancel-tools', reason },
    { type: 'retract-output', hasBegun: !reply.isHeld, reason },
  )
}

/** Interrupts the reply that is being played: the client reports what was played, and the next question follows. */
export function cutReply(
  state: ConnectedState,
  moment: LiveModelMoment,
  reason: string,
  next?: UserTurn,
): ConnectedStep {
  const { reply } = state
  if (reply.name === 'cut') return step({ ...state, reply: { ...reply, next: next ?? reply.next } })
  if (!isSounding(reply)) return step(state)
  const { replyId, isHeld } = reply
  const isComplete = reply.name === 'playing'
  const cut: ConnectedState = {
    ...withoutDeadlines(state, 'hold', 'stall'),
    openCalls: [],
    askedCalls: [],
    // A question that interrupts has its own round.
    round: next && state.round,
    reply: { name: 'cut', replyId, isComplete, next },
  }
  const effects: readonly LiveModelEffect[] = [
    ...(isComplete ? [] : [{ type: 'cancel-response', reason } as const]),
    { type: 'cancel-tools', reason },
  ]
  if (isHeld) {
    const ended = afterReply({ ...cut, reply: { name: 'none' } }, moment, next)
    return { state: ended.state, effects: [...effects, { type: 'silence-output', reason }, ...ended.effects] }
  }
  return step(withDeadline(cut, 'cut', moment.at + moment.limits.cutMs), ...effects, {
    type: 'cut-output',
    reason,
  })
}

/** Interrupts the reply that is being played, with an estimate of what was played. */
export function cutNow(state: ConnectedState, moment: LiveModelMoment, reason: string): ConnectedStep {
  const { reply } = state
  const cut: readonly LiveModelEffect[] =
    isSounding(reply) && !reply.isHeld ? [{ type: 'cut-output', reason }] : []
  const ended = endReply(state, moment, { finishReason: 'stopped', reason })
  return { state: ended.state, effects: [...cut, ...ended.effects] }
}

interface ReplyEnd {
  readonly finishReason: FinishReason
  readonly reason: string
  /** undefined: it is estimated */
  readonly playedMs?: number | undefined
  /** the conversation ends too: no response is requested any more */
  readonly isLast?: boolean
}

/** Ends the reply in progress, and stores it: all of it, or what was heard of it. Then comes the next question. */
export function endReply(
  before: ConnectedState,
  moment: LiveModelMoment,
  { finishReason, reason, playedMs, isLast = false }: ReplyEnd,
): ConnectedStep {
  const { reply } = before
  if (reply.name === 'none' || reply.name === 'discarded') return step(before)
  const ended: ConnectedState = {
    ...withoutDeadlines(before, 'cut', 'hold', 'stall'),
    openCalls: [],
    askedCalls: [],
    reply: { name: 'none' },
  }
  const isComplete = reply.name === 'playing' || (reply.name === 'cut' && reply.isComplete)
  const hasBegun = reply.name === 'cut' || !reply.isHeld
  const state = hasBegun ? stayAwake(withParticipant(ended), moment) : ended
  const next = afterReply(state, moment, reply.name === 'cut' ? reply.next : undefined, isLast)
  const effects: readonly LiveModelEffect[] = [
    { type: 'cancel-tools', reason },
    ...(reply.name === 'generating' ? [{ type: 'cancel-response', reason } as const] : []),
    hasBegun
      ? { type: 'end-output', finishReason, playedMs, isComplete, reason }
      : { type: 'silence-output', reason },
  ]
  return { state: next.state, effects: [...effects, ...next.effects] }
}

/** Lets the next agent of a round answer, once the reply before was heard and the user does not speak. */
export function continueRound(state: ConnectedState): ConnectedStep {
  const { round, reply, turns, voiceSince } = state
  const isQuiet = reply.name === 'none' && turns.length === 0 && voiceSince === undefined
  if (round?.isDue !== true || !isQuiet) return step(state)
  const { question } = round
  const [agentId, ...nextAgents] = round.nextAgents
  if (agentId === undefined) return step({ ...state, round: undefined })
  return step(
    { ...state, round: { question, nextAgents, isDue: false } },
    { type: 'prepare-agent', agentId, question, isNextInRound: true, reason: 'round' },
  )
}

/** The agent that is there has spoken last. */
const withParticipant = (state: ConnectedState): ConnectedState => ({
  ...state,
  participants: [state.agentId, ...state.participants.filter((id) => id !== state.agentId)],
})

/** Asks the question that waited until the reply that it interrupted has ended. */
function afterReply(
  state: ConnectedState,
  moment: LiveModelMoment,
  next: UserTurn | undefined,
  isLast = false,
): ConnectedStep {
  if (!next) return step(state)
  return inSequence(
    state,
    (current) => recordQuestion(current, next),
    (current) => (isLast ? step(current) : respondTo(current, next, moment, 'question-after-interruption')),
  )
}

/** Stops what the agent answers for the model. Nothing of it waits for the user any more. */
export const cancelDelegations = (state: ConnectedState, reason: string): ConnectedStep =>
  step({ ...state, askedDelegations: [] }, { type: 'cancel-delegations', reason })
