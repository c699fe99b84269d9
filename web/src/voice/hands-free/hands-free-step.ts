import { step as turnStep, type Step } from '@vee/contract/turns/machine'
import type { HandsFreeMode } from '../session/listening.ts'
import type { HandsFreeEffect, HandsFreeState } from './hands-free-state.ts'
import { COMMAND_WINDOW_MS, type EndpointingOptions } from './endpointing.ts'

export type HandsFreeStep = Step<HandsFreeState, HandsFreeEffect>

export const handsFreeStep = turnStep<HandsFreeState, HandsFreeEffect>

/** Inputs of a transition in addition to the state: the settings, and the spoken language (BCP 47). */
export interface StepContext {
  readonly endpointing: EndpointingOptions
  readonly language: string
}

export const OFF: HandsFreeState = { phase: 'off' }

/** Returns the state in which listening waits for speech. */
export function idleStateOf(mode: HandsFreeMode, timeMs: number): HandsFreeState {
  return mode === 'continuous'
    ? { phase: 'ready', mode, since: timeMs, beginBy: undefined, windowEnds: undefined }
    : { phase: 'wake-word', since: timeMs, candidate: undefined }
}

/** Returns the state after a bare wake word. */
export function awaitCommand(timeMs: number, endpointing: EndpointingOptions): HandsFreeState {
  const windowEnds = timeMs + Math.max(COMMAND_WINDOW_MS, endpointing.commandTimeoutMs)
  const beginBy = timeMs + endpointing.commandTimeoutMs
  return { phase: 'ready', mode: 'voice-activation', since: timeMs, beginBy, windowEnds }
}
