import { withoutReason } from '../without-reason.fixture.ts'
import { dueAt, handsFreeTransition } from './hands-free-machine.ts'
import type { HandsFreeEvent, HandsFreeState, Meaning } from './hands-free-state.ts'
import { OFF } from './hands-free-step.ts'
import type { EndpointingOptions } from './endpointing.ts'

/** The default settings. */
const DEFAULTS: EndpointingOptions = {
  autoSend: true,
  smartEnd: true,
  statementEndMs: 1_100,
  pauseTimeoutMs: 6_500,
  silenceSendDelayMs: 2_500,
  commandTimeoutMs: 4_000,
  commandPauseMs: 1_500,
  untranscribedCommandPauseMs: 3_000,
  maxUtteranceMs: 28_000,
  duplex: 'full',
  interruptsOverEcho: true,
}

export function playEvents(
  events: readonly HandsFreeEvent[],
  endpointing: Partial<EndpointingOptions> = {},
  from: HandsFreeState = OFF,
) {
  const context = { endpointing: { ...DEFAULTS, ...endpointing }, language: 'en-US' }
  let state = from
  let effects: readonly { type: string }[] = []
  for (const event of events) {
    const next = handsFreeTransition(state, event, context)
    state = next.state
    effects = next.effects.map((effect) => withoutReason(effect))
  }
  return {
    state,
    effects,
    dueAt: dueAt(state, context),
    types: effects.map(({ type }) => type),
    endpointing: context.endpointing,
  }
}

const opened: HandsFreeEvent = { type: 'opened', at: 0 }
export const speechStarted = (timeMs: number, id = 'u1'): HandsFreeEvent => ({
  type: 'speech-started',
  at: timeMs,
  id,
})
export const speechEnded = (timeMs: number): HandsFreeEvent => ({ type: 'speech-ended', at: timeMs })
export const speechMisfired = (timeMs: number): HandsFreeEvent => ({ type: 'misfired', at: timeMs })
export const due = (timeMs: number, id = 'next'): HandsFreeEvent => ({ type: 'due', at: timeMs, id })
export const utteranceTranscribed = (text: string, timeMs: number, utteranceId = 'u1'): HandsFreeEvent => ({
  type: 'utterance-transcribed',
  utteranceId,
  text,
  at: timeMs,
})
export const turnEndJudged = (probability: number, timeMs: number, utteranceId = 'u1'): HandsFreeEvent => ({
  type: 'turn-end-judged',
  utteranceId,
  probability,
  at: timeMs,
  by: 'transcriber',
})
/** The turn model judges the speech that ended at this time. */
export const turnModelJudged = (probability: number, timeMs: number, utteranceId = 'u1'): HandsFreeEvent => ({
  type: 'turn-end-judged',
  utteranceId,
  probability,
  at: timeMs,
  by: 'turn-model',
})
export const candidateClassified = (meaning: Meaning, timeMs: number, id = 'p1'): HandsFreeEvent => ({
  type: 'candidate-classified',
  id,
  meaning,
  at: timeMs,
})
/** The wake word without a command. */
export const bareWakeWord = (timeMs: number): HandsFreeEvent =>
  candidateClassified({ kind: 'wake-word', word: 'vee', rest: '' }, timeMs)
export const activityChanged = (
  now: 'free' | 'transcribing' | 'replying' | 'speaking',
  timeMs: number,
): HandsFreeEvent => ({
  type: 'activity-changed',
  activity: now,
  at: timeMs,
})

export const CONTINUOUS = [{ type: 'started', mode: 'continuous', at: 0 } as const, opened]
export const WAKE = [{ type: 'started', mode: 'voice-activation', at: 0 } as const, opened]
/** Spoken from 1 s to 2 s, and cut off. */
export const SAID = [speechStarted(1_000), speechEnded(2_000), due(2_450)]
export const SPEAKING = [...CONTINUOUS, activityChanged('replying', 100), activityChanged('speaking', 200)]
