import type { LiveConversationRequest } from '@vee/contract/live/live-model-messages'
import type { FinishReason } from '@vee/contract/stream/reply-event'
import type { ProviderFailure } from '#providers/failure.ts'
import type { LiveModel, LiveModelSession } from '#providers/speech/live-models/live-model.ts'
import type { SpokenAgent } from '../../replies/index.ts'
import type { LiveChannel } from '../live/index.ts'
import type { ConversationLog } from './conversation-log.ts'
import type { LiveModelLimits } from './limits.ts'
import type { LivePayment } from './payment.ts'
import type { ReplyOutput } from './reply-output.ts'

export type LiveStart = Extract<LiveConversationRequest, { type: 'live-start' }>

/** The agent that speaks, and its session at the vendor. */
export interface Talk {
  readonly model: LiveModel
  readonly agent: SpokenAgent
  readonly session: LiveModelSession
  readonly voice: string
}

/** A turn of the user. */
export interface UserTurn {
  readonly messageId: string
  /** id of the first reply to it */
  readonly replyId: string
  /** when its first word or its end came, in ms of a monotonic clock */
  readonly startedAt: number
  text: string
  /** the vendor transcribed it, if only with the result that there are no words */
  isTranscribed: boolean
  isDecided: boolean
  /** it ended, and the vendor was asked to respond */
  isAnswered: boolean
  /** too long for a command */
  isLong: boolean
}

/** A question that waits until the reply that it interrupted has ended. */
export interface NextQuestion {
  readonly turn: UserTurn
  readonly text: string
}

export type LiveReplyState =
  | { readonly name: 'none' }
  /** the vendor generates it */
  | { readonly name: 'generating'; readonly turn: UserTurn | undefined; readonly output: ReplyOutput }
  /** the vendor generates it; it is neither sent nor stored */
  | { readonly name: 'discarded' }
  /** the vendor is done; the client still plays it, or its words wait for those that it answers */
  | {
      readonly name: 'playing'
      readonly turn: UserTurn | undefined
      readonly output: ReplyOutput
      readonly finishReason: FinishReason
    }
  /** interrupted: the client reports what was played; then comes the next question, if there is one */
  | {
      readonly name: 'cut'
      readonly output: ReplyOutput
      readonly isComplete: boolean
      next: NextQuestion | undefined
    }

/** The conversation that turns are taken in. */
export interface TurnTakingHost {
  readonly liveId: string
  readonly start: LiveStart
  readonly channel: LiveChannel
  readonly limits: LiveModelLimits
  /** undefined while nothing is connected */
  talk(): Talk | undefined
  log(): ConversationLog | undefined
  payment(): LivePayment | undefined
  /** true: no response is requested any more */
  isEnding(): boolean
  fail(error: unknown): void
  timeout(step: string): ProviderFailure
  /** called after a long time without speech */
  idle(): void
  handOver(agentId: string, question: string): void
  cancelDelegations(): void
  /** whether a tool of a delegated reply waits for the user's consent */
  awaitsConsent(): boolean
}
