import type { ReplyEvent } from '@vee/contract/stream/reply-event'
import { isWordless, type ReplyFeed } from '#domain/replies/index.ts'
import { inTime, type RedisConnection } from './connection.ts'
import { APPEND } from './reply-scripts.ts'
import { inBackground } from '#lib/background.ts'

/** Maximum number of replies per script call: Redis is blocked during a call. */
const REPLIES_A_CALL = 200

interface FeedOptions {
  readonly hash: string
  readonly stream: string
  /** the claim of the writing server */
  readonly by: string
  /** called when the reply belongs to another server */
  readonly onLost: () => void
}

interface QueueTimes {
  readonly flushMs: number
  readonly retentionMs: number
  readonly maxMs: number
}

type FeedState = 'running' | 'ended' | 'again' | 'private'

/**
 * Sends one reply to Redis. All events are retained until its end, because they are sent again to a Redis
 * that was emptied.
 */
class Feed implements ReplyFeed {
  readonly options: FeedOptions
  readonly #changed: (feed: Feed) => void
  readonly #events: ReplyEvent[] = []
  #sent = 0
  /**
   * The last event of a call without a response. Redis may have executed it and stores only the number of the
   * last event, so the identical call is retried: a longer one with the same beginning would duplicate
   * events.
   */
  #unsure: number | undefined
  #state: FeedState = 'running'
  #hasEmitted = false
  endedAt: number | undefined

  constructor(options: FeedOptions, changed: (feed: Feed) => void) {
    this.options = options
    this.#changed = changed
  }

  append(event: ReplyEvent): void {
    this.#events.push(event)
    this.#hasEmitted ||= !isWordless(event)
    this.#changed(this)
  }

  hide(): void {
    this.#state = 'private'
    this.#changed(this)
  }

  end(mayRunAgain: boolean): void {
    if (this.#state === 'running') this.#state = mayRunAgain ? 'again' : 'ended'
    this.endedAt = performance.now()
    this.#changed(this)
  }

  /** Returns the arguments of APPEND, and a function that handles its result. */
  next({ retentionMs, maxMs }: QueueTimes): {
    readonly args: readonly string[]
    readonly settle: (reply: number) => void
  } {
    const { by, onLost } = this.options
    const until = this.#unsure ?? this.#events.length
    this.#unsure = until
    const isWhole = until === this.#events.length
    const isOver = this.endedAt !== undefined
    const events = this.#events.slice(this.#sent, until)
    // A reply that must not leave its server is removed at its end.
    const state = isWhole || this.#state === 'private' ? this.#state : 'running'
    const life = this.#state === 'private' && isOver ? 1 : isOver ? retentionMs : maxMs
    return {
      args: [
        by,
        String(this.#sent + 1),
        String(until),
        events.length > 0 ? JSON.stringify(events) : '',
        state,
        this.#hasEmitted ? '1' : '0',
        String(life),
      ],
      settle: (reply) => {
        this.#unsure = undefined
        if (reply === 1) {
          this.#sent = until
          if (!isWhole) this.#changed(this)
          return
        }
        if (reply === 0) return onLost()
        this.#sent = 0
        this.#changed(this)
      },
    }
  }
}

/** Sends the events of all replies to Redis in batches, a few times per second. */
export class FeedQueue {
  readonly #client: RedisConnection['client']
  readonly #times: QueueTimes
  readonly #note: (isShared: boolean) => void
  #waiting = new Set<Feed>()
  #timer: NodeJS.Timeout | undefined
  #flushing: Promise<void> | undefined

  constructor(client: RedisConnection['client'], times: QueueTimes, note: (isShared: boolean) => void) {
    this.#client = client
    this.#times = times
    this.#note = note
  }

  open(options: FeedOptions): ReplyFeed {
    return new Feed(options, (feed) => {
      this.#waiting.add(feed)
      this.#planNext()
    })
  }

  /** Resolves when all events were sent, or cannot be sent. */
  async close(): Promise<void> {
    clearTimeout(this.#timer)
    await this.#flushing
    await this.#flush()
    // A retried call may be followed by further events.
    if (this.#waiting.size > 0) await this.#flush()
    clearTimeout(this.#timer)
    this.#waiting.clear()
  }

  #planNext(): void {
    this.#timer ??= setTimeout(() => {
      const flushing = this.#flush().finally(() => {
        this.#timer = undefined
        this.#flushing = undefined
        if (this.#waiting.size > 0) this.#planNext()
      })
      this.#flushing = flushing.catch(() => undefined)
      inBackground('replies shared', flushing)
    }, this.#times.flushMs).unref()
  }

  async #flush(): Promise<void> {
    const feeds = [...this.#waiting]
    this.#waiting = new Set()
    for (let from = 0; from < feeds.length; from += REPLIES_A_CALL) {
      await this.#send(feeds.slice(from, from + REPLIES_A_CALL))
    }
  }

  async #send(feeds: readonly Feed[]): Promise<void> {
    const parts = feeds.map((feed) => feed.next(this.#times))
    try {
      const answers = (await inTime(
        this.#client.eval(APPEND, {
          keys: feeds.flatMap(({ options: { hash, stream } }) => [hash, stream]),
          arguments: parts.flatMap(({ args }) => args),
        }),
      )) as number[]
      this.#note(true)
      for (const [index, { settle }] of parts.entries()) settle(answers[index] ?? 1)
    } catch {
      this.#note(false)
      const now = performance.now()
      // Redis is retried; replies that ended long ago are dropped.
      for (const feed of feeds) {
        if (feed.endedAt === undefined || now - feed.endedAt < this.#times.retentionMs)
          this.#waiting.add(feed)
      }
    }
  }
}
