import { finishCapture } from './capture-transitions.ts'
import { abandon, interrupt, stopVoice, type VoiceStep, voiceStep as step } from './step.ts'
import type { VoiceState } from './voice-state.ts'

/** The state exceeded its time limit of `timeLimitOf`. */
export function onTimeout(state: VoiceState): VoiceStep {
  switch (state.phase) {
    case 'idle':
    case 'reviewing':
    case 'failed':
      return step(state)
    case 'opening':
      return step(
        { phase: 'failed', reason: 'no-answer', queue: state.queue },
        { type: 'discard-recording', utteranceId: state.utteranceId },
      )
    case 'capturing':
      return finishCapture(state, 'recording-limit')
    case 'transcribing':
      return step({ phase: 'failed', reason: 'timed-out', queue: [] }, ...abandon(state.queue))
    case 'waiting':
      return giveUp(state)
    case 'replying':
    case 'speaking':
      return state.isWriting ? giveUp(state) : stopVoice(state)
  }
}

function giveUp(state: VoiceState): VoiceStep {
  return step({ phase: 'failed', reason: 'no-reply', queue: [] }, ...interrupt(state))
}
