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
  vadSilenceMs: 3_000,
  maxSegmentMs: 28_000,
  duplex: 'full',
  interruptsOverEcho: true,
}

export function playEvents(
  events: readonly HandsFreeEvent[],
  rules: Partial<EndpointingOptions> = {},
  from: HandsFreeState = OFF,
) {
  const context = { rules: { ...DEFAULTS, ...rules }, language: 'en-US' }
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
    rules: context.rules,
  }
}

const opened: HandsFreeEvent = { type: 'opened', at: 0 }
export const speechStarted = (at: number, id = 'u1'): HandsFreeEvent => ({ type: 'speech-started', at, id })
export const speechEnded = (at: number): HandsFreeEvent => ({ type: 'speech-ended', at })
export const speechMisfired = (at: number): HandsFreeEvent => ({ type: 'misfired', at })
export const due = (at: number, id = 'next'): HandsFreeEvent => ({ type: 'due', at, id })
export const segmentHeard = (text: string, at: number, utteranceId = 'u1'): HandsFreeEvent => ({
  type: 'segment-heard',
  utteranceId,
  text,
  at,
})
export const turnEndJudged = (probability: number, at: number, utteranceId = 'u1'): HandsFreeEvent => ({
  type: 'turn-end-judged',
  utteranceId,
  probability,
  at,
  by: 'transcriber',
})
/** The turn model judges the speech that ended at this time. */
export const turnModelJudged = (probability: number, at: number, utteranceId = 'u1'): HandsFreeEvent => ({
  type: 'turn-end-judged',
  utteranceId,
  probability,
  at,
  by: 'turn-model',
})
export const candidateClassified = (meaning: Meaning, at: number, id = 'p1'): HandsFreeEvent => ({
  type: 'candidate-classified',
  id,
  meaning,
  at,
})
/** The wake word without a command. */
export const bareWakeWord = (at: number): HandsFreeEvent =>
  candidateClassified({ kind: 'wake', word: 'vee', rest: '' }, at)
export const activityChanged = (
  now: 'free' | 'hearing' | 'replying' | 'speaking',
  at: number,
): HandsFreeEvent => ({
  type: 'activity-changed',
  activity: now,
  at,
})

export const CONTINUOUS = [{ type: 'started', mode: 'continuous', at: 0 } as const, opened]
export const WAKE = [{ type: 'started', mode: 'voice-activation', at: 0 } as const, opened]
/** Spoken from 1 s to 2 s, and cut off. */
export const SAID = [speechStarted(1_000), speechEnded(2_000), due(2_450)]
export const SPEAKING = [...CONTINUOUS, activityChanged('replying', 100), activityChanged('speaking', 200)]
