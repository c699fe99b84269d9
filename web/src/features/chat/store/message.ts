import type { SamplingOption } from '@vee/contract/entities/sampling-limits'
import type { Sampling } from '@vee/contract/entities/sampling'
import type { AgentId } from '@vee/contract/entities/agent-ids'
import type { Attachment } from '@vee/contract/entities/attachment'
import type { AgentResult } from '@vee/contract/entities/agent-result'
import type { Source } from '@vee/contract/entities/source'
import type { SpeakerRange } from '@vee/contract/entities/speaker'
import type { FinishReason, ProviderErrorReason } from '@vee/contract/stream/reply-event'
import type { FailureCode } from '#lib/http/index.ts'
import type { ToolStep } from './tool-steps.ts'

/** The place of a message among the others of its conversation. */
interface TreePlace {
  /** the message that it follows, null for a first one; only of messages off the shown path */
  readonly parentId?: string | null
  /** ids of all messages that follow the same one, in the order in which they were written; absent for a single one */
  readonly siblings?: readonly string[]
}

/** A message that the user typed or spoke. */
export interface UserMessage extends TreePlace {
  readonly role: 'user'
  readonly id: string
  readonly text: string
  /** ISO 8601 */
  readonly at: string
  /** true when it was spoken, not typed */
  readonly isSpoken: boolean
  /** the part of the previous reply that was played before the user interrupted it; the name is stored */
  readonly interruptedAfter?: string
  /** the message in whose place it was asked */
  readonly replaces?: string
  /** the message that it was asked after, null for none, where the user has gone back to it */
  readonly askedAfter?: string | null
  readonly attachments?: readonly Attachment[]
  /** those of the saved prompt that it was written with */
  readonly sampling?: Sampling
}

export type ReplyState =
  /** requested: its text is the running reply's, see ChatState */
  | { readonly kind: 'running' }
  | { readonly kind: 'complete'; readonly finishReason: FinishReason }
  /** the user stopped it */
  | { readonly kind: 'stopped' }
  /**
   * interrupted by a failure; `canResume`: the server may still be writing it, so resuming is free of charge
   */
  | {
      readonly kind: 'failed'
      readonly code: FailureCode
      readonly status: number
      /** why the model's provider failed */
      readonly reason?: ProviderErrorReason | undefined
      readonly canResume: boolean
      /** ISO 8601: an earlier retry is refused too */
      readonly retryAt?: string | undefined
      /** ISO 8601: when the allowance resets that is used up */
      readonly resetsAt?: string | undefined
    }
  /** the server forgot it, by a restart or by time */
  | { readonly kind: 'interrupted' }

/** An agent's reply. */
export interface ReplyMessage extends TreePlace {
  /** the reply's id on the server */
  readonly id: string
  readonly text: string
  /** ISO 8601 */
  readonly at: string
  readonly state: ReplyState
  /** of the last event that was received */
  readonly lastEventId: number
  readonly model?: string
  readonly provider?: string
  readonly costUsd?: number
  /** number of messages of the conversation that the model did not receive */
  readonly messagesOmitted?: number
  /** sampling parameters that the model does not take */
  readonly ignoredSampling?: readonly SamplingOption[]
  /** what the model reasoned before it; displayed only, never sent or spoken */
  readonly reasoning?: string
  /** the tools that the server used for it */
  readonly tools?: readonly ToolStep[]
  /** pictures of the tools of a reply that the server stored, without `tools` */
  readonly pictures?: readonly Attachment[]
  /** what was read for it or is cited in it, by number */
  readonly sources?: readonly Source[]
  /** HTML of the vendor's search that must be shown with the reply */
  readonly searchSuggestions?: string
  /** the agent's result in addition to its text */
  readonly result?: AgentResult
  /** offset in `text` at which the voice was interrupted: the rest was not played. The name is stored */
  readonly heardUntil?: number
  readonly role: 'assistant'
  readonly agentId: AgentId
  /** the stretches of `text` that other agents speak */
  readonly speakers?: readonly SpeakerRange[]
  /** id of the model that was requested for this reply, instead of the one of the settings */
  readonly requestedModel?: string
  /** there are earlier replies to the same question, which stay off the path */
  readonly isVersion?: true
}

export type Message = UserMessage | ReplyMessage
