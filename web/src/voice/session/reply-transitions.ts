import { type EventOf, isOfTurn, type VoiceStep, voiceStep as step, withoutVoice } from './step.ts'
import type { VoiceEffect } from './voice-event.ts'
import type { VoiceState } from './voice-state.ts'

/** Transitions of a reply while it is written and spoken. */

export function onReplyRejoined(state: VoiceState, event: EventOf<'reply-rejoined'>): VoiceStep {
  const { turnId, isFromStart } = event
  const isFree =
    state.phase === 'idle' ||
    state.phase === 'reviewing' ||
    (state.phase === 'failed' && state.queue.length === 0)
  if (!isFree) return step(state)
  return step(
    isFromStart
      ? { phase: 'waiting', turnId, voice: 'off' }
      : { phase: 'replying', turnId, isWriting: true, voice: 'off' },
  )
}

export function onReplyStarted(state: VoiceState, event: EventOf<'reply-started'>): VoiceStep {
  const { turnId, replyId, isAloud } = event
  if (state.phase !== 'waiting' || state.turnId !== turnId) return step(state)
  if (!isAloud) return step(state, { type: 'restart-timeout' })
  const begin: VoiceEffect = { type: 'begin-speech', turnId, replyId }
  if (state.beginsPaused !== true) return step({ phase: 'waiting', turnId, voice: 'coming' }, begin)
  return step({ phase: 'waiting', turnId, voice: 'paused' }, begin, { type: 'pause-speech', isPaused: true })
}

export function onReplyText(state: VoiceState, { turnId, text }: EventOf<'reply-text'>): VoiceStep {
  if (!isOfTurn(state, turnId)) return step(state)
  if (state.phase !== 'waiting' && !state.isWriting) return step(state)
  const isSilent = state.phase !== 'speaking' && state.voice === 'off'
  const effects: VoiceEffect[] = [{ type: 'restart-timeout' }]
  if (!isSilent) effects.push({ type: 'append-speech', turnId, text })
  if (state.phase !== 'waiting') return step(state, ...effects)
  return step({ phase: 'replying', turnId, isWriting: true, voice: state.voice }, ...effects)
}

/** Stops what is spoken of it. The voice continues with the text that follows. */
export function onReplyRetracted(state: VoiceState, event: EventOf<'reply-retracted'>): VoiceStep {
  const { turnId, length } = event
  if (!isOfTurn(state, turnId) || (state.phase !== 'speaking' && state.voice === 'off')) return step(state)
  return step(state, { type: 'restart-timeout' }, { type: 'retract-speech', turnId, length })
}

export function onReplyEnded(state: VoiceState, { turnId, outcome }: EventOf<'reply-ended'>): VoiceStep {
  if (!isOfTurn(state, turnId)) return step(state)
  const silentEnd: VoiceState =
    outcome === 'failed'
      ? { phase: 'failed', reason: 'reply-failed', queue: [] }
      : { phase: 'idle', hint: undefined }
  if (state.phase === 'waiting') {
    return step(silentEnd, ...(state.voice === 'off' ? [] : [{ type: 'stop-speech' } as const]))
  }
  if (!state.isWriting) return step(state)
  const failure = outcome === 'failed' && { hasFailed: true }
  if (state.phase === 'speaking')
    return step({ ...state, isWriting: false, ...failure }, { type: 'end-speech', turnId })
  if (state.voice === 'off') return step(silentEnd)
  return step(
    { phase: 'replying', turnId, isWriting: false, voice: state.voice, ...failure },
    { type: 'end-speech', turnId },
  )
}

const failureOf = (state: VoiceState) => 'hasFailed' in state && state.hasFailed && { hasFailed: true }

