import { inSequence, RELAYED, step } from '@vee/contract/turns/machine'
import { MAX_COMMAND_MS } from './live-model-limits.ts'
import type { ConnectedState, LiveModelEffect, LiveModelMachineEvent, UserTurn } from './live-model-state.ts'
import {
  cancelDelegations,
  continueRound,
  cutNow,
  cutReply,
  discardReplyTo,
  isAnswering,
  isSounding,
  type LiveModelMoment,
  releaseReply,
  respondTo,
  stayAwake,
  recordQuestion,
  type ConnectedStep,
  watchForStall,
  withDeadline,
  withoutDeadlines,
  withTurn,
} from './reply-transitions.ts'
import { UNKNOWN_WORDS } from './timed-reply.ts'
import { type AddressedQuestion, addresseesOf, type UseOfWords, wordUseOf } from './use-of-words.ts'

type EventOf<Type extends LiveModelMachineEvent['type']> = Extract<
  LiveModelMachineEvent,
  { readonly type: Type }
>

/** Returns the turn of an event, a new one if necessary, and the state with it. */
function turnOf(
  state: ConnectedState,
  { itemId, messageId, replyId, at }: EventOf<'user-words' | 'turn-ended'>,
): { readonly state: ConnectedState; readonly turn: UserTurn } {
  const existing = state.turns.find((candidate) => candidate.itemId === itemId)
  if (existing) return { state, turn: existing }
  const turn: UserTurn = {
    itemId,
    messageId,
    replyId,
    startedAt: at,
    text: '',
    isTranscribed: false,
    isDecided: false,
    isAnswered: false,
    isLong: false,
  }
  return { state: { ...state, turns: [...state.turns, turn] }, turn }
}

export function onWords(
  before: ConnectedState,
  event: EventOf<'user-words'>,
  moment: LiveModelMoment,
): ConnectedStep {
  const { state, turn } = turnOf(stayAwake(before, moment), event)
  const { messageId } = turn
  const text = turn.text + event.final
  return step(withTurn(state, { ...turn, text, isTranscribed: true }), {
    type: 'show-words',
    messageId,
    text,
    tail: event.tail,
    reason: RELAYED,
  })
}

/** Lets the model respond, unless the words decide whether a reply that is being played continues. */
export function onTurnEnded(
  before: ConnectedState,
  event: EventOf<'turn-ended'>,
  moment: LiveModelMoment,
): ConnectedStep {
  const { state, turn } = turnOf(before, event)
  const isLong = moment.at - (state.voiceSince ?? turn.startedAt) > MAX_COMMAND_MS
  const ended = { ...turn, isLong }
  const awaiting = {
    ...withDeadline(withTurn(state, ended), 'words', moment.at + moment.limits.wordsMs),
    voiceSince: undefined,
    awaitedItemId: turn.itemId,
  }
  return state.reply.name === 'none' ? respondTo(awaiting, ended, moment, 'turn-ended') : step(awaiting)
}

/** Decides what a turn is by its final words. */
export function onWordsEnded(before: ConnectedState, itemId: string, moment: LiveModelMoment): ConnectedStep {
  const undecided = before.turns.find((candidate) => candidate.itemId === itemId)
  if (!undecided) return step(before)
  const isUnknown = !undecided.isTranscribed && (undecided.isAnswered || isAnswering(before, undecided))
  const text = isUnknown ? UNKNOWN_WORDS : undecided.text.trim()
  const turn: UserTurn = { ...undecided, text, isDecided: true }
  const state: ConnectedState = {
    ...withoutDeadlines(withTurn(before, turn), 'words'),
    turns: before.turns.filter((candidate) => candidate !== undecided),
    isAsked: false,
  }
  const decided: UseOfWords = isUnknown ? { use: 'question' } : wordsUse(state, turn, moment)
  const reason = isUnknown ? 'not-transcribed' : decided.use
  const announced = step(state, {
    type: 'announce-use' as const,
    messageId: turn.messageId,
    text,
    use: decided.use === 'hand-over' ? 'question' : decided.use,
    reason,
  })
  return inSequence(
    state,
    () => announced,
    (current) => {
      if (decided.use === 'question') return ask(withRound(current, turn.text, decided), turn, moment)
      return onOtherUse(
        decided.use === 'hand-over' ? withRound(current, turn.text, decided) : current,
        turn,
        decided,
        moment,
      )
    },
  )
}

