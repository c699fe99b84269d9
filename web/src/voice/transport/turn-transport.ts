import type { ChatRequest } from '@vee/contract/http/chat'
import type { ParsedEvent } from '@vee/contract/stream/parse'
import type { PendingTranscription, TranscriptionRequest } from '../transcription/transcriber.ts'
import type { ServerSynthesisRequest } from '../speak/voices/speech-api.ts'

export interface ReplyStreamOptions {
  readonly request: ChatRequest & { readonly replyId: string }
  /** the last received event; 0 without one: then the question is sent (again), under the same replyId */
  readonly lastEventId: number
  /** additional headers of the question over HTTP, for example the user's own keys */
  readonly headers?: Readonly<Record<string, string>> | undefined
  readonly signal: AbortSignal
}

/** How the three parts of a turn reach the server. */
export interface TurnTransport {
  /**
   * Yields the events of a reply after `lastEventId`. Sends the request with the first `next()`, before that
   * returns. Ends without a last event if the connection breaks.
   */
  reply(options: ReplyStreamOptions): AsyncIterable<ParsedEvent>
  /** Returns the audio of a text, while it is synthesized. Rejects with an error with the contract's `code`. */
  speech(request: ServerSynthesisRequest, signal: AbortSignal): Promise<AsyncIterable<Uint8Array>>
  /** Transcribes an utterance. Called when its recording starts. */
  transcribe(request: TranscriptionRequest): PendingTranscription
}

/** Thrown when a transport cannot deliver the rest of a part; another transport may. */
export class TransportError extends Error {
  constructor(options?: ErrorOptions) {
    super('the transport is not available', options)
    this.name = 'TransportError'
  }
}
