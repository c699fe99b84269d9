import type { HandsFreeMode } from '../session/listening.ts'

/**
 * When a turn ends and what interrupts the voice: from the user's settings, their learned pauses and the measured echo.
 * Durations in ms. Read at every event.
 */
export interface EndpointingOptions {
  /** continuous: utterances are sent automatically */
  readonly autoSend: boolean
  /** a turn may end sooner if its words are complete */
  readonly smartEnd: boolean
  /** silence that ends a turn whose last words are a statement; learned from the user's pauses */
  readonly statementEndMs: number
  /** continuous, without `autoSend`: silence that ends a turn, whose transcript is then reviewed */
  readonly pauseTimeoutMs: number
  /** continuous, with `autoSend`: silence that ends a turn, whose transcript is then sent */
  readonly silenceSendDelayMs: number
  /** after a bare wake word: silence before a reminder */
  readonly commandTimeoutMs: number
  /** after a wake word: silence that ends a command of which words are transcribed */
  readonly commandPauseMs: number
  /** after a wake word: silence that ends a command without a transcript */
  readonly untranscribedCommandPauseMs: number
  readonly maxUtteranceMs: number
  /** `half`: sound during the voice is taken for its echo, unless it is louder than that can be */
  readonly duplex: 'half' | 'full'
  /** in half duplex, words louder than the echo interrupt the voice; false: they wait until the reply is over */
  readonly interruptsOverEcho: boolean
  /** headphones: no sound of the voice reaches the microphone */
  readonly isEchoFree?: boolean
}

/**
 * Silence after which the speech so far is transcribed, so that its words are known when the turn may end.
 */
export const TRANSCRIBE_AFTER_MS = 300
/** An engine that expects the end of the turn gets this silence to decide, before the speech is transcribed. */
export const DECIDE_WITHIN_MS = 450
/** Probabilities of the end of a turn, as engines report them: expected, and decided. */
export const EXPECTED_END = 0.3
export const DECIDED_END = 0.9
/** Silence that ends a turn whose end the engine has decided, unless its words are open. */
export const DECIDED_AFTER_MS = 300
/** Probabilities of the end of a turn, from the turn model, at which a statement ends soon, or waits as open words do. */
export const MODEL_COMPLETE = 0.5
export const MODEL_OPEN = 0.1
/** Silence that ends a turn whose words are complete: a question or a short answer. */
export const COMPLETE_AFTER_MS = 550
/** Silence that ends a statement whose pitch fell; a level pitch adds to the speaker's own pause. */
export const FALLING_AFTER_MS = 600
export const LEVEL_EXTRA_MS = 300
/** Open words wait for this beyond the speaker's own pauses. */
export const OPEN_EXTRA_MS = 650
/** Silence that ends a dictated number: pauses between its groups are shorter, whatever the speaker's own are. */
export const DICTATED_AFTER_MS = 1_600
/** Speech that starts so soon after a turn was sent, and before the voice, continues the turn … */
export const JOIN_WITHIN_MS = 3_000
/** … or so soon after the voice became audible: the speaker had not finished. */
export const JOIN_INTO_VOICE_MS = 700
/** … or so soon after the end of its speech, where a service answered within a pause. */
export const JOIN_AFTER_SPEECH_MS = 2_300
/** A recording that began with a wake word continues if speech resumes so soon after its start. */
export const WAKE_WORD_WITHIN_MS = 2_500
/** Time for a command after a bare wake word, unless the configured wait is longer. */
export const COMMAND_WINDOW_MS = 8_000

/** Interruption: this long after the onset of a sound, the recording so far is transcribed. */
export const CLASSIFY_AFTER_MS = 500
/** Time between two transcriptions of a sound that continues without words. */
export const CLASSIFY_AGAIN_AFTER_MS = 1_000
/** Silence after which a paused voice resumes if the sound was no speech. */
export const RESUME_AFTER_MS = 1_500
/** A paused voice waits so long for the words of a sound that has ended. */
export const WORDS_LIMIT_MS = 5_000
/** Half duplex: the longest recording of speech that waits until the reply is over. */
export const WAITING_SPEECH_LIMIT_MS = 20_000
/** The first audio of a voice returns before the echo canceller has adapted. */
export const IGNORE_AFTER_START_MS = 250

/** Time without speech after which the microphone is closed. */
export const IDLE_LIMIT_MS = 15 * 60_000
/** A turn that is transcribed later than this is not awaited: the user can speak again. */
export const SENDING_LIMIT_MS = 10_000
export const OPENING_LIMIT_MS = 60_000

/** Returns the silence timeout: the silence that ends a turn, regardless of its words. `hasWords`: a part of it is transcribed. */
export function endpointingDelay(
  mode: HandsFreeMode,
  endpointing: EndpointingOptions,
  hasWords: boolean,
): number {
  if (mode === 'continuous')
    return endpointing.autoSend ? endpointing.silenceSendDelayMs : endpointing.pauseTimeoutMs
  return hasWords ? endpointing.commandPauseMs : endpointing.untranscribedCommandPauseMs
}
