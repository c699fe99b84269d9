import type { AgentId } from '@vee/contract/entities/agent-ids'
import type { StoreApi } from 'zustand/vanilla'
import type { Api } from '#lib/api/index.ts'
import type { ConversationPort, ReplyProgress } from '#voice/session/ports.ts'
import type { UnsentQuestion, ChatPreferences } from './chat-request.ts'
import type { ChatState } from './chat-state.ts'
import type { DraftAttachment } from './files/draft-attachment.ts'
import type { Message } from './message.ts'
import type { ReplyJob } from './reply-stream.ts'
import type { ToolDecision } from './tool-consent.ts'

export interface ChatDeps {
  readonly api: Api
  readonly agentId: AgentId
  /** What an earlier load of the page left is not gone on with. A reply that runs there is written on by the server. */
  readonly beginsEmpty?: boolean
  /** read anew for every question */
  readonly preferences: () => ChatPreferences
  /** hears of every question when it leaves, long before anybody may answer; or that a reply is followed on from its middle */
  readonly onAsked?: (turnId: string, isResumed: boolean) => void
  /** hears of every reply's progress, as the voice session wants it */
  readonly onProgress?: (progress: ReplyProgress) => void
  /** whether a message that waited may be asked now; while the reply before it is still said, it waits on */
  readonly mayGoOn?: () => boolean
  /** the id of the reply that is on its way to that question, because it was said and not typed */
  readonly replyOnItsWay?: (question: UnsentQuestion) => string | undefined
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

/** One agent's conversation. Its port side serves the voice session; the rest serves the screen. */
export interface Chat extends ConversationPort {
  readonly api: Api
  readonly state: StoreApi<ChatState>
  /** Typed text: `waiting` when it has to wait for the running reply. */
  send(text: string): 'sent' | 'waiting' | 'empty'
  /** Asks the message that waits, if nothing stands in its way. */
  goOn(): void
  /** Ends the running reply; what was written stays. */
  stopReply(): void
  /** The last reply once more: goes on with it where that is possible, else asks anew. */
  retry(): void
  setDraft(draft: string): void
  /** Changes the files of the message that is being written. */
  changeDraftAttachments(change: (drafts: readonly DraftAttachment[]) => readonly DraftAttachment[]): void
  /** Adds to what is typed, with a space between. */
  addToDraft(text: string): void
  /** Takes the message that waits, else the last one of the user, into the draft. False when there is none. */
  editLast(): boolean
  cancelEdit(): void
  /** The voice was cut off at this offset of the reply's text. */
  markHeard(replyId: string, heardUntil: number): void
  /** Answers whether the server may use a tool for a reply. Never throws. */
  decideTool(replyId: string, decision: ToolDecision): Promise<void>
  startNew(): void
  /** Goes on with another conversation. The server goes on writing the reply that is running in this one. */
  resume(conversationId: string, messages: readonly Message[], olderCursor?: string): void
  /** Puts a page before the messages, unless another page or conversation took its place since. */
  addOlder(page: OlderPage): void
  /** Lets go of the page's events and of the running reply, which the server goes on writing. */
  dispose(): void
}
