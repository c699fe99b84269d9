import type { MicrophoneFailure } from '../capture/microphone-error.ts'
import type { HearingFailure } from '../hear/transcriber.ts'
import type { ReplyProgress } from './ports.ts'
import type { EmptyHint } from './voice-state.ts'

/** What happens to a voice turn. Times are ms of the session's clock; ids are made by the session. */
export type VoiceEvent =
  /** the button or key went down; `utteranceId` is for the recording that this may start */
  | { readonly type: 'pressed'; readonly at: number; readonly utteranceId: string }
  | { readonly type: 'released'; readonly at: number }
  /** hands-free: somebody speaks, and the sound is being kept; whatever went on of a reply is interrupted */
  | { readonly type: 'segment-began'; readonly utteranceId: string }
  /** what was said is complete and to be heard, or was nothing */
  | { readonly type: 'segment-ended'; readonly utteranceId: string }
  | { readonly type: 'segment-dropped'; readonly utteranceId: string }
  /** nothing more will be said in this turn; `sends`: it goes out when all of it is heard, without review */
  | { readonly type: 'turn-finished'; readonly sends: boolean }
  /** hands-free listening could not begin, or went on without a microphone */
  | { readonly type: 'listening-failed'; readonly reason: MicrophoneFailure }
  /** the voice is to be silent and keep its place, or to go on */
  | { readonly type: 'hold-asked'; readonly isHeld: boolean }
  | { readonly type: 'escaped' }
  /** the reply is to be read only, from here on */
  | { readonly type: 'hushed' }
  | { readonly type: 'submitted'; readonly turnId: string; readonly text: string }
  /**
   * The conversation began a turn by itself: a message that waited, a reply asked again, or one that a reloaded page follows
   * on. `isFromStart`: its text comes from the first word on, so that it can be said.
   */
  | { readonly type: 'reply-rejoined'; readonly turnId: string; readonly isFromStart: boolean }
  | {
      readonly type: 'replay-asked'
      readonly turnId: string
      readonly replyId: string
      readonly markdown: string
      readonly fromOffset: number
    }
  /** a stored utterance is to be heard again */
  | { readonly type: 'retry-asked'; readonly utteranceId: string }
  | { readonly type: 'page-hidden' }
  | { readonly type: 'timed-out' }
  | { readonly type: 'microphone-opened'; readonly utteranceId: string }
  | { readonly type: 'microphone-failed'; readonly utteranceId: string; readonly reason: MicrophoneFailure }
  /** the open microphone went away; what it gave until then is there */
  | { readonly type: 'microphone-lost'; readonly utteranceId: string }
  | { readonly type: 'heard'; readonly utteranceId: string; readonly text: string }
  | { readonly type: 'nothing-heard'; readonly utteranceId: string; readonly hint: EmptyHint }
  | { readonly type: 'not-heard'; readonly utteranceId: string; readonly reason: HearingFailure }
  | {
      readonly type: 'reply-started'
      readonly turnId: string
      readonly replyId: string
      /** whether it is to be said */
      readonly isAloud: boolean
    }
  | Exclude<ReplyProgress, { type: 'reply-started' }>
  | { readonly type: 'speech-started'; readonly turnId: string }
  | { readonly type: 'speech-went-on'; readonly turnId: string }
  | { readonly type: 'speech-blocked'; readonly turnId: string }
  | { readonly type: 'speech-ended'; readonly turnId: string }

/** Something that the user should know although the turn goes on. */
export type TurnNotice = 'microphone-vanished' | 'recording-limit' | 'page-hidden'

/** What the session is to do. */
export type VoiceEffect =
  /** answered by microphone-opened or microphone-failed */
  | { readonly type: 'open-microphone'; readonly utteranceId: string }
  | { readonly type: 'start-recording'; readonly utteranceId: string }
  /** close the microphone and keep nothing */
  | { readonly type: 'discard-recording'; readonly utteranceId: string }
  /** close the microphone, keep the utterance, then hear it: answered by heard, nothing-heard or not-heard */
  | { readonly type: 'finish-recording'; readonly utteranceId: string }
  /** hear a stored utterance again, answered as above */
  | { readonly type: 'hear-again'; readonly utteranceId: string }
  /** stop hearing; the utterances stay in the store */
  | { readonly type: 'abandon-hearing'; readonly utteranceIds: readonly string[] }
  | { readonly type: 'add-transcript'; readonly utteranceId: string; readonly text: string }
  /** every word of what was said is in the message field */
  | { readonly type: 'offer-review' }
  /** send what is in the message field */
  | { readonly type: 'send' }
  | { readonly type: 'ask'; readonly turnId: string; readonly text: string }
  | { readonly type: 'stop-reply'; readonly turnId: string }
  | { readonly type: 'begin-speech'; readonly turnId: string; readonly replyId: string }
  | { readonly type: 'append-speech'; readonly turnId: string; readonly text: string }
  | { readonly type: 'end-speech'; readonly turnId: string }
  | { readonly type: 'stop-speech' }
  | { readonly type: 'hold-speech'; readonly isHeld: boolean }
  | {
      readonly type: 'replay-speech'
      readonly turnId: string
      readonly replyId: string
      readonly markdown: string
      readonly fromOffset: number
    }
  | { readonly type: 'notify'; readonly notice: TurnNotice }
  /** there was news: the state's time limit starts anew */
  | { readonly type: 'renew-limit' }
