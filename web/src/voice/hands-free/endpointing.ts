import type { HandsFreeMode } from '../session/listening.ts'

/** The user's settings as hands-free listening needs them. Times are ms. Asked for at every event. */
export interface EndpointingOptions {
  /** continuous: what was said is sent by itself */
  readonly autoSend: boolean
  /** a turn may end sooner when its words are plainly complete */
  readonly smartEnd: boolean
  /** continuous: silence that ends a turn, and silence before what was heard is sent by itself */
  readonly pauseTimeoutMs: number
  readonly silenceSendDelayMs: number
  /** after a bare wake word: silence after which the command is asked for once more; and the pause that ends a command */
  readonly commandTimeoutMs: number
  readonly commandPauseMs: number
  /** silence that ends a command of which nothing was understood */
  readonly vadSilenceMs: number
  readonly maxSegmentMs: number
  /** `half`: nothing is listened to while a reply is given */
  readonly duplex: 'half' | 'full'
}

/** Silence after which what was said so far is transcribed, so that its words are known when the turn may end. */
export const CUT_AFTER_MS = 450
/** Silence that ends a turn whose words are plainly complete. */
export const COMPLETE_AFTER_MS = 700
/** How long a bare wake word keeps the ear open, if the wait for a command is not longer. */
export const COMMAND_WINDOW_MS = 8_000

/** Interruption, from the onset of speech: measured so that a cough does not interrupt and a word does. */
export const HOLD_AFTER_MS = 200
export const COMMIT_AFTER_MS = 500
/** Quiet after which a voice that was held goes on. */
export const RESUME_AFTER_MS = 1_500
/** The first sound of a voice comes back before the echo canceller knows it. */
export const IGNORE_AFTER_START_MS = 250

/** Nobody has said anything for so long: the microphone is closed. */
export const IDLE_LIMIT_MS = 15 * 60_000
/** A turn that is heard later than this is not waited for: one can speak again. */
export const SENDING_LIMIT_MS = 10_000
export const OPENING_LIMIT_MS = 60_000

/** Silence after which a turn ends, whatever its words. `hasWords`: something of it is known. */
export function endpointingDelay(mode: HandsFreeMode, rules: EndpointingOptions, hasWords: boolean): number {
  if (mode === 'continuous') return rules.autoSend ? rules.silenceSendDelayMs : rules.pauseTimeoutMs
  return hasWords ? rules.commandPauseMs : rules.vadSilenceMs
}
