import type { ConsentAnswer } from '@vee/contract/spoken/consent-answers'
import type { Microphone, MicrophonePermission } from '../capture/microphone.ts'
import type { InterimWords, Transcriber } from '../transcription/transcriber.ts'
import type { UtteranceOrigin, Utterance } from '../utterances/utterance.ts'
import type { UtteranceStore } from '../utterances/utterance-store.ts'
import type { Clock } from '../speak/clock.ts'
import type { Aside, SpeechOutput, SpeechOutputNotice } from '../speak/speech-output.ts'
import type { SpokenRange } from '../speak/spoken-range.ts'
import type { ConsentQuestion } from '../speak/spoken-consent.ts'
import type { CreateListeningModes } from './hands-free-port.ts'
import type { Listening, ListeningMode } from './listening.ts'
import type { ComposerPort, ConversationPort, ReplyProgress } from './ports.ts'
import type { TurnNotice } from './voice-event.ts'
import type { VisualState, VoiceState } from './voice-state.ts'

/** Settings of voice turns, read when they are needed. */
interface VoicePreferences {
  /** returns whether a transcript is sent without review */
  sendsAtOnce(): boolean
  /** shorter recordings contain no word, in seconds; 0.5 if absent */
  minSeconds?(): number
  /** returns how the microphone button is used */
  inputMode?(): 'push-to-talk' | ListeningMode
  /**
   * Returns false for agents that are only typed to: no button, key or screen opens the microphone. Absent:
   * true.
   */
  mayListen?(): boolean
  /** Returns false if nothing can transcribe: a press shows this instead of recording. Absent: true. */
  canTranscribe?(): boolean
  /** returns whether replies are spoken: automatic speech is on, and Vee is not muted */
  speaksReplies(): boolean
  /** returns the BCP 47 tag of the user's spoken language; undefined: detect it */
  spokenLanguage(): string | undefined
  /** returns the languages to which detection is restricted; absent or empty: any */
  spokenLanguages?(): readonly string[]
  /** returns the BCP 47 tag of the language of replies */
  replyLanguage(): string
}

/** The dependencies of a voice session. */
export interface VoicePorts {
  readonly microphone: Microphone
  readonly transcriber: Transcriber
  readonly utterances: UtteranceStore
  readonly speechOutput: SpeechOutput
  readonly conversation: ConversationPort
  readonly composer: ComposerPort
  readonly preferences: VoicePreferences
  /** creates hands-free listening; undefined if only the button is available */
  readonly handsFree?: CreateListeningModes | undefined
  /**
   * Executes a voice command to the page. Returns the remaining text for the conversation, '' if there is
   * none.
   */
  readonly executeCommandIn?: ((text: string) => Promise<string>) | undefined
  /** called with the language that an engine detected in the utterance (BCP 47) */
  readonly onLanguageDetected?:
    | ((transcript: {
        readonly utteranceId: string
        readonly text: string
        readonly language: string
      }) => void)
    | undefined
  /** called with the spoken answer whether a tool may be used */
  readonly onConsentAnswered?: ((callId: string, answer: ConsentAnswer) => void) | undefined
  /** called when a recording ends, before anything is drawn: sending its last frames has priority */
  readonly onDrawingSuspended?: (() => void) | undefined
  /** returns the user's current place, to which the utterance belongs */
  readonly origin: () => UtteranceOrigin
  readonly clock: Clock
  readonly createId: () => string
  /** Calls the listener whenever the page is hidden. Returns a function that unsubscribes. */
  readonly onPageHidden: (listener: () => void) => () => void
}

/** A notice that does not end the turn. */
export type VoiceNotice =
  | TurnNotice
  | SpeechOutputNotice
  /** the microphone was closed after a long time without speech */
  | 'listening-idle'
  /** no engine can detect a wake word: the microphone was closed */
  | 'transcription-unavailable'
  /** nothing on this device spots a wake word, and sound may not leave it before one: the microphone was closed */
  | 'wake-word-unavailable'
  /** utterances are in memory only, until the page is closed */
  | 'storage-unavailable'
  | 'recognition-browser'
  | 'recognition-server'

