import { PAUSE_AFTER_MS, NOISE_AFTER_MS } from '@vee/contract/turns/delays'
import { withReason, step as turnStep, type Step } from '@vee/contract/turns/machine'
import { NO_WORDS } from '../transcription/transcriber.ts'
import type { LiveCallEffect, LiveCallEvent, LiveCallState, TalkEvent, Talking } from './live-call-state.ts'

type LiveCallStep = Step<LiveCallState, LiveCallEffect>
const step = turnStep<LiveCallState, LiveCallEffect>

export const CALL_OFF: LiveCallState = { phase: 'off' }
const CLOSE = { type: 'close', keepsMicrophone: false } as const

/** Returns the next state of a conversation with a live model, and the effects to run. */
export function liveCallTransition(state: LiveCallState, event: LiveCallEvent) {
  const reason = event.type === 'transcribed' ? event.use : event.type === 'ended' ? event.reason : event.type
  return withReason(transition(state, event), reason)
}

function transition(state: LiveCallState, event: LiveCallEvent): LiveCallStep {
  switch (event.type) {
    case 'started':
      if (state.phase !== 'off') return step(state)
      return step(
        { phase: 'connecting', isMicrophoneOpen: false, isServerReady: false },
        { type: 'open-microphone' },
        { type: 'connect' },
      )
    case 'stopped':
      return state.phase === 'off' ? step(state) : step(CALL_OFF, ...discardSpeech(state), CLOSE)
    case 'microphone-opened':
      return state.phase === 'connecting'
        ? whenConnected({ ...state, isMicrophoneOpen: true }, event.at)
        : step(state)
    case 'server-ready':
      return state.phase === 'connecting'
        ? whenConnected({ ...state, isServerReady: true }, event.at)
        : step(state)
    case 'microphone-failed':
      if (state.phase === 'off') return step(state)
      return step(CALL_OFF, ...discardSpeech(state), CLOSE, { type: 'fail', failure: event.reason })
    case 'ended':
      return onEnded(state, event.reason)
    case 'mute-switched':
    case 'voice-began':
    case 'voice-ended':
    case 'words':
    case 'transcribed':
    case 'reply-started':
    case 'reply-cut':
    case 'reply-ended':
    case 'played-out':
    case 'interrupted':
    case 'due':
      return state.phase === 'talking' ? whileTalking(state, event) : step(state)
  }
}

function whenConnected(state: Extract<LiveCallState, { phase: 'connecting' }>, timeMs: number): LiveCallStep {
  if (!state.isMicrophoneOpen || !state.isServerReady) return step(state)
  return step(
    {
      phase: 'talking',
      startedAt: timeMs,
      isMuted: false,
      speech: undefined,
      isAwaitingReply: false,
      reply: undefined,
    },
    { type: 'begin' },
  )
}

/** The user ended it, another page continues it, or turns continue. */
function onEnded(
  state: LiveCallState,
  reason: Extract<LiveCallEvent, { type: 'ended' }>['reason'],
): LiveCallStep {
  if (state.phase === 'off') return step(state)
  if (reason === 'client' || reason === 'replaced') return step(CALL_OFF, ...discardSpeech(state), CLOSE)
  const talking = state.phase === 'talking' ? state : undefined
  return step(
    CALL_OFF,
    { type: 'close', keepsMicrophone: true },
    {
      type: 'fall-back',
      endReason: reason,
      needsAnswer: talking?.isAwaitingReply === true,
      utteranceId: talking?.speech?.utteranceId,
    },
  )
}

function whileTalking(state: Talking, event: TalkEvent): LiveCallStep {
  switch (event.type) {
    case 'mute-switched': {
      const isMuted = !state.isMuted
      return step({ ...state, isMuted, speech: undefined }, ...discardSpeech(state), {
        type: 'tell-mute',
        isMuted,
      })
    }
    case 'voice-began':
      return onVoiceBegan(state, event)
    case 'voice-ended':
      return step(state.speech ? { ...state, speech: { ...state.speech, isOver: true } } : state)
    case 'words':
      return step(
        { ...state, reply: stillHeld(state.reply, event.at) },
        { type: 'show-words', words: event.words },
      )
    case 'transcribed':
      return onTranscribed(state, event.use)
    case 'reply-started':
      return step(
        {
          ...state,
          isAwaitingReply: false,
          reply: { replyId: event.replyId, isComplete: false, attention: 'full' },
        },
        { type: 'silence' },
      )
    case 'reply-cut':
      return isPlayed(state, event.replyId) ? cut(state) : step(state)
    case 'reply-ended':
      return isPlayed(state, event.replyId) && state.reply
        ? step({ ...state, reply: { ...state.reply, isComplete: true } })
        : step(state)
    case 'played-out':
      return state.reply?.isComplete === true ? step({ ...state, reply: undefined }) : step(state)
    case 'interrupted':
      return state.reply ? cut(state) : step(state)
    case 'due':
      return onDue(state, event.at)
  }
}

