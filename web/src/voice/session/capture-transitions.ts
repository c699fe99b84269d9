import { enqueue } from './transcription-queue.ts'
import { type EventOf, idleOrTranscribing, speechBefore, type VoiceStep, voiceStep as step } from './step.ts'
import type { TurnNotice } from './voice-event.ts'
import type { Capturing, TranscribingState, VoiceState } from './voice-state.ts'

/** Transitions of the microphone from its opening to the end of the recording. */

export function onMicrophoneOpened(
  state: VoiceState,
  { utteranceId }: EventOf<'microphone-opened'>,
): VoiceStep {
  if (state.phase !== 'opening' || state.utteranceId !== utteranceId) return step(state)
  return step({ ...state, phase: 'capturing' }, { type: 'start-recording', utteranceId })
}

export function onMicrophoneFailed(state: VoiceState, event: EventOf<'microphone-failed'>): VoiceStep {
  if (state.phase === 'idle' && state.hint === 'released-early' && event.reason === 'denied')
    return step({ phase: 'failed', reason: 'denied', queue: [] })
  if (state.phase !== 'opening' || state.utteranceId !== event.utteranceId) return step(state)
  return step({ phase: 'failed', reason: event.reason, queue: state.queue })
}

export function onMicrophoneLost(state: VoiceState, { utteranceId }: EventOf<'microphone-lost'>): VoiceStep {
  if (state.phase !== 'capturing' || state.utteranceId !== utteranceId) return step(state)
  return finishCapture(state, 'microphone-vanished')
}

/**
 * A hidden page receives no release, so a held recording would never end. A tapped one continues on purpose.
 */
export function onPageHidden(state: VoiceState): VoiceStep {
  if (state.phase !== 'opening' && state.phase !== 'capturing') return step(state)
  if (state.gesture.mode !== 'hold') return step(state)
  if (state.phase === 'capturing') return finishCapture(state, 'page-hidden')
  return step(idleOrTranscribing(speechBefore(state)), {
    type: 'discard-recording',
    utteranceId: state.utteranceId,
  })
}

/** Ends a recording, to be stored and transcribed. */
export function finishCapture(
  state: Capturing,
  notice?: TurnNotice,
): VoiceStep & { readonly state: TranscribingState } {
  const { utteranceId } = state
  return {
    state: {
      phase: 'transcribing',
      ...speechBefore(state),
      queue: enqueue(state.queue, utteranceId),
      sendsWhenTranscribed: false,
    },
    effects: [
      { type: 'finish-recording', utteranceId },
      ...(notice === undefined ? [] : [{ type: 'notify', notice } as const]),
    ],
  }
}
