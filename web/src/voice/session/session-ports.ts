import type { Microphone, MicrophonePermission } from '../capture/microphone.ts'
import type { Transcriber } from '../hear/transcriber.ts'
import type { Place, Utterance } from '../hear/utterance.ts'
import type { UtteranceStore } from '../hear/utterance-store.ts'
import type { Clock } from '../speak/clock.ts'
import type { Speaker, SpeakerNotice } from '../speak/speaker.ts'
import type { SpokenRange } from '../speak/spoken-range.ts'
import type { CreateHandsFree } from './hands-free-port.ts'
import type { HandsFreeMode, Listening } from './listening.ts'
import type { ComposerPort, ConversationPort, ReplyProgress } from './ports.ts'
import type { TurnNotice } from './voice-event.ts'
import type { VisualState, VoiceState } from './voice-state.ts'

/** The settings that a voice turn asks for, each at the moment it matters. */
interface VoicePreferences {
  /** whether a transcript is sent without review */
  sendsAtOnce(): boolean
  /** shorter recordings hold no word, in seconds; 0.5 where it is not told */
  shortestSeconds?(): number
  /** how the microphone's button is used */
  inputMode?(): 'push-to-talk' | HandsFreeMode
  /** False for those who are only typed to: no button, key or other screen opens the microphone. True where it is not told. */
  mayListen?(): boolean
  /** False where nothing can turn speech into text: a press says so in place of recording. True where it is not told. */
  canHear?(): boolean
  /** whether replies are said: automatic speech is on, and Vee is not muted */
  speaksReplies(): boolean
  /** BCP 47 tag of the language that the user speaks; undefined when it is to be detected */
  spokenLanguage(): string | undefined
  /** BCP 47 tag of the language that replies are said in */
  replyLanguage(): string
}

/** What a voice session needs of the world. */
export interface VoicePorts {
  readonly microphone: Microphone
  readonly transcriber: Transcriber
  readonly utterances: UtteranceStore
  readonly speaker: Speaker
  readonly conversation: ConversationPort
  readonly composer: ComposerPort
  readonly preferences: VoicePreferences
  /** makes what listens without a button; undefined where one talks by hand only */
  readonly handsFree?: CreateHandsFree | undefined
  /** Does what the words ask of the page itself; what is left of them is for the conversation, '' when nothing is. */
  readonly understand?: ((text: string) => Promise<string>) | undefined
  /** told of the language that an engine found in what was said (BCP 47) */
  readonly onHeardIn?:
    | ((heard: { readonly utteranceId: string; readonly text: string; readonly language: string }) => void)
    | undefined
  /** told when a recording ends, before anything is drawn: what was said last is on its way, and needs the processor */
  readonly onHold?: (() => void) | undefined
  /** where the user is, and what is said now belongs */
  readonly place: () => Place
  readonly clock: Clock
  readonly createId: () => string
  /** Calls the listener whenever the page is hidden; gives the way to unsubscribe. */
  readonly onPageHidden: (listener: () => void) => () => void
}

/** What the user should know, although everything goes on. */
export type VoiceNotice =
  | TurnNotice
  | SpeakerNotice
  /** nobody spoke for so long that the microphone was closed */
  | 'listening-idle'
  /** nothing can hear a wake word: the microphone was closed */
  | 'hearing-unavailable'
  /** utterances are held in memory alone, until the page is closed */
  | 'storage-unavailable'
  | 'recognition-browser'
  | 'recognition-server'

/** How far a reply was heard when its voice was cut off. */
interface CutOff {
  readonly replyId: string
  /** offset in the reply's Markdown source, in UTF-16 code units */
  readonly heardUntil: number
}

/** All that can be seen of a session. A new object after every change, and only then. */
export interface VoiceSnapshot {
  readonly state: VoiceState
  readonly visual: VisualState
  readonly listening: Listening
  /** what is heard while it is said, '' where the engine cannot tell */
  readonly interim: string
  /** utterances to decide about, oldest first: failed ones, and heard ones that were never sent */
  readonly kept: readonly Utterance[]
  readonly notices: readonly VoiceNotice[]
  /** the sentence that is being said */
  readonly saying: SpokenRange | undefined
  /** the last reply whose voice was cut off; what follows the offset was not heard */
  readonly cutOff: CutOff | undefined
  readonly permission: MicrophonePermission
}

export interface VoiceSession {
  readonly snapshot: () => VoiceSnapshot
  /** Returns the way to unsubscribe. */
  readonly subscribe: (listener: () => void) => () => void
  /**
   * The microphone button or key went down, and up. Hands-free, a press begins or ends listening, and a release is nothing. Short is a tap, long is a hold. `agoMs` is how long ago it happened:
   * a page that was busy meanwhile hears of it late.
   */
  press(agoMs?: number): void
  release(agoMs?: number): void
  /** The button goes away, and with it the sign that the microphone is open: a recording ends, and is heard. */
  leave(): void
  /** Ends listening without a button; what was said until then is heard. Harmless when it is off. */
  stopListening(): void
  /** Ends the innermost thing that goes on; tells whether there was one. */
  escape(): boolean
  /** Asks. False when it was not taken, and the text has to stay: there is none, or something said is to go with it. */
  submit(text: string): boolean
  readonly progress: (progress: ReplyProgress) => void
  /** The conversation began this turn by itself; it is said aloud when its text comes from the start. */
  rejoin(turnId: string, isFromStart: boolean): void
  replay(replyId: string, markdown: string, fromOffset: number): void
  /** Silences the voice so that it can go on from the same sample, or lets it go on. */
  hold(isHeld: boolean): void
  /** Stops the voice and lets the reply be written on, as when Vee is muted. */
  stopSpeech(): void
  /** Lets sound out. Call it inside a user gesture. */
  unlock(): void
  retryUtterance(id: string): void
  /** Puts what is known of its text into the message field, to be completed by typing. */
  editUtterance(id: string): void
  discardUtterance(id: string): void
  notify(notice: VoiceNotice): void
  dismissNotice(notice: VoiceNotice): void
  /** 0…1, for pictures; cheap enough for every frame */
  readonly levels: { readonly microphone: () => number; readonly playback: () => number }
  /** Closes the microphone, stops the voice and forgets the listeners. What was said stays in the store. */
  dispose(): void
}
