import type { LiveConversationRequest } from '@vee/contract/socket/live-model-messages'
import type { SocketAnswer } from '@vee/contract/socket/messages'
import type { Locale } from '@vee/contract/entities/locale'
import type { Caller } from '../../accounts/index.ts'

/** Messages to the client of one socket. Never throws; after the socket's end messages are dropped. */
export interface SocketChannel {
  send(answer: SocketAnswer): void
  /** Sends audio of the current segment. Resolves when there is room for more, or the client disconnected. */
  sendAudio(bytes: Uint8Array): Promise<void>
}

/** The conversations with live models of one socket. */
export interface LiveModelConversations {
  handleRequest(request: LiveConversationRequest): void
  /** Adds audio to the conversation in progress. Returns false if there is none. */
  handleAudio(bytes: Uint8Array): boolean
  /** whether a conversation is in progress, so that silence is not idle */
  readonly isBusy: boolean
  /** Called when the socket is closed: ends them. */
  handleClose(): void
}

export interface LiveModels {
  open(caller: Caller, locale: Locale, channel: SocketChannel): LiveModelConversations
}
