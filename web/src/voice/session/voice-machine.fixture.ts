import { READY, voiceTransition } from './voice-machine.ts'
import type { VoiceEffect, VoiceEvent } from './voice-event.ts'
import type { VoiceState } from './voice-state.ts'

/** Applies events to a state. Returns the final state and the effects of the last event. */
export function play(events: readonly VoiceEvent[], from: VoiceState = READY) {
  let state = from
  let effects: readonly VoiceEffect[] = []
  for (const event of events) ({ state, effects } = voiceTransition(state, event))
  return { state, effects }
}

export const press = (at: number, utteranceId = 'u1'): VoiceEvent => ({ type: 'pressed', at, utteranceId })
export const release = (at: number): VoiceEvent => ({ type: 'released', at })
export const opened = (utteranceId = 'u1'): VoiceEvent => ({ type: 'microphone-opened', utteranceId })
export const heard = (text: string, utteranceId = 'u1'): VoiceEvent => ({ type: 'heard', utteranceId, text })
export const submit = (text: string, turnId = 't1'): VoiceEvent => ({ type: 'submitted', turnId, text })
export const started = (isAloud: boolean, turnId = 't1'): VoiceEvent => ({
  type: 'reply-started',
  turnId,
  replyId: 'r1',
  isAloud,
})
export const text = (words: string, turnId = 't1'): VoiceEvent => ({
  type: 'reply-text',
  turnId,
  text: words,
})
export const ended = (outcome: 'complete' | 'stopped' | 'failed', turnId = 't1'): VoiceEvent => ({
  type: 'reply-ended',
  turnId,
  outcome,
})
export const speech = (
  type: 'speech-started' | 'speech-ended' | 'speech-blocked',
  turnId = 't1',
): VoiceEvent => ({
  type,
  turnId,
})
export const escape: VoiceEvent = { type: 'stop-asked', what: 'innermost' }
export const timeout: VoiceEvent = { type: 'timed-out' }

export const HELD = [press(0), opened()]
export const TAPPED = [press(0), release(120), opened()]
export const HEARING = [...HELD, release(2_000)]
export const WAITING = [submit('How are you')]
export const WRITING_ALOUD = [...WAITING, started(true), text('Well.')]
export const SPEAKING = [...WRITING_ALOUD, speech('speech-started')]
