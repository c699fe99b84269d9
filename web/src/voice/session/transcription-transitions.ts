import { isQueued, settle } from './transcription-queue.ts'
import { type EventOf, queueOf, speechBefore, type VoiceStep, voiceStep as step } from './step.ts'
import type { VoiceEffect } from './voice-event.ts'
import type { VoiceState } from './voice-state.ts'

/** Transitions for transcripts. */

export function onTranscribed(state: VoiceState, { utteranceId, text }: EventOf<'transcribed'>): VoiceStep {
  return settleUtterance(state, utteranceId, text, { phase: 'reviewing' })
}

export function onNoSpeechFound(
  state: VoiceState,
  { utteranceId, hint }: EventOf<'no-speech-found'>,
): VoiceStep {
  return settleUtterance(state, utteranceId, undefined, { phase: 'idle', hint })
}

/**
 * The utterance leaves the turn, so that typed text is sent at once, also by a Send that waited for it. Its transcription
 * continues.
 */
export function onTranscriptionDelayed(
  state: VoiceState,
  { utteranceId }: EventOf<'transcription-delayed'>,
): VoiceStep {
  return settleUtterance(state, utteranceId, undefined, { phase: 'idle', hint: undefined })
}

/** Offers the words for review, unless something else is being recorded or answered: they stay with the recording. */
export function onTranscribedLate(
  state: VoiceState,
  { utteranceId, text }: EventOf<'transcribed-late'>,
): VoiceStep {
  const isFree =
    state.phase === 'idle' ||
    state.phase === 'reviewing' ||
    (state.phase === 'failed' && state.queue.length === 0)
  if (!isFree) return step(state)
  return step(
    { phase: 'reviewing' },
    { type: 'add-transcript', utteranceId, text },
    { type: 'submit-or-review' },
  )
}

/** Cancels a pending Send: the message would be incomplete. */
export function onTranscriptionFailed(
  state: VoiceState,
  { utteranceId, reason }: EventOf<'transcription-failed'>,
): VoiceStep {
  if (!isQueued(queueOf(state), utteranceId)) return step(state)
  const unsent: VoiceState =
    state.phase === 'transcribing' ? { ...state, sendsWhenTranscribed: false } : state
  return settleUtterance(unsent, utteranceId, undefined, { phase: 'failed', reason, queue: [] })
}

/** `lastState` is the state after the last utterance if no text was added. */
function settleUtterance(
  state: VoiceState,
  utteranceId: string,
  text: string | undefined,
  lastState: VoiceState,
): VoiceStep {
  if (!isQueued(queueOf(state), utteranceId)) return step(state)
  const { queue, ready } = settle(queueOf(state), utteranceId, text)
  const added = ready.map((transcript): VoiceEffect => ({ type: 'add-transcript', ...transcript }))
  const before = ready.length > 0 ? { queue, hasWords: true as const } : { ...speechBefore(state), queue }
  // The failure stays visible, and the user sends the text by hand.
  if (state.phase === 'failed') return step({ ...state, queue }, ...added)
  if (state.phase !== 'transcribing') return step({ ...state, ...before }, ...added)
  if (queue.length > 0) return step({ ...state, ...before }, ...added)
  const isToReview = ready.length > 0 || (before.hasWords && lastState.phase === 'idle')
  const end: VoiceState = isToReview ? { phase: 'reviewing' } : lastState
  if (end.phase === 'failed') return step(end)
  if (state.sendsWhenTranscribed) return step(end, ...added, { type: 'send' })
  return step(
    end,
    ...added,
    ...(end.phase === 'reviewing' && !state.isTurnOpen ? [{ type: 'submit-or-review' } as const] : []),
  )
}