/** The position at which a reply's voice was interrupted. */
interface InterruptedReply {
  readonly replyId: string
  /** offset in the reply's Markdown source, in UTF-16 code units */
  readonly playedUntil: number
}

/** The visible state of a session. A new object after every change, and only then. */
export interface VoiceSnapshot {
  readonly state: VoiceState
  readonly visual: VisualState
  readonly listening: Listening
  /** words while they are spoken; empty if the engine has none */
  readonly interim: InterimWords
  /** utterances that need a decision, oldest first: failed ones, and transcribed ones that were never sent */
  readonly pendingUtterances: readonly Utterance[]
  readonly notices: readonly VoiceNotice[]
  /** the sentence that is being spoken */
  readonly saying: SpokenRange | undefined
  /** the word of it that is being spoken; undefined for voices without times of words */
  readonly sayingWord: SpokenRange | undefined
  /** the last interrupted reply; text after the offset was not played */
  readonly interruptedReply: InterruptedReply | undefined
  readonly permission: MicrophonePermission
}

export interface VoiceSession {
  readonly snapshot: () => VoiceSnapshot
  /** Returns a function that unsubscribes. */
  readonly subscribe: (listener: () => void) => () => void
  /**
   * Called when the microphone button or key is pressed and released. In hands-free mode a press starts or
   * stops listening, and a release does nothing. A short press is a tap, a long one a hold. `agoMs` is the
   * age of the event on a page that was busy.
   */
  press(agoMs?: number): void
  release(agoMs?: number): void
  /**
   * Called when the button is removed, and with it the sign that the microphone is open: a recording ends and
   * is transcribed.
   */
  closeMicrophone(): void
  /** Stops hands-free listening; speech so far is transcribed. No-op if it is off. */
  stopListening(): void
  /** Mutes the microphone of a conversation with a live model, or unmutes it. */
  switchMicrophone(): void
  /** Cancels the innermost activity. Returns whether there was one. */
  escape(): boolean
  /**
   * Sends a question. Returns false if it was not accepted and the text has to stay: it is empty, or it waits
   * for a transcript.
   */
  submit(text: string): boolean
  readonly progress: (progress: ReplyProgress) => void
  /**
   * Joins a turn that the conversation started itself; it is spoken if its text is delivered from the start.
   */
  adoptReply(turnId: string, isFromStart: boolean): void
  replay(replyId: string, markdown: string, fromOffset: number): void
  /** Speaks a sentence of the page when the voice is free. */
  announce(text: string): void
  /** Speaks a sentence of the page within the reply that is being written, if that has a voice. */
  addAside(aside: Aside): void
  /** Stops that sentence, or does not speak it at all. */
  dropAside(asideId: string): void
  /**
   * Called with the tool call of the reply that waits for the user's consent: while the microphone listens without a
   * button, it is asked aloud and can be answered aloud. `undefined`: none waits.
   */
  askConsent(question: ConsentQuestion | undefined): void
  /** Pauses an audible voice, or resumes it from the same sample. */
  setPaused(isPaused: boolean): void
  /** Stops the voice; the reply continues as text, as when Vee is muted. */
  stopSpeech(): void
  /** Stops the running reply and its voice; the text so far stays. */
  stopReply(): void
  /** Unlocks audio output. Call it within a user gesture. */
  unlock(): void
  retryUtterance(id: string): void
  /** Puts the known part of its text into the message field, to be completed by typing. */
  editUtterance(id: string): void
  discardUtterance(id: string): void
  notify(notice: VoiceNotice): void
  dismissNotice(notice: VoiceNotice): void
  /** 0…1, for animations; cheap enough to be called every frame */
  readonly levels: { readonly microphone: () => number; readonly playback: () => number }
  /** Closes the microphone, stops the voice and removes the listeners. Utterances stay stored. */
  dispose(): void
}