/** A question ends the round before it, and may begin another one. */
const withRound = (
  state: ConnectedState,
  question: string,
  { nextAgents = [] }: AddressedQuestion,
): ConnectedState => ({
  ...state,
  round: nextAgents.length > 0 ? { question, nextAgents, isDue: false } : undefined,
})

/** The words are a command, or are ignored, or address another agent: the model does not answer them. */
function onOtherUse(
  state: ConnectedState,
  turn: UserTurn,
  decided: Exclude<UseOfWords, { use: 'question' }>,
  moment: LiveModelMoment,
): ConnectedStep {
  const reason = decided.use
  const forgotten = inSequence(
    state,
    (current) => discardReplyTo(current, turn, reason),
    (current) => step(current, { type: 'forget-turn', itemId: turn.itemId, reason }),
  )
  return inSequence(
    forgotten.state,
    () => forgotten,
    (current) => {
      if (decided.use === 'command' && decided.isStop)
        return inSequence(
          current,
          (next) => cancelDelegations({ ...next, round: undefined }, 'stop-command'),
          (next) => cutReply(next, moment, 'stop-command'),
        )
      if (decided.use !== 'hand-over') return continueRound(current)
      const { agentId } = decided
      return inSequence(
        current,
        (next) => cutNow(next, moment, reason),
        (next) => recordQuestion({ ...next, lastTurn: turn }, turn, agentId),
        (next) => step(next, { type: 'prepare-agent', agentId, question: turn.text, reason }),
      )
    },
  )
}

const languagesOf = ({ start: { commands, language } }: LiveModelMoment) => commands?.languages ?? [language]

function wordsUse(state: ConnectedState, turn: UserTurn, moment: LiveModelMoment): UseOfWords {
  const { commands, agents } = moment.start
  const { reply } = state
  const isOverReply = isSounding(reply) && !isAnswering(state, turn)
  return wordUseOf(turn.text, {
    languages: languagesOf(moment),
    wakeWords: commands?.wakeWords ?? [],
    addressees: agents,
    addressable: state.addressable,
    participants: state.participants,
    hasCommands: commands !== undefined,
    currentAgentId: state.agentId,
    // What is held has not been played.
    sounding: isOverReply ? (reply.isHeld ? '' : reply.text) : undefined,
    awaitsConsent:
      (isSounding(reply) && !reply.isHeld && state.askedCalls.length > 0) ||
      state.askedDelegations.length > 0,
  })
}

/** The words are a question. Its reply may be in progress already. */
function ask(state: ConnectedState, turn: UserTurn, moment: LiveModelMoment): ConnectedStep {
  if (isAnswering(state, turn))
    return inSequence(
      state,
      (current) => recordQuestion(current, turn),
      (current) => releaseReply(current, 'question'),
    )
  const askedState: ConnectedState = { ...state, lastTurn: turn }
  if (isSounding(state.reply) || state.reply.name === 'cut')
    return cutReply(askedState, moment, 'question-during-reply', turn)
  return inSequence(
    askedState,
    (current) => recordQuestion(current, turn),
    (current) => respondTo(current, turn, moment, 'question'),
  )
}

export function onTextTyped(
  before: ConnectedState,
  { messageId, replyId, text }: Pick<EventOf<'text-typed'>, 'messageId' | 'replyId' | 'text'>,
  moment: LiveModelMoment,
): ConnectedStep {
  const turn: UserTurn = {
    itemId: '',
    messageId,
    replyId,
    startedAt: moment.at,
    text,
    isTranscribed: true,
    isDecided: true,
    isAnswered: true,
    isLong: false,
  }
  const reason = 'typed'
  const decided = addresseesOf(text, {
    ...before,
    languages: languagesOf(moment),
    currentAgentId: before.agentId,
  })
  const announced: LiveModelEffect = { type: 'announce-use', messageId, text, use: 'question', reason }
  const answered: LiveModelEffect =
    decided.use === 'question'
      ? { type: 'say-text', text, reason }
      : { type: 'prepare-agent', agentId: decided.agentId, question: text, reason }
  return inSequence(
    withRound(stayAwake(before, moment), text, decided),
    (current) => cutNow(current, moment, reason),
    (current) => {
      const answeringTurn = { ...current, lastTurn: turn }
      return decided.use === 'question'
        ? recordQuestion(answeringTurn, turn)
        : recordQuestion(answeringTurn, turn, decided.agentId)
    },
    (current) =>
      step<ConnectedState, LiveModelEffect>(
        decided.use === 'question' ? watchForStall(current, moment) : current,
        announced,
        answered,
      ),
  )
}
