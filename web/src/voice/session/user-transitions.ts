import { finishCapture } from './capture-transitions.ts'
import { enqueue, isQueued } from './transcription-queue.ts'
import {
  abandon,
  type EventOf,
  interrupt,
  queueOf,
  idleOrTranscribing,
  speechBefore,
  stopVoice,
  type VoiceStep,
  voiceStep as step,
} from './step.ts'
import { TAP_LIMIT_MS, type VoiceState } from './voice-state.ts'

/** Transitions of user actions. An action during a reply interrupts it. */

export function onPress(state: VoiceState, { at, utteranceId }: EventOf<'pressed'>): VoiceStep {
  if (state.phase === 'opening' || state.phase === 'capturing') {
    if (state.gesture.mode === 'hold') return step(state)
    return state.phase === 'capturing' ? finishCapture(state) : cancelCapture(state)
  }
  return step(
    { phase: 'opening', utteranceId, gesture: { mode: 'hold', since: at }, ...speechBefore(state) },
    ...interrupt(state),
    { type: 'open-microphone', utteranceId },
  )
}

export function onRelease(state: VoiceState, { at }: EventOf<'released'>): VoiceStep {
  if (state.phase !== 'opening' && state.phase !== 'capturing') return step(state)
  if (state.gesture.mode !== 'hold') return step(state)
  if (at - state.gesture.since < TAP_LIMIT_MS) return step({ ...state, gesture: { mode: 'tap' } })
  if (state.phase === 'capturing') return finishCapture(state)
  return step(idleOrTranscribing(speechBefore(state), 'released-early'), {
    type: 'discard-recording',
    utteranceId: state.utteranceId,
  })
}

/** The one way in which voice, reply and recording end early. */
export function onStop(state: VoiceState, { what }: EventOf<'stop-asked'>): VoiceStep {
  if (what === 'speech') return stopVoice(state)
  return what === 'reply' ? stopReply(state) : stopInnermost(state)
}

/** Stops the voice and the generation of the reply. What is being recorded or transcribed continues. */
function stopReply(state: VoiceState): VoiceStep {
  if (!('turnId' in state)) return step(state, { type: 'stop-reply', turnId: undefined })
  return step({ phase: 'idle', hint: undefined }, ...interrupt(state))
}

/** Cancels from the inside out: the voice, the recording, the reply. No-op when idle. */
function stopInnermost(state: VoiceState): VoiceStep {
  switch (state.phase) {
    case 'idle':
    case 'reviewing':
      return step(state)
    case 'speaking':
      return stopVoice(state)
    case 'opening':
    case 'capturing':
      return cancelCapture(state)
    case 'transcribing':
      return step({ phase: 'idle', hint: undefined }, ...abandon(state.queue))
    case 'waiting':
    case 'replying':
      return step({ phase: 'idle', hint: undefined }, ...interrupt(state))
    case 'failed':
      return step(idleOrTranscribing({ queue: state.queue }))
  }
}

/** The question returns to the message field, where the words that follow join it. */
export function onWithdrawn(state: VoiceState): VoiceStep {
  if (state.phase !== 'waiting' && state.phase !== 'replying' && state.phase !== 'speaking')
    return step(state)
  const stops = interrupt(state).filter(({ type }) => type === 'stop-speech')
  return step({ phase: 'reviewing' }, ...stops, { type: 'withdraw-question', turnId: state.turnId })
}

/** Send during a recording or transcription waits for it, so that speech and typed text are sent together. */
export function onSubmit(state: VoiceState, { turnId, text }: EventOf<'submitted'>): VoiceStep {
  if (state.phase === 'capturing') {
    const finished = finishCapture(state)
    return step({ ...finished.state, sendsWhenTranscribed: true }, ...finished.effects)
  }
  if (state.phase === 'transcribing') return step({ ...state, sendsWhenTranscribed: true })
  if (text.trim() === '') return step(state)
  const discard =
    state.phase === 'opening' ? [{ type: 'discard-recording', utteranceId: state.utteranceId } as const] : []
  return step(
    { phase: 'waiting', turnId, voice: 'off' },
    ...discard,
    ...abandon(queueOf(state)),
    ...interrupt(state),
    { type: 'ask', turnId, text },
  )
}

/** A reply can be spoken again if nothing is being recorded or written. */
export function onReplay(
  state: VoiceState,
  { turnId, replyId, markdown, fromOffset }: EventOf<'replay-asked'>,
): VoiceStep {
  const isFree =
    state.phase === 'idle' ||
    state.phase === 'reviewing' ||
    (state.phase === 'failed' && state.queue.length === 0) ||
    ((state.phase === 'replying' || state.phase === 'speaking') && !state.isWriting)
  if (!isFree) return step(state)
  return step({ phase: 'replying', turnId, isWriting: false, voice: 'coming' }, ...interrupt(state), {
    type: 'replay-speech',
    turnId,
    replyId,
    markdown,
    fromOffset,
  })
}

export function onRetry(state: VoiceState, { utteranceId }: EventOf<'retry-asked'>): VoiceStep {
  if (!canTranscribeAgain(state) || isQueued(queueOf(state), utteranceId)) return step(state)
  const queue = enqueue(queueOf(state), utteranceId)
  const transcribing: VoiceState =
    state.phase === 'opening' || state.phase === 'capturing'
      ? { ...state, queue }
      : {
          phase: 'transcribing',
          ...speechBefore(state),
          queue,
          sendsWhenTranscribed: state.phase === 'transcribing' && state.sendsWhenTranscribed,
        }
  return step(transcribing, { type: 'transcribe-again', utteranceId })
}

/** Returns whether a stored utterance can be transcribed again: not during a reply. */
export function canTranscribeAgain(state: VoiceState): boolean {
  return !('turnId' in state)
}

function cancelCapture(state: Extract<VoiceState, { phase: 'opening' | 'capturing' }>): VoiceStep {
  return step(idleOrTranscribing(speechBefore(state)), {
    type: 'discard-recording',
    utteranceId: state.utteranceId,
  })
}
