import { WebSocket } from 'ws'
import type { LiveAnswer } from '@vee/contract/live/messages'
import type { LiveLine } from '#domain/live/index.ts'

/** Limit of the audio buffered in this process for one client, in bytes: two seconds. */
const ROOM_BYTES = 96_000
/** A client that reads nothing for this long is disconnected, in ms. */
const STALLED_MS = 30_000

/** Sends events and audio on a socket, with back-pressure for audio. */
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

/** Ignores a failed send: the socket is closing, and its owner is notified of that. */
const noMatter = () => {}
