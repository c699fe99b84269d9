import type { ParsedEvent } from '@vee/contract/stream/parse'
import type { PendingTranscription } from '../transcription/transcriber.ts'
import type { ServerSynthesisRequest } from '../speak/voices/speech-api.ts'
import type { AskedQuestion } from './socket/ports.ts'
import type { SocketTransport } from './socket/socket-transport.ts'
import { TransportError, type ReplyStreamOptions, type TurnTransport } from './turn-transport.ts'

/** Why turns use HTTP. */
export type FallbackReason =
  /** no turn was spoken yet */
  | 'unused'
  /** the socket is being opened */
  | 'opening'
  /** the browser does not support sockets, or forbids them */
  | 'unsupported'
  /** the socket could not be opened, for example because of a proxy */
  | 'unreachable'
  /** the server rejected it */
  | 'rejected'
  /** the connection broke; the next turn tries again */
  | 'disconnected'

export type TransportState =
  | { readonly via: 'socket' }
  | { readonly via: 'http'; readonly reason: FallbackReason }

/**
 * Uses the socket, and HTTP for everything that the socket does not deliver. The only place that decides
 * between the two: the socket throws a TransportError at the point from which HTTP has to continue.
 */
export class FallbackTransport implements TurnTransport {
  readonly #socket: SocketTransport
  readonly #http: TurnTransport

  constructor(socket: SocketTransport, http: TurnTransport) {
    this.#socket = socket
    this.#http = http
  }

  get state(): TransportState {
    const { status } = this.#socket
    return status === 'ready' ? { via: 'socket' } : { via: 'http', reason: status }
  }

  /** Opens the socket, and returns the state when it is open or has failed. */
  async check(): Promise<TransportState> {
    await this.#socket.settled()
    return this.state
  }

  /** See SocketTransport.askOverSocket. */
  askOverSocket(question: AskedQuestion): string | undefined {
    return this.#socket.askOverSocket(question)
  }

  /** Called when the user interrupts that reply. */
  interrupted(replyId: string, playedText: string): void {
    this.#socket.interrupted(replyId, playedText)
  }

  reply(options: ReplyStreamOptions): AsyncIterable<ParsedEvent> {
    return this.#socket.hasReply(options) ? this.#replyFromBoth(options) : this.#http.reply(options)
  }

  async *#replyFromBoth(options: ReplyStreamOptions): AsyncGenerator<ParsedEvent, void, undefined> {
    let { lastEventId } = options
    try {
      for await (const parsed of this.#socket.reply(options)) {
        lastEventId = parsed.id ?? lastEventId
        yield parsed
      }
      return
    } catch (error) {
      assertFallback(error, options.signal)
    }
    yield* this.#http.reply({ ...options, lastEventId })
  }

  /** HTTP synthesizes a text that broke off again, and delivers what follows the received bytes. */
  async speech(
    { isAside, ...request }: ServerSynthesisRequest,
    signal: AbortSignal,
  ): Promise<AsyncIterable<Uint8Array>> {
    // The socket sends the speech of the reply, segment by segment.
    if (isAside) return await this.#http.speech(request, signal)
    try {
      return this.#speechFromBoth(await this.#socket.speech(request, signal), request, signal)
    } catch (error) {
      assertFallback(error, signal)
      return await this.#http.speech(request, signal)
    }
  }

  async *#speechFromBoth(
    first: AsyncIterable<Uint8Array>,
    request: ServerSynthesisRequest,
    signal: AbortSignal,
  ): AsyncGenerator<Uint8Array, void, undefined> {
    let received = 0
    try {
      for await (const chunk of first) {
        received += chunk.length
        yield chunk
      }
      return
    } catch (error) {
      assertFallback(error, signal)
    }
    let skipped = 0
    for await (const chunk of await this.#http.speech(request, signal)) {
      const from = Math.min(chunk.length, received - skipped)
      skipped += from
      if (from < chunk.length) yield chunk.subarray(from)
    }
  }

  /**
   * Speech after a wake word or an interruption is transcribed as a recording, over HTTP; its reply can use the
   * socket.
   */
  transcribe(request: Parameters<TurnTransport['transcribe']>[0]): PendingTranscription {
    const overHttp = this.#http.transcribe(request)
    if (!this.#socket.open() || !request.isStreaming) return overHttp
    const streamed = this.#socket.transcribe(request)
    return {
      ...streamed,
      async finish(recording) {
        try {
          return await streamed.finish(recording)
        } catch (error) {
          assertFallback(error)
          return await overHttp.finish(recording)
        }
      },
      abort() {
        streamed.abort()
        overHttp.abort()
      },
    }
  }
}

/** Throws other errors, and the reason of an abort. */
function assertFallback(error: unknown, signal?: AbortSignal): void {
  signal?.throwIfAborted()
  if (!(error instanceof TransportError)) throw error
}
