import type { ChatRequest } from '@vee/contract/http/chat'
import type {
  SocketHello,
  SocketTurnQuestion,
  SocketTurnSpeech,
  SocketTurnStart,
} from '@vee/contract/socket/messages'
import type { Clock } from '../../speak/clock.ts'
import type { OpenSocket } from './open-socket.ts'

/** What the next question will contain, without its words. */
export type QuestionTemplate = Omit<SocketTurnQuestion, 'speech' | 'replyId'>

export interface SocketTransportOptions {
  /** of the socket, ws: or wss: */
  readonly address: string
  /** returns the caller's identity, read for every socket */
  readonly hello: () => Omit<SocketHello, 'type' | 'version'>
  /** returns words that help the engine with names and jargon, '' for none */
  readonly prompt: () => string
  /**
   * returns undefined if the utterance is not a question by itself: it is reviewed, or added to other text
   */
  readonly question: () => QuestionTemplate | undefined
  /** returns how commands to the page are recognized, so that the server starts no reply to one */
  readonly commands: () => NonNullable<SocketTurnStart['commands']>
  /** returns how the server speaks a reply; undefined if it does not */
  readonly speech: () => SocketTurnSpeech | undefined
  /** returns the user's own vendor keys while they are needed */
  readonly ownKeys: () => NonNullable<SocketTurnStart['ownKeys']>
  /** returns whether words are shown while they are spoken */
  readonly interimWords: () => boolean
  /** the words are captions of a recording that is transcribed elsewhere */
  readonly captionsOnly?: boolean
  readonly createId: () => string
  readonly clock: Clock
  readonly openSocket: OpenSocket
}

/** A question as the conversation asks it. */
export type AskedQuestion = Omit<ChatRequest, 'replyId'>
