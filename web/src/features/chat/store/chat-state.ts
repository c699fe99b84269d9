import type { AgentId } from '@vee/contract/entities/agent-ids'
import type { Attachment } from '@vee/contract/entities/attachment'
import type { Sampling } from '@vee/contract/entities/sampling'
import { randomId } from '#lib/random-id.ts'
import type { ArrivingResult } from '../reply/reply-request.ts'
import type { DraftAttachment } from '../files/draft-attachment.ts'
import type { Message, ReplyMessage, UserMessage } from './message.ts'

/**
 * The reply being written. Stored separately from the messages, so that new text re-renders only its own row.
 */
export interface RunningReply {
  readonly replyId: string
  readonly turnId: string
  readonly text: string
  /** what the model reasoned before the text */
  readonly reasoning?: string | undefined
  /** the result for the agent's screen, as far as it was received */
  readonly arriving?: ArrivingResult | undefined
  /** `reaching`: no response yet; `lost`: the connection is lost and being retried */
  readonly connection: 'reaching' | 'open' | 'lost'
}

/** A message that waits until the running reply has ended. */
export interface WaitingMessage {
  readonly turnId: string
  readonly text: string
  readonly isSpoken: boolean
  readonly interruptedAfter?: string
  /** the message in whose place it is asked */
  readonly replaces?: string
  readonly attachments?: readonly Attachment[]
  readonly sampling?: Sampling
}

/** A conversation in this tab, which was begun with one agent. */
export interface ChatState {
  readonly agentId: AgentId
  /** the active agent, which answers next: it spoke last, or was chosen to continue */
  readonly answeringAgentId: AgentId
  readonly conversationId: string
  /** of the shown path */
  readonly messages: readonly Message[]
  /** messages off the shown path, as far as this tab knows them */
  readonly branchMessages: readonly Message[]
  /** cursor of the server's page of messages before these; undefined if there are none */
  readonly olderCursor?: string | undefined
  readonly running: RunningReply | undefined
  readonly waiting: WaitingMessage | undefined
  readonly draft: string
  /** files of the message that is being written */
  readonly draftAttachments: readonly DraftAttachment[]
  /** the project that the conversation began in; the server knows it after the first question */
  readonly projectId?: string | undefined
  /** those of the saved prompt in the draft, until it is sent or emptied */
  readonly draftSampling?: Sampling | undefined
  /** the user's message in whose place the draft will be asked */
  readonly editingId: string | undefined
  /** the message that the next question follows, null for none, where the user has gone back to it */
  readonly continuesAfter?: string | null | undefined
}

export const newTurnId = () => `turn-${randomId()}`

/** Returns the state of a conversation in which no reply is running. */
export const quietState = (
  kept: Pick<
    ChatState,
    | 'agentId'
    | 'conversationId'
    | 'messages'
    | 'branchMessages'
    | 'olderCursor'
    | 'projectId'
    | 'draft'
    | 'draftAttachments'
    | 'draftSampling'
  > &
    Partial<Pick<ChatState, 'answeringAgentId'>>,
): ChatState => ({
  answeringAgentId: kept.agentId,
  ...kept,
  running: undefined,
  waiting: undefined,
  editingId: undefined,
})

export function withReply(
  messages: readonly Message[],
  replyId: string,
  change: (reply: ReplyMessage) => ReplyMessage,
): readonly Message[] {
  const index = messages.findLastIndex(({ id }) => id === replyId)
  const reply = messages[index]
  return reply?.role === 'assistant' ? messages.with(index, change(reply)) : messages
}

export function findReply(messages: readonly Message[], replyId: string): ReplyMessage | undefined {
  return messages.findLast(
    (message): message is ReplyMessage => message.role === 'assistant' && message.id === replyId,
  )
}

export function lastUserMessage(messages: readonly Message[]): UserMessage | undefined {
  return messages.findLast((message): message is UserMessage => message.role === 'user')
}