/** Words while the voice is paused are no noise: it waits for the rest of them. */
const stillHeld = (reply: Talking['reply'], timeMs: number): Talking['reply'] =>
  reply && reply.attention !== 'full' && reply.attention.kind === 'paused'
    ? { ...reply, attention: { kind: 'paused', since: timeMs } }
    : reply

const isPlayed = (state: Talking, replyId: string) => state.reply?.replyId === replyId

/** The voice is lowered at once. Over an echo the words alone decide, because the sound may be the voice itself. */
function onVoiceBegan(state: Talking, event: Extract<LiveCallEvent, { type: 'voice-began' }>): LiveCallStep {
  if (state.isMuted) return step(state)
  const isFollowing = state.speech !== undefined
  const speech = { utteranceId: state.speech?.utteranceId ?? event.utteranceId, isOver: false }
  const record: LiveCallEffect[] = isFollowing ? [] : [{ type: 'record', utteranceId: speech.utteranceId }]
  if (state.reply?.attention !== 'full' || event.isLouderThanEcho)
    return step({ ...state, speech }, ...record)
  const reply = { ...state.reply, attention: { kind: 'ducked', since: event.at } as const }
  return step({ ...state, speech, reply }, ...record, { type: 'duck', isDucked: true })
}

/** The words of a sound are known: they are a question, a command, or nothing that interrupts. */
function onTranscribed(state: Talking, use: 'question' | 'command' | 'ignored'): LiveCallStep {
  const isAwaitingReply = use === 'question' || state.isAwaitingReply
  const resumed = use === 'question' ? { reply: state.reply, effects: [] } : resume(state)
  return step(
    { ...state, isAwaitingReply, speech: undefined, reply: resumed.reply },
    ...discardSpeech(state),
    { type: 'show-words', words: NO_WORDS },
    ...resumed.effects,
  )
}

function resume({ reply }: Talking): {
  readonly reply: Talking['reply']
  readonly effects: readonly LiveCallEffect[]
} {
  if (!reply || reply.attention === 'full') return { reply, effects: [] }
  const isPaused = reply.attention.kind === 'paused'
  return {
    reply: { ...reply, attention: 'full' },
    effects: [
      ...(isPaused ? [{ type: 'pause', isPaused: false } as const] : []),
      { type: 'duck', isDucked: false },
    ],
  }
}

/** Ends the reply that is played. What was played of it is told before the player is cleared. */
function cut(state: Talking): LiveCallStep {
  const { reply } = state
  if (!reply) return step(state)
  return step(
    { ...state, reply: undefined },
    { type: 'tell-played', replyId: reply.replyId },
    { type: 'silence' },
  )
}

function onDue(state: Talking, timeMs: number): LiveCallStep {
  const { reply, speech } = state
  if (!reply || reply.attention === 'full') return step(state)
  const { kind, since } = reply.attention
  if (kind === 'ducked' && timeMs - since >= PAUSE_AFTER_MS) {
    // A sound that ended earlier is a tap or a breath.
    if (!speech || speech.isOver) return resumeFrom(state)
    return step(
      { ...state, reply: { ...reply, attention: { kind: 'paused', since } } },
      { type: 'pause', isPaused: true, reason: 'sound-lasts' },
    )
  }
  return timeMs - since >= NOISE_AFTER_MS ? resumeFrom(state) : step(state)
}

function resumeFrom(state: Talking): LiveCallStep {
  const { reply, effects } = resume(state)
  return step({ ...state, reply }, ...effects)
}

/** Returns when `due` is to be dispatched, in ms of the clock; undefined while nothing waits. */
export function liveCallDueAt(state: LiveCallState): number | undefined {
  if (state.phase !== 'talking' || !state.reply || state.reply.attention === 'full') return undefined
  const { kind, since } = state.reply.attention
  return since + (kind === 'ducked' ? PAUSE_AFTER_MS : NOISE_AFTER_MS)
}

function discardSpeech(state: LiveCallState): readonly LiveCallEffect[] {
  if (state.phase !== 'talking' || !state.speech) return []
  return [{ type: 'discard', utteranceId: state.speech.utteranceId }]
}
