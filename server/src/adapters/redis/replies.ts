import { createHash, randomUUID } from 'node:crypto'
import type { ReplyEvent } from '@vee/contract/stream/reply-event'
import { DomainError } from '#domain/errors/domain-error.ts'
import { interruptedEvent, isTerminal, type ReplyRelay, type ReplyFeed } from '#domain/replies/index.ts'
import { connectAgain, inTime, type RedisConnection } from './connection.ts'
import { FeedQueue } from './feed-queue.ts'
import { CLAIM, CLOSE, READ } from './reply-scripts.ts'
import { inBackground } from '#lib/background.ts'

/**
 * Signals messages on a Redis channel, and also a timeout, because messages that are published while the
 * subscription is down are lost.
 */
class ChannelNews {
  readonly #client: RedisConnection['client']
  readonly #channel: string
  readonly #maxMs: number
  #isNews = false
  #waiting: PromiseWithResolvers<void> | undefined

  constructor({ client }: RedisConnection, channel: string, maxMs: number) {
    this.#client = client
    this.#channel = channel
    this.#maxMs = maxMs
  }

  async listen(): Promise<void> {
    await inTime(this.#client.subscribe(this.#channel, this.#onMessage)).catch(() => undefined)
  }

  /** Resolves after a message since the last call, at the latest when `disconnectSignal` aborts. */
  async next(disconnectSignal: AbortSignal): Promise<void> {
    const waiting = (this.#waiting = Promise.withResolvers())
    const wake = () => waiting.resolve()
    const timer = setTimeout(wake, this.#maxMs)
    disconnectSignal.addEventListener('abort', wake)
    if (!this.#isNews && !disconnectSignal.aborted) await waiting.promise
    this.#isNews = false
    clearTimeout(timer)
    disconnectSignal.removeEventListener('abort', wake)
  }

  close(): void {
    inBackground('channel left', this.#client.unsubscribe(this.#channel, this.#onMessage))
  }

  readonly #onMessage = () => {
    this.#isNews = true
    this.#waiting?.resolve()
  }
}

interface RedisReplyTimes {
  /** a server whose lease was not renewed for this time is considered dead */
  readonly leaseMs: number
  /** maximum delay of events for readers on other servers */
  readonly flushMs: number
  /** interval for polling missed events and the liveness of a server */
  readonly pollMs: number
  /** time that a reader waits for an unavailable Redis before its connection is closed and it retries */
  readonly reconnectWindowMs: number
  /** a reply can be read again for this time after its end */
  readonly retentionMs: number
  /** maximum duration of a reply */
  readonly maxMs: number
}

const REDIS_REPLY_TIMES: RedisReplyTimes = {
  leaseMs: 4_000,
  flushMs: 100,
  pollMs: 500,
  reconnectWindowMs: 10_000,
  retentionMs: 10 * 60_000,
  maxMs: 20 * 60_000,
}

export interface RedisRepliesOptions {
  /** prepended to every key, so that the Redis can be shared with other applications */
  readonly prefix: string
  readonly times?: RedisReplyTimes
  /** called once when replies cannot be shared, and once when they can again */
  readonly onChange: (isShared: boolean) => void
}

/** Shares replies between servers through Redis. While it is not available, each server works alone. */
export async function redisReplies(
  redis: RedisConnection,
  options: RedisRepliesOptions,
): Promise<ReplyRelay> {
  const exchange = new RedisReplies(redis, await connectAgain(redis), options)
  await exchange.open()
  return exchange
}

type Read = readonly [by: string, state: string, lives: number, entries: [string, string[]][]]

class RedisReplies implements ReplyRelay {
  readonly #client: RedisConnection['client']
  readonly #subscriberConnection: RedisConnection
  readonly #times: RedisReplyTimes
  readonly #prefix: string
  readonly #onChange: (isShared: boolean) => void
  readonly #server = randomUUID()
  readonly #queue: FeedQueue
  /** functions that stop running replies, by the names of the streams */
  readonly #cuts = new Map<string, () => void>()
  #isShared = true
  /** time of the last response from Redis */
  #heardAt = performance.now()
  #isHearing = false
  #renewal: NodeJS.Timeout | undefined
  #closing: Promise<void> | undefined

  constructor(
    { client }: RedisConnection,
    subscriberConnection: RedisConnection,
    { prefix, times = REDIS_REPLY_TIMES, onChange }: RedisRepliesOptions,
  ) {
    this.#client = client
    this.#subscriberConnection = subscriberConnection
    this.#prefix = prefix
    this.#times = times
    this.#onChange = onChange
    this.#queue = new FeedQueue(client, times, (isShared) => this.#noteState(isShared))
  }

  async open(): Promise<void> {
    await Promise.all([this.#renewLeases(), this.#subscribeToStops()])
    const again = async () => {
      await this.#renewLeases()
      await this.#subscribeToStops()
    }
    this.#renewal = setInterval(
      () => inBackground('replies renewed', again()),
      this.#times.leaseMs / 4,
    ).unref()
  }

  async claim(key: string): Promise<string | undefined> {
    const { hash, stream } = this.#keysOf(key)
    const by = `${this.#server} ${randomUUID()}`
    // Requests do not wait for a Redis that is known to be unavailable.
    if (!this.#isShared) return by
    const args = [by, this.#leases, String(this.#times.maxMs)]
    const claimed = await inTime(this.#client.eval(CLAIM, { keys: [hash, stream], arguments: args })).catch(
      () => 1,
    )
    return claimed === 1 ? by : undefined
  }

  feed(key: string, by: string, onLost: () => void): ReplyFeed {
    return this.#queue.open({ ...this.#keysOf(key), by, onLost })
  }

  async *follow(key: string, disconnectSignal: AbortSignal): AsyncGenerator<ReplyEvent, void, undefined> {
    const news = new ChannelNews(this.#subscriberConnection, this.#keysOf(key).stream, this.#times.pollMs)
    await news.listen()
    let index = 0
    try {
      for await (const event of this.#followAlong(key, news, disconnectSignal)) {
        index += 1
        yield event
      }
    } finally {
      news.close()
    }
    if (index === 0 && !disconnectSignal.aborted) {
      throw new DomainError('REPLY_INTERRUPTED', 'This reply is on another server.', { retryAfterSeconds: 5 })
    }
  }

  async has(key: string): Promise<boolean> {
    const state = await this.#stateOf(key)
    return state !== null && state !== 'private'
  }

  async stop(key: string): Promise<boolean> {
    const state = await this.#stateOf(key)
    const isRunning = state === 'running' || state === 'private'
    if (isRunning) await inTime(this.#client.publish(this.#stops, this.#keysOf(key).stream))
    return state !== null
  }

  isRead(key: string): Promise<boolean> {
    return inTime(this.#client.exists(this.#keysOf(key).readers)).then(
      (count) => count === 1,
      // Readers on other servers cannot be seen for a moment, but may still exist.
      () => performance.now() - this.#heardAt < this.#times.reconnectWindowMs,
    )
  }

  onStop(key: string, cut: () => void): () => void {
    const { stream } = this.#keysOf(key)
    this.#cuts.set(stream, cut)
    return () => void (this.#cuts.get(stream) === cut && this.#cuts.delete(stream))
  }

  close(): Promise<void> {
    this.#closing ??= this.#close()
    return this.#closing
  }

  async #close(): Promise<void> {
    clearInterval(this.#renewal)
    await this.#queue.close()
    await inTime(this.#client.del(this.#leases + this.#server)).catch(() => undefined)
    await this.#subscriberConnection.close()
  }

  get #leases(): string {
    return `${this.#prefix}server:`
  }

  get #stops(): string {
    return `${this.#prefix}stop`
  }

  /** Hashes owners, because they are personal data and must not be part of keys. */
  #keysOf(key: string) {
    const name = createHash('sha256').update(key).digest('base64url')
    const prefix = this.#prefix
    return { hash: `${prefix}of:${name}`, stream: `${prefix}log:${name}`, readers: `${prefix}read:${name}` }
  }

  #noteState(isShared: boolean): void {
    if (isShared) this.#heardAt = performance.now()
    if (isShared !== this.#isShared) this.#onChange(isShared)
    this.#isShared = isShared
  }

  async #renewLeases(): Promise<void> {
    const expiration = { type: 'PX', value: this.#times.leaseMs } as const
    await inTime(this.#client.set(this.#leases + this.#server, '1', { expiration })).then(
      () => this.#noteState(true),
      () => this.#noteState(false),
    )
  }

  /** A lost subscription is restored automatically, but not one that was never established. */
  async #subscribeToStops(): Promise<void> {
    if (this.#isHearing || !this.#subscriberConnection.client.isReady) return
    const onStop = (stream: string) => this.#cuts.get(stream)?.()
    await inTime(this.#subscriberConnection.client.subscribe(this.#stops, onStop)).then(
      () => (this.#isHearing = true),
      () => undefined,
    )
  }

  /** null if Redis does not have the reply */
  #stateOf(key: string): Promise<string | null> {
    return inTime(this.#client.hGet(this.#keysOf(key).hash, 'state')).catch(() => {
      const message = 'The other servers cannot be reached for this reply right now.'
      throw new DomainError('REPLY_INTERRUPTED', message, { retryAfterSeconds: 2 })
    })
  }

  async *#followAlong(
    key: string,
    news: ChannelNews,
    disconnectSignal: AbortSignal,
  ): AsyncGenerator<ReplyEvent, void, undefined> {
    const { reconnectWindowMs } = this.#times
    let index = 0
    let heardAt = performance.now()
    while (!disconnectSignal.aborted) {
      const read = await this.#readAfter(key, index).catch(() => undefined)
      if (read === null || read?.[1] === 'private') return
      if (read !== undefined) heardAt = performance.now()
      else if (performance.now() - heardAt > reconnectWindowMs) return
      for (const event of eventsIn(read, index)) {
        index += 1
        yield event
        if (isTerminal(event)) return
      }
      const [by, state, lives, entries] = read ?? ['', '', 1, []]
      if (entries.length > 0) continue
      if (state === 'running' && lives === 0) await this.#closeFor(key, by, index)
      else await news.next(disconnectSignal)
    }
  }

  async #readAfter(key: string, index: number): Promise<Read | null> {
    const { hash, stream, readers } = this.#keysOf(key)
    const args = [index, this.#leases, 6 * this.#times.pollMs].map(String)
    return (await inTime(
      this.#client.eval(READ, { keys: [hash, stream, readers], arguments: args }),
    )) as Read | null
  }

  /** Ends a reply whose server failed. Another server may do so first. */
  async #closeFor(key: string, by: string, index: number): Promise<void> {
    const { hash, stream } = this.#keysOf(key)
    const end = JSON.stringify([interruptedEvent()])
    const args = [by, String(index), end, this.#leases, String(this.#times.retentionMs)]
    await inTime(this.#client.eval(CLOSE, { keys: [hash, stream], arguments: args })).catch(() => undefined)
  }
}

/**
 * Returns the events after a position: after Redis was emptied, one entry may contain events that readers
 * have already received.
 */
const eventsIn = (read: Read | undefined, index: number): ReplyEvent[] =>
  (read?.[3] ?? []).flatMap(([id, [, text = '[]']]) => {
    const events = JSON.parse(text) as ReplyEvent[]
    const before = Number(id.slice(id.indexOf('-') + 1)) - events.length
    return events.slice(Math.max(0, index - before))
  })
