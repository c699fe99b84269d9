import { enqueue } from './hearing-queue.ts'
import { type EventOf, restOrHear, saidBefore, type Step, step } from './step.ts'
import type { TurnNotice } from './voice-event.ts'
import type { Capturing, Hearing, VoiceState } from './voice-state.ts'

/** The microphone from its opening to the end of the recording. */

export function onMicrophoneOpened(state: VoiceState, { utteranceId }: EventOf<'microphone-opened'>): Step {
  if (state.phase !== 'opening' || state.utteranceId !== utteranceId) return step(state)
  return step({ ...state, phase: 'capturing' }, { type: 'start-recording', utteranceId })
}

export function onMicrophoneFailed(state: VoiceState, event: EventOf<'microphone-failed'>): Step {
  if (state.phase !== 'opening' || state.utteranceId !== event.utteranceId) return step(state)
  return step({ phase: 'failed', reason: event.reason, queue: state.queue })
}

export function onMicrophoneLost(state: VoiceState, { utteranceId }: EventOf<'microphone-lost'>): Step {
  if (state.phase !== 'capturing' || state.utteranceId !== utteranceId) return step(state)
  return finishCapture(state, 'microphone-vanished')
}

/** A hidden page gets no release, so what is held would be recorded for ever. What was tapped goes on by intent. */
export function onPageHidden(state: VoiceState): Step {
  if (state.phase !== 'opening' && state.phase !== 'capturing') return step(state)
  if (state.gesture.mode !== 'hold') return step(state)
  if (state.phase === 'capturing') return finishCapture(state, 'page-hidden')
  return step(restOrHear(saidBefore(state)), { type: 'discard-recording', utteranceId: state.utteranceId })
}

/** Ends a recording so that it is kept and heard. */
export function finishCapture(state: Capturing, notice?: TurnNotice): Step & { readonly state: Hearing } {
  const { utteranceId } = state
  return {
    state: {
      phase: 'hearing',
      ...saidBefore(state),
      queue: enqueue(state.queue, utteranceId),
      sendsWhenHeard: false,
    },
    effects: [
      { type: 'finish-recording', utteranceId },
      ...(notice === undefined ? [] : [{ type: 'notify', notice } as const]),
    ],
  }
}
