import { WebSocket } from 'ws'

/** Limit of the data buffered in this process for one client, in bytes. */
const ROOM_BYTES = 96_000
/** A client that reads nothing for this long is disconnected, in ms. */
const STALLED_MS = 30_000

/** Sends messages on a socket, with back-pressure where it is needed. Never throws. */
export class PacedSocket {
  readonly #socket: WebSocket
  readonly #onStalled: () => void

  constructor(socket: WebSocket, onStalled: () => void) {
    this.#socket = socket
    this.#onStalled = onStalled
  }

  send(message: object): void {
    if (this.#isOpen()) this.#socket.send(JSON.stringify(message), noMatter)
  }

  /** Resolves when there is room for more, or the client disconnected. */
  async sendPaced(data: string | Uint8Array): Promise<void> {
    if (!this.#isOpen()) return
    const sent = Promise.withResolvers<void>()
    this.#socket.send(data, { binary: typeof data !== 'string' }, () => sent.resolve())
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
