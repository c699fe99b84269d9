import type { MicrophoneFailure } from '../capture/microphone-error.ts'
import type { OpenMicrophone } from '../capture/microphone.ts'
import type { HandsFreeMode, Listening } from './listening.ts'
import type { VoiceState } from './voice-state.ts'

/** Listening without a button: how a voice session and those who listen for speech work together. */

/** What hands-free listening may do to a session. */
export interface VoiceSessionController {
  /** Takes a segment that is being kept; `words`: what it says, when that is known already. */
  beginSegment(utteranceId: string, segment: OpenMicrophone, words?: string): void
  endSegment(utteranceId: string): void
  dropSegment(utteranceId: string): void
  finishTurn(sends: boolean): void
  /** Ends whatever goes on of a reply. */
  interrupt(): void
  duck(isDucked: boolean): void
  hold(isHeld: boolean): void
  fail(reason: MicrophoneFailure): void
  /** Listening has ended, because nobody said anything for very long or nothing can hear what is said. */
  tell(notice: 'listening-idle' | 'hearing-unavailable'): void
  show(listening: Listening): void
  /** 0…1, of the voice that is played */
  playbackLevel(): number
  /** what the machine does now */
  state(): VoiceState
}

/** Listening without a button. It is off until it is asked for, on every page anew. */
export interface HandsFree {
  start(mode: HandsFreeMode): void
  stop(): void
  /** What is being said, or was just said, was cancelled by hand. Listening goes on. */
  cancel(): void
  /** The machine's state has changed. */
  onTurn(state: VoiceState): void
  /** A segment was heard; '' when nothing is left of it for the conversation. */
  onHeard(utteranceId: string, text: string): void
  /** 0…1 */
  level(): number
}

export type CreateHandsFree = (seat: VoiceSessionController) => HandsFree
