import type { ConsentAnswer } from '@vee/contract/spoken/consent-answers'
import type { MicrophoneFailure } from '../capture/microphone-error.ts'
import type { ListeningNotice } from '../session/hands-free-port.ts'
import type { HandsFreeMode, Listening } from '../session/listening.ts'
import type { FinalPitch } from './prosody.ts'

/** The current turn. */
export interface ListeningTurn {
  /** its transcript so far */
  readonly text: string
  /** utterances that are being transcribed */
  readonly untranscribed: readonly string[]
  /** it started with a wake word, which is not part of it */
  readonly startsWithWakeWord?: true
  /** it followed a bare wake word, whose window is open until then */
  readonly windowEnds?: number
}

export const NO_TURN: ListeningTurn = { text: '', untranscribed: [] }
export const WAKE_WORD_TURN: ListeningTurn = { ...NO_TURN, startsWithWakeWord: true }

/** A judgement of the speech before it, by a transcriber or by the host's turn model. */
export interface TurnEndJudgement {
  readonly by: 'transcriber' | 'turn-model'
  /** how probable it is that the speaker has finished, 0…1 */
  readonly probability: number
  readonly at: number
}

/**
 * A sound that is recorded until it is classified: `isClassifying` while it is being transcribed. `since` is its
 * onset, `silentSince` its end.
 */
interface Candidate {
  readonly id: string
  readonly since: number
  readonly silentSince: number | undefined
  readonly isClassifying: boolean
  /** it continued while it was classified: the result lacks its end */
  readonly isStale?: boolean
}

/**
 * A sound during the voice. It is recorded from its onset until it is known to be speech for Vee, so that
 * nothing is missing when it becomes a turn.
 */
export interface InterruptingSound {
  readonly id: string
  readonly since: number
  /** the end of the sound; undefined while it continues */
  readonly silentSince: number | undefined
  /** the transcription of the recording so far: not requested, running, or running without the latest sound */
  readonly request: 'none' | 'pending' | 'stale'
  /** when the recording is transcribed next while the sound continues */
  readonly askAt: number
  /** it began right after the turn was sent, before the voice: its words continue the question */
  readonly joins: boolean
  /** a person spoke into the echo of the voice, which continues until the words are known */
  readonly isLouderThanEcho?: boolean
  /** half duplex: its words wait until the reply is over, which they do not interrupt */
  readonly waits?: boolean
  /** the tool call that it may answer the question about; it waits, too */
  readonly answers?: string | undefined
}

/** Speech that was recorded during a reply in half duplex, and becomes the next turn. */
export interface WaitingSpeech {
  readonly id: string
  /** its end */
  readonly silentSince: number
  /** undefined until it is classified, or if the transcriber failed */
  readonly words: string | undefined
  /** the voice was audible */
  readonly isLouderThanEcho: boolean
  /** the wake word that it starts with */
  readonly wakeWord?: string
  /** the tool call that it may answer the question about */
  readonly answers?: string | undefined
}

/** The stage of an interruption of the voice. */
export type Interruption =
  | { readonly stage: 'none' }
  /** voice activation: the user speaks, perhaps to another person */
  | { readonly stage: 'overheard'; readonly sound: InterruptingSound }
  /** a sound: the voice is ducked */
  | { readonly stage: 'ducked'; readonly sound: InterruptingSound }
  /** it lasts: the voice is paused in place */
  | { readonly stage: 'paused'; readonly sound: InterruptingSound }

/**
 * Hands-free listening. The microphone is open in every phase except `off`; in `opening` it may be. Times are
 * ms of the session's clock.
 */
