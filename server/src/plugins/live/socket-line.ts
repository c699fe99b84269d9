import { WebSocket } from 'ws'
import type { LiveAnswer } from '@vee/contract/live/messages'
import type { LiveLine } from '#domain/live/index.ts'

/** Sound that may wait in this process for one listener, in bytes: two seconds of it. */
const ROOM_BYTES = 96_000
/** A listener who takes nothing for so long is gone. */
const STALLED_MS = 30_000

/** Answers on a socket, with back-pressure for sound. */
export class SocketLine implements LiveLine {
  readonly #socket: WebSocket
  readonly #onStalled: () => void

  constructor(socket: WebSocket, onStalled: () => void) {
    this.#socket = socket
    this.#onStalled = onStalled
  }

  send(answer: LiveAnswer): void {
    if (this.#isOpen()) this.#socket.send(JSON.stringify(answer), noMatter)
  }

  async sendSound(bytes: Uint8Array): Promise<void> {
    if (!this.#isOpen()) return
    const sent = Promise.withResolvers<void>()
    this.#socket.send(bytes, { binary: true }, () => sent.resolve())
    if (this.#socket.bufferedAmount <= ROOM_BYTES) return
    const stalled = setTimeout(this.#onStalled, STALLED_MS)
    await sent.promise
    clearTimeout(stalled)
  }

  #isOpen(): boolean {
    return this.#socket.readyState === WebSocket.OPEN
  }
}

/** A message that could not be sent: its socket is closing, and whoever owns it hears of that. */
const noMatter = () => {}
