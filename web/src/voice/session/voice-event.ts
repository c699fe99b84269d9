import type { MicrophoneFailure } from '../capture/microphone-error.ts'
import type { TranscriptionFailure } from '../transcription/transcriber.ts'
import type { Aside } from '../speak/speech-output.ts'
import type { ReplyProgress } from './ports.ts'
import type { EmptyHint } from './voice-state.ts'

/** Events of a voice turn. Times are ms of the session's clock; the session creates the ids. */
export type VoiceEvent =
  /** the button or key was pressed; `utteranceId` is for the recording that this may start */
  | { readonly type: 'pressed'; readonly at: number; readonly utteranceId: string }
  | { readonly type: 'released'; readonly at: number }
  /** hands-free: speech was detected and is being recorded; a reply in progress is interrupted */
  | { readonly type: 'utterance-began'; readonly utteranceId: string }
  /** the utterance is complete and to be transcribed, or contained nothing */
  | { readonly type: 'utterance-ended'; readonly utteranceId: string }
  | { readonly type: 'utterance-dropped'; readonly utteranceId: string }
  /** the turn is complete; `sends`: it is sent without review once all of it is transcribed */
  | { readonly type: 'turn-finished'; readonly sends: boolean }
  /** hands-free listening could not start, or lost its microphone */
  | { readonly type: 'listening-failed'; readonly reason: MicrophoneFailure }
  /** the voice is to pause in place, or to resume */
  | { readonly type: 'pause-asked'; readonly isPaused: boolean }
  /**
   * something is to end, by a button, a key, a spoken command or a hidden page: the voice, whose reply continues
   * as text; the reply with its voice; or the innermost activity
   */
  | { readonly type: 'stop-asked'; readonly what: 'speech' | 'reply' | 'innermost' }
  /** the speaker continues a question that was sent too early */
  | { readonly type: 'withdrawn' }
  | { readonly type: 'submitted'; readonly turnId: string; readonly text: string }
  /**
   * The conversation started a turn itself: a waiting message, a retry, or a reply that a reloaded page
   * resumes. `isFromStart`: its text is delivered from the first word, so that it can be spoken.
   */
  | { readonly type: 'reply-rejoined'; readonly turnId: string; readonly isFromStart: boolean }
  | {
      readonly type: 'replay-asked'
      readonly turnId: string
      readonly replyId: string
      readonly markdown: string
      readonly fromOffset: number
    }
  /** the page has a sentence of its own to speak within the reply, or no longer */
  | { readonly type: 'aside-asked'; readonly aside: Aside }
  | { readonly type: 'aside-withdrawn'; readonly asideId: string }
  | { readonly type: 'aside-ended'; readonly turnId: string }
  /** a stored utterance is to be transcribed again */
  | { readonly type: 'retry-asked'; readonly utteranceId: string }
  | { readonly type: 'page-hidden' }
  | { readonly type: 'timed-out' }
  | { readonly type: 'microphone-opened'; readonly utteranceId: string }
  | { readonly type: 'microphone-failed'; readonly utteranceId: string; readonly reason: MicrophoneFailure }
  /** the open microphone was disconnected; audio until then is available */
  | { readonly type: 'microphone-lost'; readonly utteranceId: string }
  | { readonly type: 'transcribed'; readonly utteranceId: string; readonly text: string }
  /** its transcription waits for a download: it continues apart from the turn */
  | { readonly type: 'transcription-delayed'; readonly utteranceId: string }
  /** a delayed utterance was transcribed, and nothing was sent since */
  | { readonly type: 'transcribed-late'; readonly utteranceId: string; readonly text: string }
  | { readonly type: 'no-speech-found'; readonly utteranceId: string; readonly hint: EmptyHint }
  | {
      readonly type: 'transcription-failed'
      readonly utteranceId: string
      readonly reason: TranscriptionFailure
    }
  | {
      readonly type: 'reply-started'
      readonly turnId: string
      readonly replyId: string
      /** whether it is to be spoken */
      readonly isAloud: boolean
    }
  | Exclude<ReplyProgress, { type: 'reply-started' }>
  | { readonly type: 'speech-started'; readonly turnId: string }
  | { readonly type: 'speech-went-on'; readonly turnId: string }
  | { readonly type: 'speech-blocked'; readonly turnId: string }
  | { readonly type: 'speech-ended'; readonly turnId: string }

/** A notice during a turn that continues. */
export type TurnNotice = 'microphone-vanished' | 'recording-limit' | 'page-hidden'

/** Effects that the session runs. */
/** `reason`: why it was chosen, where the event does not tell. */
export type VoiceEffect = { readonly reason?: string } &
  /** results in microphone-opened or microphone-failed */
  (
    | { readonly type: 'open-microphone'; readonly utteranceId: string }
    | { readonly type: 'start-recording'; readonly utteranceId: string }
    /** closes the microphone and discards the recording */
    | { readonly type: 'discard-recording'; readonly utteranceId: string }
    /**
     * closes the microphone, stores the utterance, then transcribes it: results in transcribed, no-speech-found or
     * transcription-failed
     */
    | { readonly type: 'finish-recording'; readonly utteranceId: string }
    /** transcribes a stored utterance again, with the same results */
    | { readonly type: 'transcribe-again'; readonly utteranceId: string }
    /** stops transcribing; the utterances stay stored */
    | { readonly type: 'abandon-transcriptions'; readonly utteranceIds: readonly string[] }
    | { readonly type: 'add-transcript'; readonly utteranceId: string; readonly text: string }
    /** every word of the turn is in the message field */
    | { readonly type: 'submit-or-review' }
    /** sends the content of the message field */
    | { readonly type: 'send' }
    | { readonly type: 'ask'; readonly turnId: string; readonly text: string }
    /** undefined: the reply of the conversation, which belongs to no turn here */
    | { readonly type: 'stop-reply'; readonly turnId: string | undefined }
    /** returns the question to the message field and stops its reply */
    | { readonly type: 'withdraw-question'; readonly turnId: string }
    | { readonly type: 'begin-speech'; readonly turnId: string; readonly replyId: string }
    | { readonly type: 'append-speech'; readonly turnId: string; readonly text: string }
    | { readonly type: 'retract-speech'; readonly turnId: string; readonly length: number }
    | { readonly type: 'add-aside'; readonly turnId: string; readonly aside: Aside }
    | { readonly type: 'drop-aside'; readonly turnId: string; readonly asideId: string }
    | { readonly type: 'end-speech'; readonly turnId: string }
    | { readonly type: 'stop-speech' }
    | { readonly type: 'pause-speech'; readonly isPaused: boolean }
    | {
        readonly type: 'replay-speech'
        readonly turnId: string
        readonly replyId: string
        readonly markdown: string
        readonly fromOffset: number
      }
    | { readonly type: 'notify'; readonly notice: TurnNotice }
    /** restarts the state's time limit after progress */
    | { readonly type: 'restart-timeout' }
  )