export type HandsFreeState =
  | { readonly phase: 'off' }
  | { readonly phase: 'opening'; readonly mode: HandsFreeMode; readonly since: number }
  /** voice activation: speech before a wake word is ignored */
  | { readonly phase: 'wake-word'; readonly since: number; readonly candidate: Candidate | undefined }
  /** Waits for speech. After a bare wake word, reminds at `beginBy` and gives up at `windowEnds`. */
  | {
      readonly phase: 'ready'
      readonly mode: HandsFreeMode
      readonly since: number
      readonly beginBy: number | undefined
      readonly windowEnds: number | undefined
    }
  | {
      readonly phase: 'talking'
      readonly mode: HandsFreeMode
      readonly utteranceId: string
      readonly utteranceSince: number
      readonly turn: ListeningTurn
      /** detectors report the end of speech later than engines that judge it */
      readonly judgement?: TurnEndJudgement | undefined
    }
  /** silence within a turn; `utteranceId` is the utterance that has not been ended yet */
  | {
      readonly phase: 'pausing'
      readonly mode: HandsFreeMode
      readonly utteranceId: string | undefined
      readonly silentSince: number
      readonly turn: ListeningTurn
      /** pitch at the end of the speech before it; undefined if unknown */
      readonly finalPitch?: FinalPitch | undefined
      readonly judgement?: TurnEndJudgement | undefined
    }
  /** the turn is complete and being sent; speech resumes it */
  | {
      readonly phase: 'sending'
      readonly mode: HandsFreeMode
      readonly since: number
      readonly turn: ListeningTurn
      /** the end of its speech */
      readonly spokenUntil: number
    }
  | {
      readonly phase: 'replying'
      readonly mode: HandsFreeMode
      /** when the question was sent */
      readonly since: number
      /** the end of its speech; undefined if it was typed */
      readonly spokenUntil?: number | undefined
      /** when the voice became audible; undefined while it is silent */
      readonly voiceSince: number | undefined
      readonly interruption: Interruption
      /** in the order in which it was spoken */
      readonly waiting?: readonly WaitingSpeech[]
      /** the tool call that the user was asked about, and has not answered */
      readonly consent?: string | undefined
    }

/** The classification of a candidate. */
export type Meaning =
  /** nothing, or words that were handled as a command to the page */
  | { readonly kind: 'nothing' }
  /** no engine can transcribe it */
  | { readonly kind: 'no-recognizer' }
  /** no spotter works, and sound may not leave the device before a wake word */
  | { readonly kind: 'no-spotter' }
  /** the transcriber failed for now */
  | { readonly kind: 'failed' }
  /** mm, ok, yes */
  | { readonly kind: 'backchannel' }
  /** stop, wait, no */
  | { readonly kind: 'stop' }
  /** `rest` follows the wake word */
  | { readonly kind: 'wake-word'; readonly word: string; readonly rest: string }
  /** a wake word was spotted by its sound, and the transcriber failed for now: the words after it are known later */
  | { readonly kind: 'wake-word-without-transcript'; readonly word: string }
  | { readonly kind: 'words'; readonly text: string }
  /** the answer to the question whether a tool may be used */
  | { readonly kind: 'consent'; readonly answer: ConsentAnswer }

/** What the state of the voice machine means for listening. */
export type Activity = 'free' | 'transcribing' | 'replying' | 'speaking'

export type HandsFreeEvent =
  | { readonly type: 'started'; readonly mode: HandsFreeMode; readonly at: number }
  | { readonly type: 'stopped' }
  /** the current utterance was cancelled by the session, and listening continues */
  | { readonly type: 'cancelled'; readonly at: number }
  | { readonly type: 'opened'; readonly at: number }
  | { readonly type: 'failed'; readonly reason: MicrophoneFailure }
  /**
   * `at` is the onset; `id` is for the utterance or candidate that this may start. `isLouderThanEcho`: it is louder than the
   * echo of the voice can be
   */
  | {
      readonly type: 'speech-started'
      readonly at: number
      readonly id: string
      readonly isLouderThanEcho?: boolean
    }
  | { readonly type: 'speech-ended'; readonly at: number; readonly finalPitch?: FinalPitch | undefined }
  | { readonly type: 'misfired'; readonly at: number }
  /**
   * a transcriber, or the turn model for the speech that ended at `at`, judges whether the speaker of that utterance has
   * finished
   */
  | {
      readonly type: 'turn-end-judged'
      readonly utteranceId: string
      readonly probability: number
      readonly at: number
      readonly by: TurnEndJudgement['by']
    }
  /** the event of `dueAt`; `id` is for an utterance that continues one that is too long */
  | { readonly type: 'due'; readonly at: number; readonly id: string }
  | {
      readonly type: 'utterance-transcribed'
      readonly utteranceId: string
      readonly text: string
      readonly at: number
    }
  | {
      readonly type: 'candidate-classified'
      readonly id: string
      readonly meaning: Meaning
      readonly at: number
    }
  /** a sound during the voice that may be speech began, or was judged */
  | { readonly type: 'onset-changed'; readonly isSuspected: boolean; readonly at: number }
  /** a wake word was spotted in the current speech, by the browser's own recognition or as a taught word */
  | { readonly type: 'wake-word-spotted'; readonly word: string; readonly at: number }
  | { readonly type: 'activity-changed'; readonly activity: Activity; readonly at: number }
  /** the user has been asked whether a tool may be used; undefined: that was decided */
  | { readonly type: 'consent-asked'; readonly callId: string | undefined }

