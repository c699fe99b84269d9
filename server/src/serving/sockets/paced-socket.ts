import { WebSocket } from 'ws'

/** Limit of the data buffered in this process for one client, in bytes. */
const ROOM_BYTES = 96_000
/** A client that reads nothing for this long is disconnected, in ms. */
const STALLED_MS = 30_000
/** Data that waits for a client in any case, in bytes: the largest answers, and what they are a part of. */
const MAX_UNREAD_BYTES = 8 * 1024 * 1024

interface PacedSocketOptions {
  /** Called when the client has read nothing for STALLED_MS. */
  readonly onStalled: () => void
  /** Called once, when more would wait than may; nothing is sent any more. */
  readonly onUnread: () => void
  /** default: MAX_UNREAD_BYTES */
  readonly maxUnreadBytes?: number
}

/**
 * Sends messages on a socket, with back-pressure where it is needed. What waits for a client that does not read is
 * bounded, by whichever method it is sent. Never throws.
 */
export class PacedSocket {
  readonly #socket: WebSocket
  readonly #options: PacedSocketOptions
  #sentBytes = 0
  #isUnread = false

  constructor(socket: WebSocket, options: PacedSocketOptions) {
    this.#socket = socket
    this.#options = options
  }

  /** the data of all messages so far */
  get sentBytes(): number {
    return this.#sentBytes
  }

  send(message: object): void {
    if (!this.#isOpen()) return
    const data = Buffer.from(JSON.stringify(message))
    if (this.#hasRoom(data.length)) this.#socket.send(data, { binary: false }, noMatter)
  }

  /** Resolves when there is room for more, or the client disconnected. */
  async sendPaced(data: string | Uint8Array): Promise<void> {
    if (!this.#isOpen() || !this.#hasRoom(data.length)) return
    const sent = Promise.withResolvers<void>()
    this.#socket.send(data, { binary: typeof data !== 'string' }, () => sent.resolve())
    if (this.#socket.bufferedAmount <= ROOM_BYTES) return
    const stalled = setTimeout(this.#options.onStalled, STALLED_MS)
    await sent.promise
    clearTimeout(stalled)
  }

  #hasRoom(bytes: number): boolean {
    const { onUnread, maxUnreadBytes = MAX_UNREAD_BYTES } = this.#options
    if (this.#socket.bufferedAmount + bytes <= maxUnreadBytes) {
      this.#sentBytes += bytes
      return true
    }
    this.#isUnread = true
    onUnread()
    return false
  }

  #isOpen(): boolean {
    return !this.#isUnread && this.#socket.readyState === WebSocket.OPEN
  }
}

/** Ignores a failed send: the socket is closing, and its owner is notified of that. */
const noMatter = () => {}