/** Before the first text, only a sentence of the page is spoken. */
export function onSpeechStarted(state: VoiceState, { turnId }: EventOf<'speech-started'>): VoiceStep {
  if (!isOfTurn(state, turnId) || state.phase === 'speaking' || state.voice === 'off') return step(state)
  // It started before the request to pause had reached it.
  const isPaused = state.voice === 'paused'
  const speaking: VoiceState = {
    phase: 'speaking',
    turnId,
    isWriting: state.phase === 'waiting' || state.isWriting,
    isPaused,
    ...failureOf(state),
  }
  return isPaused ? step(speaking, { type: 'pause-speech', isPaused }) : step(speaking)
}

/** A voice may be paused before its first audio: the browser's canceller would hide a person who still speaks. */
export function onPauseAsked(state: VoiceState, { isPaused }: EventOf<'pause-asked'>): VoiceStep {
  const effects: VoiceEffect[] = [{ type: 'pause-speech', isPaused }, { type: 'restart-timeout' }]
  if (state.phase === 'speaking')
    return state.isPaused === isPaused ? step(state) : step({ ...state, isPaused }, ...effects)
  if (state.phase !== 'waiting' && state.phase !== 'replying') return step(state)
  if (state.voice === 'blocked') return step(state, ...effects)
  if (state.voice === (isPaused ? 'coming' : 'paused'))
    return step({ ...state, voice: isPaused ? 'paused' : 'coming' }, ...effects)
  if (state.phase !== 'waiting' || state.voice !== 'off' || (state.beginsPaused === true) === isPaused)
    return step(state)
  const { phase, turnId, voice } = state
  return step({ phase, turnId, voice, ...(isPaused && { beginsPaused: true }) })
}

export function onSpeechWentOn(state: VoiceState, { turnId }: EventOf<'speech-went-on'>): VoiceStep {
  return state.phase === 'speaking' && state.turnId === turnId
    ? step(state, { type: 'restart-timeout' })
    : step(state)
}

export function onSpeechBlocked(state: VoiceState, { turnId }: EventOf<'speech-blocked'>): VoiceStep {
  if (!isOfTurn(state, turnId)) return step(state)
  if (state.phase === 'speaking') {
    return step({
      phase: 'replying',
      turnId,
      isWriting: state.isWriting,
      voice: 'blocked',
      ...failureOf(state),
    })
  }
  return state.voice === 'off' ? step(state) : step({ ...state, voice: 'blocked' })
}

export function onSpeechEnded(state: VoiceState, { turnId }: EventOf<'speech-ended'>): VoiceStep {
  if (!isOfTurn(state, turnId)) return step(state)
  if (state.phase !== 'speaking' && state.voice === 'off') return step(state)
  return step(withoutVoice(state))
}

// Sentences of the page within a reply that is being written.

/** Speaks it in the voice of the reply; a reply without a voice stays silent. */
export function onAsideAsked(state: VoiceState, { aside }: EventOf<'aside-asked'>): VoiceStep {
  const isWritten =
    state.phase === 'waiting' ||
    ((state.phase === 'replying' || state.phase === 'speaking') && state.isWriting)
  if (!isWritten || (state.phase !== 'speaking' && state.voice === 'off')) return step(state)
  return step(state, { type: 'add-aside', turnId: state.turnId, aside }, { type: 'restart-timeout' })
}

export function onAsideWithdrawn(state: VoiceState, { asideId }: EventOf<'aside-withdrawn'>): VoiceStep {
  return 'turnId' in state
    ? step(state, { type: 'drop-aside', turnId: state.turnId, asideId }, { type: 'restart-timeout' })
    : step(state)
}

/** The voice is silent until the next text of the reply. */
export function onAsideEnded(state: VoiceState, { turnId }: EventOf<'aside-ended'>): VoiceStep {
  if (!isOfTurn(state, turnId) || state.phase !== 'speaking') return step(state)
  const { isWriting, hasFailed } = state
  const voice = state.isPaused ? 'paused' : 'coming'
  return step(
    isWriting
      ? { phase: 'replying', turnId, isWriting, voice }
      : { phase: 'replying', turnId, isWriting, voice, ...(hasFailed && { hasFailed }) },
    { type: 'restart-timeout' },
  )
}