/** `reason`: why it was chosen, where the event does not tell. */
export type HandsFreeEffect = { readonly reason?: string } & (
  | { readonly type: 'open' }
  | { readonly type: 'close' }
  | { readonly type: 'begin-utterance'; readonly id: string }
  | { readonly type: 'end-utterance'; readonly id: string }
  | { readonly type: 'drop-utterance'; readonly id: string }
  | { readonly type: 'finish-turn'; readonly sends: boolean }
  /** records the sound that starts, separate from any turn. `onsetAt`: when it began, if it was detected late */
  | { readonly type: 'start-candidate'; readonly id: string; readonly onsetAt?: number }
  /**
   * Classifies its recording so far: results in candidate-classified. `isOver`: the sound has ended, so that a command
   * to the page may be executed. `mayConsent`: it may be the answer to the question whether a tool may be used.
   */
  | {
      readonly type: 'classify-candidate'
      readonly id: string
      readonly isOver: boolean
      readonly mayConsent?: boolean
    }
  | { readonly type: 'drop-candidate'; readonly id: string }
  /** ends its recording at that time; it stays until it is accepted or dropped */
  | { readonly type: 'end-candidate'; readonly id: string; readonly at: number }
  /** stores the candidate, in case the page closes before it is accepted */
  | { readonly type: 'store-candidate'; readonly id: string }
  /** the candidate was stored and will not be accepted: the user decides what becomes of it */
  | { readonly type: 'offer-candidate'; readonly id: string; readonly words: string }
  /**
   * The candidate was speech to Vee: it becomes an utterance. `words` are those of the whole utterance; undefined if it
   * continues or is not transcribed yet. `isOverVoice`: the recording may contain words of the voice.
   */
  | {
      readonly type: 'accept-candidate'
      readonly id: string
      readonly words: string | undefined
      readonly isOverVoice?: boolean
    }
  | { readonly type: 'answer-consent'; readonly callId: string; readonly answer: ConsentAnswer }
  | { readonly type: 'duck'; readonly isDucked: boolean }
  | { readonly type: 'pause'; readonly isPaused: boolean }
  | { readonly type: 'interrupt' }
  /** the user continues the question: withdraws it, and stops its reply */
  | { readonly type: 'withdraw' }
  /** the following words are for the agent of this wake word */
  | { readonly type: 'apply-wake-word'; readonly word: string }
  /** signals that a wake word was recognized, or that its window is still open */
  | { readonly type: 'chime' }
  /** why listening ended: a long time without speech, or no engine to transcribe */
  | { readonly type: 'notify'; readonly notice: ListeningNotice }
  | { readonly type: 'fail'; readonly failure: MicrophoneFailure }
)

/** Returns its visible state. */
export function listeningOf(state: HandsFreeState, duplex: 'half' | 'full'): Listening {
  switch (state.phase) {
    case 'off':
      return { kind: 'off' }
    case 'wake-word':
      return { kind: 'wake-word', mode: 'voice-activation' }
    case 'ready':
      return { kind: state.windowEnds === undefined ? 'ready' : 'command', mode: state.mode }
    case 'replying':
      return {
        kind: 'replying',
        mode: state.mode,
        duplex,
        ...(state.consent !== undefined && { awaitsConsent: true }),
      }
    case 'sending':
      return { kind: 'pausing', mode: state.mode }
    case 'opening':
    case 'talking':
    case 'pausing':
      return { kind: state.phase, mode: state.mode }
  }
}
