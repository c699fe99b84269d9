import type { Sampling } from '@vee/contract/entities/sampling'
import type { AgentId } from '@vee/contract/entities/agent-ids'
import type { StoreApi } from 'zustand/vanilla'
import type { Api } from '#lib/http/index.ts'
import type { ConversationPort, ReplyProgress } from '#voice/session/ports.ts'
import type { UnsentQuestion, ChatPreferences } from './chat-request.ts'
import type { ChatState } from './chat-state.ts'
import type { DraftAttachment } from '../files/draft-attachment.ts'
import type { MessageTree } from '../versions/branches.ts'
import type { Message } from './message.ts'
import type { ReplyJob, ReplyTransport } from '../reply/reply-stream.ts'
import type { ToolDecision } from './tool-consent.ts'

export interface ChatDependencies {
  readonly api: Api
  readonly transport: ReplyTransport
  readonly agentId: AgentId
  /**
   * Does not continue the conversation of an earlier load of the page. The server continues to write a reply
   * that is running there.
   */
  readonly beginsEmpty?: boolean
  /** read for every question */
  readonly preferences: (conversationId: string, agentId: AgentId) => ChatPreferences
  /**
   * called for every question when it is sent, long before a response; or when a reply is resumed after an
   * event
   */
  readonly onAsked?: (turnId: string, isResumed: boolean) => void
  /** called for every progress of a reply, in the form that the voice session needs */
  readonly onProgress?: (progress: ReplyProgress) => void
  /**
   * whether a waiting message may be sent now; it keeps waiting while the previous reply is still being
   * spoken
   */
  readonly maySendWaiting?: () => boolean
  /**
   * asks the question over the voice's connection, where it was spoken or may be typed, and returns the id of its reply
   */
  readonly askOverVoice?: (question: UnsentQuestion) => string | undefined
  readonly now?: () => number
  readonly retryDelay?: ReplyJob['retryDelay']
  readonly payment?: ReplyJob['payment']
}

/** A page of older messages from the server. */
export interface OlderPage {
  readonly conversationId: string
  /** the `olderCursor` that it was loaded by */
  readonly cursor: string
  readonly messages: readonly Message[]
  /** of the page before it */
  readonly olderCursor: string | undefined
}

/** One agent's conversation. Its port serves the voice session; the rest serves the screen. */
export interface Chat extends ConversationPort {
  readonly api: Api
  readonly state: StoreApi<ChatState>
  /** Sends typed text; returns `waiting` when it has to wait for the running reply. */
  send(text: string): 'sent' | 'waiting' | 'empty'
  /** Sends the waiting message, if nothing prevents it. */
  sendWaitingMessage(): void
  /** Ends the running reply; the text so far stays. */
  stopReply(): void
  /** Retries the last reply: resumes it where that is possible, otherwise requests it again. */
  retry(): void
  /**
   * Requests another reply to the same question, from the model with this id or the one of the settings. The earlier one and what follows
   * it stay off the path.
   */
  regenerate(replyId: string, model?: string): void
  /** Shows another path of the conversation, while no reply is running; the next question follows its end or `continuesAfter`. */
  showTree(tree: MessageTree, options?: { readonly continuesAfter?: string | null }): void
  /** Changes messages where they are; `change` returns the same object for one that stays as it is. */
  changeMessages(change: (message: Message) => Message): void
  setDraft(draft: string): void
  /** Sets the sampling parameters of the reply to the message that is being written, until it is sent or emptied. */
  setDraftSampling(sampling: Sampling | undefined): void
  /** Changes the files of the message that is being written. */
  changeDraftAttachments(change: (drafts: readonly DraftAttachment[]) => readonly DraftAttachment[]): void
  /** Appends to the draft, separated by a space. */
  addToDraft(text: string): void
  /**
   * Moves the waiting message, otherwise the user's last one, into the draft. Returns false when there is
   * none.
   */
  editLast(): boolean
  /** Moves a message of the user into the draft; what is sent then is asked in its place. Returns false if there is none. */
  edit(messageId: string): boolean
  cancelEdit(): void
  /** The voice was cut off at this offset of the reply's text. */
  markPlayed(replyId: string, playedUntil: number): void
  /** Sends the server the decision whether it may use a tool for a reply. Never throws. */
  decideTool(replyId: string, decision: ToolDecision): Promise<void>
  /**
   * Adds a message of a conversation with a live model, or replaces the one with its id. A reply in the state `running`
   * grows until it is put in another state; after a reload it counts as stopped, because the model continues no reply.
   */
  putLive(message: Message): void
  /** Lets another agent answer from here on, with what was said so far. */
  continueWith(agentId: AgentId): void
  /** Begins a conversation, in a project if one is named. */
  startNew(projectId?: string): void
  /**
   * Switches to another conversation, whose active agent is the last one that spoke. The server continues to write the reply that is running in this one.
   */
  show(conversationId: string, messages: readonly Message[], olderCursor?: string): void
  /** Puts a page before the messages, unless another page or conversation took its place since. */
  addOlder(page: OlderPage): void
  /** Stops listening to the page's events and to the running reply, which the server continues to write. */
  dispose(): void
}
