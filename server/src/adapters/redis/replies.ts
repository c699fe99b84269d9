import { createHash, randomUUID } from 'node:crypto'
import { setTimeout as delay } from 'node:timers/promises'
import type { ReplyEvent } from '@vee/contract/stream/reply-event'
import { Refusal } from '#domain/refusal.ts'
import { interruptedEvent, isTerminal, type ReplyExchange, type ReplyFeed } from '#domain/replies/index.ts'
import { connectAgain, inTime, type RedisConnection } from './connection.ts'
import { FeedQueue } from './feed-queue.ts'
import { CLAIM, CLOSE, READ } from './reply-scripts.ts'

export interface RedisReplyTimes {
  /** a server that has not renewed its lease for this long is gone */
  readonly leaseMs: number
  /** at most so late events reach readers of other servers */
  readonly flushMs: number
  /** how often is asked for events that nobody told of, and for the life of a server */
  readonly pollMs: number
  /** a reader waits so long for a Redis that does not answer, then its connection ends and it asks again */
  readonly patienceMs: number
  /** a reply can be read again for this long after its end */
  readonly keptMs: number
  /** no reply runs longer */
  readonly longestMs: number
}

export const REDIS_REPLY_TIMES: RedisReplyTimes = {
  leaseMs: 4_000,
  flushMs: 100,
  pollMs: 500,
  patienceMs: 10_000,
  keptMs: 10 * 60_000,
  longestMs: 20 * 60_000,
}

export interface RedisRepliesOptions {
  /** before every key, so that others may use the same Redis */
  readonly prefix: string
  readonly times?: RedisReplyTimes
  /** told once when replies cannot be shared, and once when they can again */
  readonly onChange: (isShared: boolean) => void
}

