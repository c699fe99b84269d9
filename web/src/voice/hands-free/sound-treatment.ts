import {
  IGNORE_AFTER_START_MS,
  JOIN_AFTER_SPEECH_MS,
  JOIN_INTO_VOICE_MS,
  JOIN_WITHIN_MS,
  type EndpointingOptions,
} from './endpointing.ts'
import type { HandsFreeState } from './hands-free-state.ts'

type Replying = Extract<HandsFreeState, { phase: 'replying' }>

/** What becomes of the first sound during a reply. */
type Treatment =
  /** it may answer the question whether a tool may be used; its words do not interrupt the reply */
  | 'answer'
  /** it continues a question that was sent too early */
  | 'join'
  /** it may do so, or be the echo: the voice continues until its words are known */
  | 'may-join'
  /** its words wait until the reply is over */
  | 'wait'
  /** it may not be for Vee, or is over the echo: the voice continues until its words are known */
  | 'overhear'
  /** it may interrupt the voice, which is ducked */
  | 'interrupt'
  /** it is the voice's own echo */
  | 'ignore'

/** The stage of the interruption that each begins, and how the words of the sound are used. */
export const TREATMENTS = {
  answer: { stage: 'overheard', joins: false, waits: true },
  join: { stage: 'ducked', joins: true, waits: false },
  'may-join': { stage: 'overheard', joins: true, waits: false },
  wait: { stage: 'overheard', joins: false, waits: true },
  overhear: { stage: 'overheard', joins: false, waits: false },
  interrupt: { stage: 'ducked', joins: false, waits: false },
} as const

/** Decides what becomes of the first sound during a reply, before any of its words are known. */
export function treatmentOf(
  state: Replying,
  timeMs: number,
  isLouderThanEcho: boolean,
  endpointing: EndpointingOptions,
): Treatment {
  const { voiceSince, mode, consent } = state
  const isHalf = endpointing.duplex === 'half'
  const mayBeFirstEcho = !isLouderThanEcho && isFirstEcho(voiceSince, timeMs, endpointing)
  if (consent !== undefined) {
    const isEcho = isHalf && !isLouderThanEcho && voiceSince !== undefined
    return isEcho || mayBeFirstEcho ? 'ignore' : 'answer'
  }
  if (continuesQuestion(state, timeMs, isLouderThanEcho, endpointing))
    return mayBeFirstEcho ? 'ignore' : 'join'
  if (!isLouderThanEcho && mayContinueQuestion(state, timeMs, endpointing)) return 'may-join'
  if (mayBeFirstEcho) return 'ignore'
  if (isHalf && waitsForEnd(state, isLouderThanEcho, endpointing)) return 'wait'
  if (isHalf && !isLouderThanEcho) return 'ignore'
  return mode === 'voice-activation' || isLouderThanEcho ? 'overhear' : 'interrupt'
}

/** Returns whether a sound may be the first audio of the voice, to which the echo canceller has not adapted. */
const isFirstEcho = (voiceSince: number | undefined, timeMs: number, { isEchoFree }: EndpointingOptions) =>
  isEchoFree !== true &&
  voiceSince !== undefined &&
  timeMs >= voiceSince &&
  timeMs < voiceSince + IGNORE_AFTER_START_MS

/** Returns whether the words of a sound wait for the end of the reply. */
function waitsForEnd(
  { mode, voiceSince }: Replying,
  isLouderThanEcho: boolean,
  endpointing: EndpointingOptions,
): boolean {
  // Without a voice there is no echo. In voice activation people may talk to each other.
  return voiceSince === undefined
    ? mode === 'continuous'
    : isLouderThanEcho && !endpointing.interruptsOverEcho
}

/** Returns whether speech continues a question that was sent too early. */
function continuesQuestion(
  { mode, since, spokenUntil = -Infinity, voiceSince }: Replying,
  timeMs: number,
  isLouderThanEcho: boolean,
  endpointing: EndpointingOptions,
): boolean {
  if (mode !== 'continuous' || timeMs >= since + JOIN_WITHIN_MS) return false
  if (voiceSince === undefined || timeMs < voiceSince) return true
  // Over loudspeakers only what is louder than the echo is known to be the speaker.
  const isSpeaker = endpointing.duplex === 'full' || isLouderThanEcho
  return isSpeaker && timeMs < Math.max(voiceSince + JOIN_INTO_VOICE_MS, spokenUntil + JOIN_AFTER_SPEECH_MS)
}

/**
 * Returns whether a sound that may be the echo may also continue the question: a service answered within a pause. The
 * voice continues until its words are known.
 */
const mayContinueQuestion = (
  { mode, spokenUntil, voiceSince }: Replying,
  timeMs: number,
  { duplex }: EndpointingOptions,
): boolean =>
  duplex === 'half' &&
  mode === 'continuous' &&
  voiceSince !== undefined &&
  spokenUntil !== undefined &&
  timeMs < spokenUntil + JOIN_AFTER_SPEECH_MS
