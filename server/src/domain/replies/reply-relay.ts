import type { ReplyEvent } from '@vee/contract/stream/reply-event'

/**
 * What servers side by side know of each other's replies: each reply runs on one of them, and can be read and stopped from
 * all. `key` is one reply of one owner. A reply is run also when the others cannot be reached.
 */
export interface ReplyRelay {
  /** Takes a reply for this server; undefined when it runs, or ended, elsewhere. What it answers stands for that right. */
  claim(key: string): Promise<string | undefined>
  /** Where the events of a reply that runs here are told. `onLost`: another server has taken it for dead and closed it. */
  feed(key: string, claim: string, onLost: () => void): ReplyFeed
  /**
   * The events of a reply elsewhere, from the first to the last, live. Ends early when `disconnectSignal` aborts or the others cannot be
   * reached for long. Rejects with REPLY_INTERRUPTED when not one event can be had.
   */
  follow(key: string, disconnectSignal: AbortSignal): AsyncIterable<ReplyEvent>
  /** Whether `follow` would find it. Rejects with REPLY_INTERRUPTED when the others cannot be asked. */
  has(key: string): Promise<boolean>
  /** Has it stopped where it runs. False when nobody knows it. Rejects like `has`. */
  stop(key: string): Promise<boolean>
  /** Whether somebody reads it on another server. */
  isRead(key: string): Promise<boolean>
  /** Hears when another server wants a reply stopped that runs here; what it returns ends that. */
  onStop(key: string, cut: () => void): () => void
  /** Tells what is not told yet and leaves: replies that run here still are then taken for dead. */
  close(): Promise<void>
}

export interface ReplyFeed {
  append(event: ReplyEvent): void
  /** The events may not leave this server. To be said before the first one is told. */
  hide(): void
  end(mayRunAgain: boolean): void
}

const SILENT_FEED: ReplyFeed = { append: () => {}, hide: () => {}, end: () => {} }

/** One server, with nobody beside it. */
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

/** Whether a reply ends with this event. */
export const isTerminal = ({ type }: ReplyEvent): boolean =>
  type === 'error' || type === 'final_response_metadata'

/** Whether somebody who has seen only such events has seen nothing of the answer. */
export const isWordless = ({ type }: ReplyEvent): boolean => type === 'start' || type === 'error'

/** How a reply ends whose server is gone: to be asked for anew. */
export const interruptedEvent = (): ReplyEvent => ({
  type: 'error',
  error: 'REPLY_INTERRUPTED',
  message: 'The server that wrote this reply has gone.',
  retryable: true,
})
