import { inTime, type RedisConnection } from './connection.ts'
import { inBackground } from '../../background.ts'

/**
 * Signals messages on a Redis channel, and also a timeout, because messages that are published while the
 * subscription is down are lost.
 */
export class ChannelNews {
  readonly #client: RedisConnection['client']
  readonly #channel: string
  readonly #longestMs: number
  #isNews = false
  #waiting: PromiseWithResolvers<void> | undefined

  constructor({ client }: RedisConnection, channel: string, longestMs: number) {
    this.#client = client
    this.#channel = channel
    this.#longestMs = longestMs
  }

  async listen(): Promise<void> {
    await inTime(this.#client.subscribe(this.#channel, this.#onMessage)).catch(() => undefined)
  }

  /** Resolves after a message since the last call, at the latest when `disconnectSignal` aborts. */
  async next(disconnectSignal: AbortSignal): Promise<void> {
    const waiting = (this.#waiting = Promise.withResolvers())
    const wake = () => waiting.resolve()
    const timer = setTimeout(wake, this.#longestMs)
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
