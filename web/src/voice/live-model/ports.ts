import type { Detector } from '@vee/contract/audio/detector'
import type { LiveEndReason } from '@vee/contract/socket/live-model-messages'
import type { SocketAnswer, SocketRequest } from '@vee/contract/socket/messages'
import type { Microphone } from '../capture/microphone.ts'
import type { Clock } from '../speak/clock.ts'
import type { PcmPlayer, PlayerOptions } from '../speak/playback/pcm-player.ts'

type AnswerOf<Type extends SocketAnswer['type']> = Extract<SocketAnswer, { type: Type }>

/** The conversation in which a live model takes part. */
export interface LiveCallConversation {
  /** Called when the model listens: what follows is stored under that conversation. */
  started(answer: AnswerOf<'live-started'>): void
  /** Adds what the user said, or typed. */
  asked(question: { readonly messageId: string; readonly text: string; readonly isSpoken: boolean }): void
  replyStarted(reply: { readonly replyId: string; readonly agentId: string }): void
  /** Adds words to that reply, which are being spoken now. */
  replySpoken(replyId: string, text: string): void
  tool(replyId: string, event: AnswerOf<'live-tool'>['event']): void
  /** The reply is stored, with the words that were heard. */
  replyEnded(answer: AnswerOf<'live-reply-ended'>): void
  /** No more of a reply in progress is known. `isStopped`: the user ended the conversation; else the connection was lost. */
  replyLost(replyId: string, isStopped: boolean): void
  /** The last question has no reply: it is asked as a turn. */
  askAgain(): void
}

export type LiveCallStart = Omit<Extract<SocketRequest, { type: 'live-start' }>, 'type' | 'liveId'>

/** A connection to the server for one conversation. */
export interface LiveLink {
  send(request: SocketRequest): void
  sendAudio(samples: Int16Array<ArrayBuffer>): void
  close(): void
}

export interface LiveLinkListener {
  ready(): void
  answered(answer: SocketAnswer): void
  sounded(bytes: Uint8Array): void
  /** called once, when it is closed or could not be opened; not after `close` */
  down(): void
}

/** Why a conversation ended; `lost`: the connection was lost or never opened. */
export type LiveCallEnd = LiveEndReason | 'lost'

export interface LiveCallPorts {
  readonly microphone: Microphone
  readonly openPlayer: (options: PlayerOptions) => Promise<PcmPlayer>
  readonly connect: (listener: LiveLinkListener) => LiveLink
  /** returns the conversation to start with, at the time of starting */
  readonly start: () => LiveCallStart
  readonly conversation: LiveCallConversation
  readonly createDetector: () => Detector
  readonly usesHeadphones: () => boolean
  /** volume of the voice, 0…1; 0 while Vee is muted */
  readonly volume: () => number
  /** executes the command to the page in these words; returns false if there is none */
  readonly executeCommand: (text: string) => Promise<boolean>
  /** called when turns continue */
  readonly onFallBack: (end: LiveCallEnd) => void
  readonly clock: Clock
  readonly createId: () => string
}
