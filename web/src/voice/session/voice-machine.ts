import { withReason } from '@vee/contract/turns/machine'
import { onStop, onPress, onRelease, onReplay, onRetry, onSubmit, onWithdrawn } from './user-transitions.ts'
import {
  onMicrophoneFailed,
  onMicrophoneLost,
  onMicrophoneOpened,
  onPageHidden,
} from './capture-transitions.ts'
import {
  onTranscribed,
  onTranscribedLate,
  onTranscriptionDelayed,
  onTranscriptionFailed,
  onNoSpeechFound,
} from './transcription-transitions.ts'
import {
  onAsideAsked,
  onAsideEnded,
  onAsideWithdrawn,
  onPauseAsked,
  onReplyEnded,
  onReplyRejoined,
  onReplyStarted,
  onReplyRetracted,
  onReplyText,
  onSpeechBlocked,
  onSpeechEnded,
  onSpeechStarted,
  onSpeechWentOn,
} from './reply-transitions.ts'
import {
  onListeningFailed,
  onUtteranceBegan,
  onUtteranceDropped,
  onUtteranceEnded,
  onTurnFinished,
} from './utterance-transitions.ts'
import { onTimeout } from './timeout-transitions.ts'
import type { EventOf, VoiceStep } from './step.ts'
import type { VoiceEvent } from './voice-event.ts'
import type { VoiceState } from './voice-state.ts'

export const READY: VoiceState = { phase: 'idle', hint: undefined }

const TRANSITIONS: {
  readonly [T in VoiceEvent['type']]: (state: VoiceState, event: EventOf<T>) => VoiceStep
} = {
  pressed: onPress,
  released: onRelease,
  'utterance-began': onUtteranceBegan,
  'utterance-ended': onUtteranceEnded,
  'utterance-dropped': onUtteranceDropped,
  'turn-finished': onTurnFinished,
  'listening-failed': onListeningFailed,
  'pause-asked': onPauseAsked,
  'stop-asked': onStop,
  withdrawn: onWithdrawn,
  submitted: onSubmit,
  'replay-asked': onReplay,
  'aside-asked': onAsideAsked,
  'aside-withdrawn': onAsideWithdrawn,
  'aside-ended': onAsideEnded,
  'retry-asked': onRetry,
  'page-hidden': onPageHidden,
  'timed-out': onTimeout,
  'microphone-opened': onMicrophoneOpened,
  'microphone-failed': onMicrophoneFailed,
  'microphone-lost': onMicrophoneLost,
  transcribed: onTranscribed,
  'transcription-delayed': onTranscriptionDelayed,
  'transcribed-late': onTranscribedLate,
  'no-speech-found': onNoSpeechFound,
  'transcription-failed': onTranscriptionFailed,
  'reply-rejoined': onReplyRejoined,
  'reply-started': onReplyStarted,
  'reply-text': onReplyText,
  'reply-retracted': onReplyRetracted,
  'reply-ended': onReplyEnded,
  'speech-started': onSpeechStarted,
  'speech-went-on': onSpeechWentOn,
  'speech-blocked': onSpeechBlocked,
  'speech-ended': onSpeechEnded,
}

/**
 * The voice machine. Pure; actions are returned as effects.
 *
 *     idle ─press→ opening ─opened→ capturing ─release, press, limit→ transcribing ─transcribed→ reviewing ─┐
 *      │                                                                                                   │ submit
 *      └──────────────────────────────── submit (typed) ───────────────────────────────────────────────→ waiting
 *     waiting ─first text→ replying ⇄ speaking ─said and written→ idle
 *
 * Hands-free, an utterance starts where a press would open the microphone, which is open already.
 *
 * A press, an utterance, a submit or a replay interrupts the reply. An event that a state does not handle, or
 * that belongs to another turn or utterance, returns the same state: late results are dropped here.
 */
export function voiceTransition(state: VoiceState, event: VoiceEvent) {
  // The table pairs each type with its transition; TypeScript cannot follow the pair through a lookup.
  const apply = TRANSITIONS[event.type] as (state: VoiceState, event: VoiceEvent) => VoiceStep
  return withReason(apply(state, event), event.type)
}
