import { withoutReason } from '../without-reason.fixture.ts'
import { READY, voiceTransition } from './voice-machine.ts'
import type { VoiceEffect, VoiceEvent } from './voice-event.ts'
import type { VoiceState } from './voice-state.ts'

/** Applies events to a state. Returns the final state and the effects of the last event. */
export function playEvents(events: readonly VoiceEvent[], from: VoiceState = READY) {
  let state = from
  let effects: readonly Omit<VoiceEffect, 'reason'>[] = []
  for (const event of events) {
    const next = voiceTransition(state, event)
    state = next.state
    effects = next.effects.map((effect) => withoutReason(effect))
  }
  return { state, effects }
}

export const pressed = (timeMs: number, utteranceId = 'u1'): VoiceEvent => ({
  type: 'pressed',
  at: timeMs,
  utteranceId,
})
export const released = (timeMs: number): VoiceEvent => ({ type: 'released', at: timeMs })
export const microphoneOpened = (utteranceId = 'u1'): VoiceEvent => ({
  type: 'microphone-opened',
  utteranceId,
})
export const transcribed = (text: string, utteranceId = 'u1'): VoiceEvent => ({
  type: 'transcribed',
  utteranceId,
  text,
})
export const submitted = (text: string, turnId = 't1'): VoiceEvent => ({ type: 'submitted', turnId, text })
export const replyStarted = (isAloud: boolean, turnId = 't1'): VoiceEvent => ({
  type: 'reply-started',
  turnId,
  replyId: 'r1',
  isAloud,
})
export const replyText = (words: string, turnId = 't1'): VoiceEvent => ({
  type: 'reply-text',
  turnId,
  text: words,
})
export const replyEnded = (outcome: 'complete' | 'stopped' | 'failed', turnId = 't1'): VoiceEvent => ({
  type: 'reply-ended',
  turnId,
  outcome,
})
export const speechEvent = (
  type: 'speech-started' | 'speech-ended' | 'speech-blocked',
  turnId = 't1',
): VoiceEvent => ({
  type,
  turnId,
})
export const stopAsked: VoiceEvent = { type: 'stop-asked', what: 'innermost' }
export const timedOut: VoiceEvent = { type: 'timed-out' }

export const HELD = [pressed(0), microphoneOpened()]
export const TAPPED = [pressed(0), released(120), microphoneOpened()]
export const TRANSCRIBING = [...HELD, released(2_000)]
export const WAITING = [submitted('How are you')]
export const WRITING_ALOUD = [...WAITING, replyStarted(true), replyText('Well.')]
export const SPEAKING = [...WRITING_ALOUD, speechEvent('speech-started')]
