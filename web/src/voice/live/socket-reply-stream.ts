import { encodeEvent } from '@vee/contract/stream/encode'
import type { ReplyEvent } from '@vee/contract/stream/reply-event'

/** A reply's events from the socket as a response of POST /chat, so that its reader needs no second path. */
export class SocketReplyStream {
  readonly #encoder = new TextEncoder()
  readonly #body: ReadableStream<Uint8Array<ArrayBuffer>>
  #controller: ReadableStreamDefaultController<Uint8Array<ArrayBuffer>> | undefined

  #isTaken = false

  constructor() {
    this.#body = new ReadableStream({
      start: (controller) => {
        this.#controller = controller
      },
      cancel: () => {
        this.#controller = undefined
      },
    })
  }

  push(id: number, event: ReplyEvent): void {
    this.#controller?.enqueue(this.#encoder.encode(encodeEvent(event, id)))
  }

  /** Without a last event the reader assumes a broken connection and continues over HTTP. */
  end(): void {
    this.#controller?.close()
    this.#controller = undefined
  }

  /** Returns undefined if it was already taken: a second caller has to use another source. */
  take(): Response | undefined {
    if (this.#isTaken) return undefined
    this.#isTaken = true
    return new Response(this.#body, { headers: { 'content-type': 'text/event-stream' } })
  }
}
