/** A recording that is transcribed while it is spoken. */
export interface SttStreamRequest {
  /** BCP 47 */
  readonly language: string | undefined
  /** as in SttRequest */
  readonly languages?: readonly string[] | undefined
  /** words and names that are likely to occur */
  readonly prompt: string | undefined
  /** id of the caller; engines without concurrency alternate between callers */
  readonly caller: string
}

export type SttStreamEvent =
  /**
   * `final` was added to the words that no longer change; `tail` replaces the words after them, which may still
   * change. Spaces between words are part of them.
   */
  | {
      readonly type: 'words'
      readonly final: string
      readonly tail: string
      /** ISO 639-1, if the engine reports it */
      readonly language?: string | undefined
    }
  /**
   * The engine judges, by the words and how they were spoken, that the speaker has finished. `probability`: 0…1.
   * Engines that only measure silence emit none: the client measures it too.
   */
  | { readonly type: 'turn-end'; readonly probability: number }
  /** The speaker continues after a `turn-end`. */
  | { readonly type: 'turn-resumed' }
  /** all audio before a `flush` is transcribed, and its words were final */
  | { readonly type: 'flushed' }

/** One stream. `push`, `flush` and `close` never throw: failures end `events`. */
export interface SttStream {
  /** @param pcm 16-bit little-endian mono at SOCKET_SAMPLE_RATE, whole samples */
  push(pcm: Uint8Array): void
  /**
   * Requests the final words of all audio so far. `isLast`: no audio follows, and `events` may end after them; otherwise
   * an engine that needs some of the silence after the words may wait for it.
   */
  flush(isLast: boolean): void
  /** Requests the final words, and ends the stream: `events` end after them. */
  finish(): void
  /** Iterated once. Throws ProviderFailure if the stream breaks; ends when it was finished or aborted. */
  readonly events: AsyncIterable<SttStreamEvent>
}

/** Transcription while one speaks. */
export interface SttStreaming {
  /** name of the model in the ledger and in the table of prices: streams may have another price */
  readonly model: string
  /** false while the service is known not to support it */
  readonly isSupported: boolean
  /** time in which final words follow a `flush`, in ms; absent: that of a service, 1,500 */
  readonly wordsWithinMs?: number
  /** Returns at once; audio waits for the connection. `signal` aborts it. */
  open(request: SttStreamRequest, signal: AbortSignal): SttStream
}
