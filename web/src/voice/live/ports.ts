import type { ChatRequest } from '@vee/contract/http/chat'
import type { LiveHello, LiveQuestion, LiveRequest, LiveSpeech } from '@vee/contract/live/messages'
import type { Clock } from '../speak/clock.ts'
import type { OpenSocket } from './live-socket.ts'

/** What the words that are being said will be asked with: the next question, without them. */
export type QuestionSeed = Omit<LiveQuestion, 'speech' | 'replyId'>

export interface LiveOptions {
  /** of the socket, ws: or wss: */
  readonly address: string
  /** who asks, read anew for every socket */
  readonly hello: () => Omit<LiveHello, 'type' | 'version'>
  /** words that help the engine with names and jargon, '' for none */
  readonly prompt: () => string
  /** undefined when what is said is not asked by itself: it is reviewed, or added to something */
  readonly question: () => QuestionSeed | undefined
  /** how a reply is said by the server; undefined when it is not */
  readonly speech: () => LiveSpeech | undefined
  /** the user's own keys for vendors, while they are due; none otherwise */
  readonly ownKeys: () => NonNullable<Extract<LiveRequest, { type: 'turn' }>['ownKeys']>
  readonly createId: () => string
  readonly clock: Clock
  readonly openSocket: OpenSocket
}

/** A question as the conversation asks it. */
export type AskedQuestion = Omit<ChatRequest, 'replyId'>

/** Speech that is asked for by its text. */
export interface PieceOrder {
  readonly text: string
}

/** Sound as it comes; `isWhole` tells after its end whether all of it came. */
export interface PieceSound {
  readonly bytes: AsyncIterable<Uint8Array>
  readonly isWhole: () => boolean
}
