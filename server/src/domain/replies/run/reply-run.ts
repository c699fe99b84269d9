import type { AgentId } from '@vee/contract/entities/agent-ids'
import type { Locale } from '@vee/contract/entities/locale'
import type { SamplingOption } from '@vee/contract/entities/sampling-limits'
import type { ChatRequest } from '@vee/contract/http/chat'
import type { FinishReason, ReplyMetadata } from '@vee/contract/stream/reply-event'
import type { LoadedAgent } from '#agents/index.ts'
import type { LlmImage, LlmRequest } from '#providers/llm/llm.ts'
import type { Caller } from '../../accounts/index.ts'
import type { AgentTools } from '../together/ask-tools.ts'
import type { AgentCatalogue } from '../../agents/catalogue/index.ts'
import type { ReplyAttachments } from '../../attachments/index.ts'
import type {
  ConversationWriter,
  OutsideTextMarks,
  Participants,
  ProjectDefaults,
  Projects,
} from '../../conversations/index.ts'
import type { OwnKeys } from '../../money/ledger/index.ts'
import type { ReplySources, Sources } from '../../sources/index.ts'
import type { Toolbox } from '../../tools/index.ts'
import type { ChosenHistory } from '../history/choose-history.ts'
import type { ModelRequest } from '../model-request.ts'
import type { PersonaLookup, ReplyLedger, TokenCounter } from '../ports.ts'
import type { ReplyAccumulator } from './reply-accumulator.ts'
import type { ModelAndPayer, ModelSelectionDependencies } from '../select-model.ts'
import type { ToolUse } from '../tools/use-tools.ts'

/**
 * Why a reply ends before the model does: stopped by the user, interrupted by the server's shutdown, or too
 * long.
 */
export type CutReason = Extract<FinishReason, 'stopped' | 'interrupted' | 'length'>

/** A chat request with the locale of the interface and the other inputs of the request. */
export interface Question extends ChatRequest {
  readonly locale: Locale
  /** the caller's own vendor keys; passed to the provider only */
  readonly ownKeys?: OwnKeys | undefined
  /** false: the caller stores the conversation instead of the server */
  readonly isKept?: false
  /** true: the provider is aborted when the caller disconnects, and the reply cannot be resumed */
  readonly stopsWithCaller?: true
  /**
   * images by the id of their message, of callers who send them inline; rejected with VALIDATION by a model
   * without image support
   */
  readonly images?: Readonly<Record<string, readonly LlmImage[]>> | undefined
  /** options that the caller sets for the model; throws VALIDATION if the provider does not support one */
  readonly modelRequest?: ModelRequest | undefined
}

export interface ReplyRequest extends Question {
  readonly replyId: string
}

export interface ReplyDependencies extends ModelSelectionDependencies {
  readonly agents: AgentCatalogue
  readonly ledger: ReplyLedger
  readonly personas: PersonaLookup
  readonly conversations: ConversationWriter
  /** absent where conversations are in no projects */
  readonly projects?: Pick<Projects, 'defaultsOf'> | undefined
  /** absent where no conversations are stored */
  readonly participants?: Participants | undefined
  /** of a speculative reply: resolves with whether its question was confirmed; absent for other replies */
  readonly isConfirmed?: Promise<boolean> | undefined
  /** absent where no conversations are stored */
  readonly outsideTextMarks?: OutsideTextMarks | undefined
  readonly toolbox: Toolbox
  /** absent where replies cannot cite */
  readonly sources?: Sources | undefined
  readonly tokens: TokenCounter
  /** absent where callers cannot attach files */
  readonly attachments?: ReplyAttachments | undefined
  /** milliseconds since 1970 */
  readonly now: () => number
}

/** The ids of a reply, its agent and its model, as its events and its stored message name them. */
type ReplyIdentity = Required<
  Pick<ReplyMetadata, 'replyId' | 'agentId' | 'conversationId' | 'model' | 'provider'>
>

/** A reply before anything is reserved for it: `prepareReply` returns it. */
export interface PreparedReply {
  readonly chatRequest: ReplyRequest
  readonly caller: Caller
  readonly dependencies: ReplyDependencies
  readonly agent: LoadedAgent
  /** the model, and who pays for it */
  readonly modelAndPayer: ModelAndPayer
  readonly identity: ReplyIdentity
  readonly persona: string | null
  /** the project of the conversation; undefined if it is in none */
  readonly project: ProjectDefaults | undefined
  /** the messages that the model receives */
  readonly history: ChosenHistory
  /** what earlier replies have read from the web; empty if nothing */
  readonly earlierSources: string
  /** undefined if the reply cannot cite */
  readonly sources: ReplySources | undefined
  readonly toolUse: ToolUse
  /** the instructions of the model */
  readonly system: string
  /** those that speak after the agent, in turn */
  readonly nextAgents: readonly AgentId[]
  /** returns the name of an agent, as the person knows it */
  readonly nameOf: (agentId: string) => string
  /** the tools by which the agent asks others; undefined if it may not */
  readonly agentTools: AgentTools | undefined
}

/** A reply on its way, from its reservation to its end: `reserveReply` returns it. */
export interface ReplyRun extends PreparedReply {
  readonly request: LlmRequest
  readonly reservation: Awaited<ReturnType<ReplyLedger['reserve']>>
  /** of the vendor's search; undefined if the model does not use it */
  readonly searchReservation: Awaited<ReturnType<ReplyLedger['reserve']>> | undefined
  /** accumulates the output of the model */
  readonly accumulator: ReplyAccumulator
  /** the options that the provider rejected; filled while the reply is generated */
  readonly ignoredSampling: Set<SamplingOption>
}
