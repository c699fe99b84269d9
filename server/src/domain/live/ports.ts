import type { LiveAnswer } from '@vee/contract/live/messages'

/** The way back to the client of one socket. Nothing here throws; what comes after the socket's end goes nowhere. */
export interface LiveLine {
  send(answer: LiveAnswer): void
  /** Sound of the piece that was started. Resolves when there is room for more, or nobody there any more. */
  sendSound(bytes: Uint8Array): Promise<void>
}