/** Replies shared between servers through Redis. While it does not answer each server goes on alone. */
export async function redisReplies(
  first: RedisConnection,
  { prefix, times = REDIS_REPLY_TIMES, onChange }: RedisRepliesOptions,
): Promise<ReplyExchange> {
  const { client } = first
  const listener = await connectAgain(first)
  const server = randomUUID()
  const leases = `${prefix}server:`
  const stops = `${prefix}stop`
  let isShared = true
  const note = (isNow: boolean) => {
    if (isNow !== isShared) onChange(isNow)
    isShared = isNow
  }
  const keysOf = (key: string) => {
    const name = createHash('sha256').update(key).digest('base64url')
    return { hash: `${prefix}of:${name}`, stream: `${prefix}log:${name}`, readers: `${prefix}read:${name}` }
  }
  const renew = () =>
    inTime(client.set(leases + server, '1', { expiration: { type: 'PX', value: times.leaseMs } })).then(
      () => note(true),
      () => note(false),
    )
  const queue = new FeedQueue(client, times, note)
  const stopped = new Set<(name: string) => void>()
  let isHearing = false
  // A subscription that was lost comes back by itself; one that was never had does not.
  const hearOfStops = async () => {
    if (isHearing) return
    const hear = (name: string) => stopped.forEach((tell) => tell(name))
    await inTime(listener.client.subscribe(stops, hear)).then(
      () => (isHearing = true),
      () => undefined,
    )
  }
  await Promise.all([renew(), hearOfStops()])
  const renewal = setInterval(() => void renew().then(hearOfStops), times.leaseMs / 4).unref()
  /** Tells when there is news of a reply, and after a while without. */
  async function newsOf(stream: string) {
    let isNews = false
    let wake = () => {}
    const tell = () => {
      isNews = true
      wake()
    }
    await inTime(listener.client.subscribe(stream, tell)).catch(() => undefined)
    return {
      async next(gone: AbortSignal) {
        const woken = Promise.withResolvers<void>()
        wake = () => woken.resolve()
        const timer = setTimeout(wake, times.pollMs)
        gone.addEventListener('abort', wake)
        if (!isNews && !gone.aborted) await woken.promise
        isNews = false
        clearTimeout(timer)
        gone.removeEventListener('abort', wake)
      },
      close: () => void listener.client.unsubscribe(stream, tell).catch(() => undefined),
    }
  }

  type Read = readonly [by: string, state: string, lives: number, entries: [string, string[]][]]
  const readAfter = async (key: string, place: number): Promise<Read | null> => {
    const { hash, stream, readers } = keysOf(key)
    const answer = await inTime(
      client.eval(READ, {
        keys: [hash, stream, readers],
        arguments: [String(place), leases, String(6 * times.pollMs)],
      }),
    )
    return answer as Read | null
  }

  /** The last word on a reply whose server has gone; somebody else may be first. */
  async function closeFor(key: string, by: string, place: number): Promise<void> {
    const { hash, stream } = keysOf(key)
    const end = JSON.stringify([interruptedEvent()])
    await inTime(
      client.eval(CLOSE, {
        keys: [hash, stream],
        arguments: [by, String(place), end, leases, String(times.keptMs)],
      }),
    )
  }

  async function* follow(key: string, gone: AbortSignal): AsyncGenerator<ReplyEvent, void, undefined> {
    const { stream } = keysOf(key)
    const watch = await newsOf(stream)
    let place = 0
    let heardAt = performance.now()
    try {
      while (!gone.aborted) {
        const known = await readAfter(key, place).catch(() => undefined)
        if (known === undefined) {
          if (performance.now() - heardAt > times.patienceMs) return
          await watch.next(gone)
          continue
        }
        heardAt = performance.now()
        if (known === null || known[1] === 'private') break
        const [by, state, lives, entries] = known
        for (const event of entries.flatMap(([, [, events = '[]']]) => JSON.parse(events) as ReplyEvent[])) {
          place += 1
          yield event
          if (isTerminal(event)) return
        }
        if (entries.length > 0) continue
        if (state === 'running' && lives === 0) await closeFor(key, by, place).catch(() => undefined)
        else await watch.next(gone)
      }
    } finally {
      watch.close()
    }
    if (place === 0 && !gone.aborted) {
      throw new Refusal('REPLY_INTERRUPTED', 'This reply is on another server.', { retryAfterSeconds: 5 })
    }
  }

  /** null when Redis knows nothing of the reply */
  const stateOf = async (key: string) =>
    inTime(client.hGet(keysOf(key).hash, 'state')).catch(() => {
      const message = 'The other servers cannot be asked for this reply right now.'
      throw new Refusal('REPLY_INTERRUPTED', message, { retryAfterSeconds: 2 })
    })

  return {
    async claim(key) {
      const { hash, stream } = keysOf(key)
      const by = `${server} ${randomUUID()}`
      // Nobody waits for a Redis that is known to be away.
      if (!isShared) return by
      const answer = await inTime(
        client.eval(CLAIM, { keys: [hash, stream], arguments: [by, leases, String(times.longestMs)] }),
      ).catch(() => 1)
      return answer === 1 ? by : undefined
    },
    feed: (key, by, onLost): ReplyFeed => queue.open({ ...keysOf(key), by, onLost }),
    follow,
    async has(key) {
      const state = await stateOf(key)
      return state !== null && state !== 'private'
    },
    async stop(key) {
      const state = await stateOf(key)
      if (state === 'running' || state === 'private') await inTime(client.publish(stops, keysOf(key).stream))
      return state !== null
    },
    isRead: (key) =>
      inTime(client.exists(keysOf(key).readers)).then(
        (count) => count === 1,
        () => false,
      ),
    onStop(key, cut) {
      const { stream } = keysOf(key)
      const hear = (name: string) => {
        if (name === stream) cut()
      }
      stopped.add(hear)
      return () => stopped.delete(hear)
    },
    async close() {
      clearInterval(renewal)
      await Promise.race([queue.drain(), delay(2 * times.flushMs + 1_000, undefined, { ref: false })])
      queue.close()
      await inTime(client.del(leases + server)).catch(() => undefined)
      await listener.close()
    },
  }
}
