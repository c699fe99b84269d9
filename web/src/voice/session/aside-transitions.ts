import { type EventOf, isOfTurn, type VoiceStep, voiceStep } from './step.ts'
import type { VoiceState } from './voice-state.ts'

/** Transitions of sentences of the page within a reply that is being written. */

/** Speaks it in the voice of the reply; a reply without a voice stays silent. */
export function onAsideAsked(state: VoiceState, { aside }: EventOf<'aside-asked'>): VoiceStep {
  const isWritten =
    state.phase === 'waiting' ||
    ((state.phase === 'replying' || state.phase === 'speaking') && state.isWriting)
  if (!isWritten || (state.phase !== 'speaking' && state.voice === 'off')) return voiceStep(state)
  return voiceStep(state, { type: 'add-aside', turnId: state.turnId, aside }, { type: 'renew-limit' })
}

export function onAsideWithdrawn(state: VoiceState, { asideId }: EventOf<'aside-withdrawn'>): VoiceStep {
  return 'turnId' in state
    ? voiceStep(state, { type: 'drop-aside', turnId: state.turnId, asideId }, { type: 'renew-limit' })
    : voiceStep(state)
}

/** The voice is silent until the next text of the reply. */
export function onAsideEnded(state: VoiceState, { turnId }: EventOf<'aside-ended'>): VoiceStep {
  if (!isOfTurn(state, turnId) || state.phase !== 'speaking') return voiceStep(state)
  const { isWriting, hasFailed } = state
  return voiceStep(
    isWriting
      ? { phase: 'replying', turnId, isWriting, voice: 'coming' }
      : { phase: 'replying', turnId, isWriting, voice: 'coming', ...(hasFailed && { hasFailed }) },
    { type: 'renew-limit' },
  )
}
