import type { ReplyEvent } from '@vee/contract/stream/reply-event'

/**
 * Shares replies between servers. Each reply runs on one server and can be read and stopped from all of them.
 * `key` identifies one reply of one owner. A reply also runs while the other servers cannot be reached.
 */
export interface ReplyRelay {
  /**
   * Claims a reply for this server. Returns a token for the claim; undefined if the reply runs or ended on
   * another server.
   */
  claim(key: string): Promise<string | undefined>
  /**
   * Returns where to publish the events of a reply that runs here. `onLost` is called when another server
   * considered it dead and closed it.
   */
  feed(key: string, claim: string, onLost: () => void): ReplyFeed
  /**
   * Yields the events of a reply on another server, from the first to the last, live. Ends early when
   * `disconnectSignal` aborts or the other servers stay unreachable. Throws REPLY_INTERRUPTED if no event can
   * be read.
   */
  follow(key: string, disconnectSignal: AbortSignal): AsyncIterable<ReplyEvent>
  /**
   * Returns whether `follow` would find the reply. Throws REPLY_INTERRUPTED if the other servers cannot be
   * queried.
   */
  has(key: string): Promise<boolean>
  /** Stops a reply on the server that runs it. Returns false if no server has it. Throws like `has`. */
  stop(key: string): Promise<boolean>
  /** Returns whether a client reads the reply on another server. */
  isRead(key: string): Promise<boolean>
  /**
   * Subscribes to stop requests from other servers for a reply that runs here. Returns a function that
   * unsubscribes.
   */
  onStop(key: string, cut: () => void): () => void
  /**
   * Publishes pending events and releases the claim; a reply that still runs here is then considered dead.
   */
  close(): Promise<void>
}

export interface ReplyFeed {
  append(event: ReplyEvent): void
  /** Restricts the events to this server. Must be called before the first event is published. */
  hide(): void
  end(isRetryable: boolean): void
}

const SILENT_FEED: ReplyFeed = { append: () => {}, hide: () => {}, end: () => {} }

/** The relay of a single server. */
export const localOnlyRelay: ReplyRelay = {
  claim: async () => '',
  feed: () => SILENT_FEED,
  follow: async function* () {},
  has: async () => false,
  stop: async () => false,
  isRead: async () => false,
  onStop: () => () => {},
  close: async () => {},
}

/** Returns whether this event ends a reply. */
export const isTerminal = ({ type }: ReplyEvent): boolean =>
  type === 'error' || type === 'final_response_metadata'

/** Returns whether the event carries no part of the answer. */
export const isWordless = ({ type }: ReplyEvent): boolean => type === 'start' || type === 'error'

/** Returns the last event of a reply whose server died; the client can request the reply again. */
export const interruptedEvent = (): ReplyEvent => ({
  type: 'error',
  error: 'REPLY_INTERRUPTED',
  message: 'The server that generated this reply is no longer running.',
  retryable: true,
})
