import { finishCapture } from './capture-transitions.ts'
import {
  type EventOf,
  interrupt,
  queueOf,
  idleOrTranscribing,
  speechBefore,
  type VoiceStep,
  voiceStep as step,
} from './step.ts'
import type { Capturing, VoiceState } from './voice-state.ts'

/** Starts an utterance of hands-free listening, where the detector cuts utterances out of one open microphone. */

export function onUtteranceBegan(state: VoiceState, { utteranceId }: EventOf<'utterance-began'>): VoiceStep {
  // The button is held or was tapped: this recording is manual.
  if (state.phase === 'opening' || state.phase === 'capturing') return step(state)
  const before = state.phase === 'reviewing' ? { queue: [], hasWords: true as const } : speechBefore(state)
  return step(
    { phase: 'capturing', utteranceId, gesture: { mode: 'hands-free' }, ...before },
    ...interrupt(state),
    { type: 'start-recording', utteranceId },
  )
}

export function onUtteranceEnded(state: VoiceState, { utteranceId }: EventOf<'utterance-ended'>): VoiceStep {
  if (state.phase !== 'capturing' || state.utteranceId !== utteranceId) return step(state)
  const finished = finishCapture(state)
  return step({ ...finished.state, isTurnOpen: true }, ...finished.effects)
}

export function onUtteranceDropped(
  state: VoiceState,
  { utteranceId }: EventOf<'utterance-dropped'>,
): VoiceStep {
  if (state.phase !== 'capturing' || state.utteranceId !== utteranceId) return step(state)
  return step(afterNothing(state), { type: 'discard-recording', utteranceId })
}

/** Audio without speech does not change the turn in which it occurred. */
function afterNothing(state: Capturing): VoiceState {
  const rest = idleOrTranscribing(speechBefore(state))
  if (rest.phase === 'transcribing') return { ...rest, isTurnOpen: true }
  return state.hasWords ? { phase: 'reviewing' } : rest
}

/** The pause was long enough, or the utterance is plainly complete. */
export function onTurnFinished(state: VoiceState, { sends }: EventOf<'turn-finished'>): VoiceStep {
  if (state.phase === 'capturing' && state.gesture.mode === 'hands-free') {
    const finished = finishCapture(state)
    return step({ ...finished.state, sendsWhenTranscribed: sends }, ...finished.effects)
  }
  if (state.phase === 'transcribing') {
    return step({
      phase: 'transcribing',
      ...speechBefore(state),
      sendsWhenTranscribed: sends || state.sendsWhenTranscribed,
    })
  }
  if (state.phase === 'reviewing') return step(state, { type: sends ? 'send' : 'submit-or-review' })
  return step(state)
}

export function onListeningFailed(state: VoiceState, { reason }: EventOf<'listening-failed'>): VoiceStep {
  const isFree = state.phase === 'idle' || state.phase === 'reviewing' || state.phase === 'failed'
  if (state.phase === 'capturing' && state.gesture.mode === 'hands-free') {
    return finishCapture(state, 'microphone-vanished')
  }
  return isFree ? step({ phase: 'failed', reason, queue: queueOf(state) }) : step(state)
}
