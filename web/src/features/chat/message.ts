import type { AgentId } from '@vee/contract/entities/agent-ids'
import type { Attachment } from '@vee/contract/entities/attachment'
import type { AgentResult } from '@vee/contract/entities/agent-result'
import type { FinishReason } from '@vee/contract/stream/reply-event'
import type { FailureCode } from '#lib/api/index.ts'
import type { ToolStep } from './tool-steps.ts'

/** Something the user typed or said. */
export interface UserMessage {
  readonly role: 'user'
  readonly id: string
  readonly text: string
  /** ISO 8601 */
  readonly at: string
  /** true when it was heard, not typed */
  readonly isSpoken: boolean
  /** what was heard of the reply before, when the user cut it off */
  readonly interruptedAfter?: string
  /** the message that it was asked in the place of */
  readonly replaces?: string
  readonly attachments?: readonly Attachment[]
}

export type ReplyState =
  /** on its way: its text is the running reply's, see ChatState */
  | { readonly kind: 'running' }
  | { readonly kind: 'complete'; readonly finishReason: FinishReason }
  /** the user stopped it */
  | { readonly kind: 'stopped' }
  /** cut off by a fault; `canResume`: the server may still be writing it, so going on costs nothing */
  | {
      readonly kind: 'failed'
      readonly code: FailureCode
      readonly status: number
      readonly canResume: boolean
      /** ISO 8601: asking again before is refused too */
      readonly retryAt?: string | undefined
    }
  /** the server forgot it, by a restart or by time */
  | { readonly kind: 'interrupted' }

/** What an agent answers. */
export interface ReplyMessage {
  readonly role: 'assistant'
  /** the reply's id on the server */
  readonly id: string
  readonly text: string
  /** ISO 8601 */
  readonly at: string
  readonly agentId: AgentId
  readonly state: ReplyState
  /** of the last event that was received */
  readonly lastEventId: number
  readonly model?: string
  readonly provider?: string
  readonly costUsd?: number
  /** messages of the conversation that the model was not shown */
  readonly messagesOmitted?: number
  /** the tools that the server used for it */
  readonly tools?: readonly ToolStep[]
  /** what the agent made beside its words */
  readonly result?: AgentResult
  /** the voice was cut off here, an offset in `text`: what follows was not heard */
  readonly heardUntil?: number
}

export type Message = UserMessage | ReplyMessage
