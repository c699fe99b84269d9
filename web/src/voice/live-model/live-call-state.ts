import type { LiveEndReason } from '@vee/contract/socket/live-model-messages'
import type { MicrophoneFailure } from '../capture/microphone-error.ts'
import type { InterimWords } from '../transcription/transcriber.ts'

/** A sound of the user that the model has not answered yet. It is recorded, in case the connection is lost. */
interface PendingSpeech {
  readonly utteranceId: string
  readonly isOver: boolean
}

/** The reply that is being played. */
interface PlayedReply {
  readonly replyId: string
  /** the server sends no more of it */
  readonly isComplete: boolean
  /**
   * The user may be interrupting: `ducked` since that time (ms), then `paused` in place, until the words of the sound
   * decide.
   */
  readonly attention: 'full' | { readonly kind: 'ducked' | 'paused'; readonly since: number }
}

/** Starting needs both the microphone and the server, in any order. */
interface Connecting {
  readonly phase: 'connecting'
  readonly isMicrophoneOpen: boolean
  readonly isServerReady: boolean
}

export interface Talking {
  readonly phase: 'talking'
  readonly startedAt: number
  /** the user's own switch: the model hears silence */
  readonly isMuted: boolean
  readonly speech: PendingSpeech | undefined
  /** a question was understood, and no reply to it has begun */
  readonly isAwaitingReply: boolean
  readonly reply: PlayedReply | undefined
}

/** A conversation with a live model, as the page sees it. */
export type LiveCallState = { readonly phase: 'off' } | Connecting | Talking

/** Times are ms of the session's clock. */
export type LiveCallEvent = CallBoundary | TalkEvent

/** Starts, and ends for every reason. */
type CallBoundary =
  | { readonly type: 'started' }
  | { readonly type: 'stopped' }
  | { readonly type: 'microphone-opened'; readonly at: number }
  | { readonly type: 'microphone-failed'; readonly reason: MicrophoneFailure }
  | { readonly type: 'server-ready'; readonly at: number }
  /** `lost`: the connection was lost or never opened */
  | { readonly type: 'ended'; readonly reason: LiveEndReason | 'lost' }

/** Events while the model listens and speaks; late ones are ignored. */
export type TalkEvent =
  | { readonly type: 'mute-switched' }
  /** the page's own detection of the user's voice */
  | {
      readonly type: 'voice-began'
      readonly at: number
      readonly utteranceId: string
      readonly isLouderThanEcho: boolean
    }
  | { readonly type: 'voice-ended' }
  | { readonly type: 'words'; readonly words: InterimWords; readonly at: number }
  | { readonly type: 'transcribed'; readonly use: 'question' | 'command' | 'ignored' }
  | { readonly type: 'reply-started'; readonly replyId: string }
  | { readonly type: 'reply-cut'; readonly replyId: string }
  | { readonly type: 'reply-ended'; readonly replyId: string }
  /** everything that was received of the reply has been played */
  | { readonly type: 'played-out' }
  /** the user stops the reply by a button, a key or a command */
  | { readonly type: 'interrupted' }
  | { readonly type: 'due'; readonly at: number }

/** `reason`: why it was chosen, where the event does not tell. */
export type LiveCallEffect = { readonly reason?: string } & (
  | { readonly type: 'open-microphone' }
  | { readonly type: 'connect' }
  /** sends the start of the conversation, and from then on audio */
  | { readonly type: 'begin' }
  /** ends the conversation; the microphone stays open where turns continue */
  | { readonly type: 'close'; readonly keepsMicrophone: boolean }
  | { readonly type: 'tell-mute'; readonly isMuted: boolean }
  | { readonly type: 'record'; readonly utteranceId: string }
  | { readonly type: 'discard'; readonly utteranceId: string }
  /** continues with turns: the question without a reply is asked again, and the unanswered speech becomes the next */
  | {
      readonly type: 'fall-back'
      readonly endReason: LiveEndReason | 'lost'
      readonly needsAnswer: boolean
      readonly utteranceId: string | undefined
    }
  | { readonly type: 'fail'; readonly failure: MicrophoneFailure }
  | { readonly type: 'show-words'; readonly words: InterimWords }
  | { readonly type: 'duck'; readonly isDucked: boolean }
  | { readonly type: 'pause'; readonly isPaused: boolean }
  /** clears the player; the next audio is that of another reply */
  | { readonly type: 'silence' }
  /** tells the server how much was played, before `silence` */
  | { readonly type: 'tell-played'; readonly replyId: string }
)
