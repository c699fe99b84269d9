import type { LiveAnswer } from '@vee/contract/live/messages'

/** Messages to the client of one socket. Never throws; after the socket's end messages are dropped. */
export interface LiveLine {
  send(answer: LiveAnswer): void
  /** Sends audio of the current piece. Resolves when there is room for more, or the client disconnected. */
  sendSound(bytes: Uint8Array): Promise<void>
}
