import { step as turnStep, type Step } from '@vee/contract/turns/machine'
import type { TranscriptionQueue } from './transcription-queue.ts'
import type { VoiceEffect, VoiceEvent } from './voice-event.ts'
import type { Hint, SpeechBefore, VoiceState } from './voice-state.ts'

/** The result of a transition. An event without an effect returns the same state object and no effects. */
export type VoiceStep = Step<VoiceState, VoiceEffect>

const step = turnStep<VoiceState, VoiceEffect>
export { step as voiceStep }

export type EventOf<Type extends VoiceEvent['type']> = Extract<VoiceEvent, { type: Type }>

/** Returns the state after a recording without result: transcribing earlier utterances, or idle. */
export function idleOrTranscribing(before: SpeechBefore, hint?: Hint): VoiceState {
  return before.queue.length > 0
    ? { phase: 'transcribing', ...before, sendsWhenTranscribed: false }
    : { phase: 'idle', hint }
}

/** Returns what continues from one recording to the next. */
export function speechBefore(state: VoiceState): SpeechBefore {
  const queue = queueOf(state)
  return 'hasWords' in state && state.hasWords ? { queue, hasWords: true } : { queue }
}

/** Returns the utterances that are being transcribed. */
export function queueOf(state: VoiceState): TranscriptionQueue {
  return 'queue' in state ? state.queue : []
}

/** Returns the effects that stop transcribing utterances; they stay stored. */
export function abandon(queue: TranscriptionQueue): VoiceEffect[] {
  if (queue.length === 0) return []
  return [{ type: 'abandon-transcriptions', utteranceIds: queue.map((queued) => queued.utteranceId) }]
}

/** Returns the effects that interrupt a reply: its voice first, then its generation. */
export function interrupt(state: VoiceState): VoiceEffect[] {
  const effects: VoiceEffect[] = []
  if (hasVoice(state)) effects.push({ type: 'stop-speech' })
  if (isBeingWritten(state)) effects.push({ type: 'stop-reply', turnId: state.turnId })
  return effects
}

type OfTurn = Extract<VoiceState, { turnId: string }>

/** Returns whether the state belongs to that turn; results of other turns are late. */
export function isOfTurn(state: VoiceState, turnId: string): state is OfTurn {
  return 'turnId' in state && state.turnId === turnId
}

/**
 * Returns the state of the same reply without its voice: continues as text while it is written, ended
 * otherwise.
 */
export function withoutVoice(state: OfTurn): VoiceState {
  const { turnId } = state
  if (state.phase === 'waiting') return { phase: 'waiting', turnId, voice: 'off' }
  if (state.isWriting) return { phase: 'replying', turnId, isWriting: true, voice: 'off' }
  return state.hasFailed
    ? { phase: 'failed', reason: 'reply-failed', queue: [] }
    : { phase: 'idle', hint: undefined }
}

function hasVoice(state: VoiceState): state is OfTurn {
  if (state.phase === 'waiting' || state.phase === 'replying') return state.voice !== 'off'
  return state.phase === 'speaking'
}

/** Stops the voice; the reply continues as text. */
export function stopVoice(state: VoiceState): VoiceStep {
  return hasVoice(state) ? step(withoutVoice(state), { type: 'stop-speech' }) : step(state)
}

function isBeingWritten(state: VoiceState): state is OfTurn {
  if (state.phase === 'waiting') return true
  return (state.phase === 'replying' || state.phase === 'speaking') && state.isWriting
}
