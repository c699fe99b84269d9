import { setTimeout as delay } from 'node:timers/promises'
import type { ReplyEvent } from '@vee/contract/stream/reply-event'
import { Refusal } from '../refusal.ts'
import type { ReplyLimits } from './limits.ts'
import { LoggedReply } from './logged-reply.ts'
import type { KeptReply } from './ports.ts'

export interface ReplyLogOptions {
  readonly limits: ReplyLimits
  /** milliseconds since 1970 */
  readonly now: () => number
  /** told what made a reply fail after it had begun */
  readonly onFailure: (failure: unknown) => void
}

interface Entry {
  readonly owner: string
  readonly replyId: string
  readonly reply: LoggedReply
}

interface Finished {
  readonly entry: Entry
  readonly endedAt: number
  readonly forgetting: NodeJS.Timeout
}

/**
 * Every reply that is running, and those that ended lately, in memory. A reply is its owner's: the same id under
 * another owner is another reply.
 */
export class ReplyLog {
  readonly #limits: ReplyLimits
  readonly #now: () => number
  readonly #onFailure: (failure: unknown) => void
  readonly #entries = new Map<string, Entry>()
  /** in the order of their ends */
  readonly #finished = new Map<string, Finished>()
  #finishedSize = 0
  #isDraining = false

  constructor({ limits, now, onFailure }: ReplyLogOptions) {
    this.#limits = limits
    this.#now = now
    this.#onFailure = onFailure
  }

  /**
   * Joins the reply of that id, running or finished, or starts it. Only one that failed in a way that may pass, and had
   * said nothing, is started again. Refuses to start any with REPLY_INTERRUPTED once the log is being drained.
   */
  open(owner: string, replyId: string, run: (cut: AbortSignal) => AsyncIterable<ReplyEvent>): LoggedReply {
    const known = this.find(owner, replyId)
    if (known && !known.mayRunAgain) return known
    const reply = this.#isDraining ? undefined : LoggedReply.start(this.#limits, run)
    return this.#take(owner, replyId, reply)
  }

  /** Takes a reply in that was begun elsewhere. Refuses like `open`, and then cuts it. */
  adopt(owner: string, replyId: string, reply: LoggedReply): void {
    const isFree = !this.#isDraining && !this.find(owner, replyId)
    if (!isFree) reply.cut('stopped')
    this.#take(owner, replyId, isFree ? reply : undefined)
  }

  find(owner: string, replyId: string): LoggedReply | undefined {
    return this.#entries.get(keyOf(owner, replyId))?.reply
  }

  /** Starts no more replies, gives the running ones a while to finish, then cuts them as interrupted. */
  async drain(): Promise<void> {
    this.#isDraining = true
    const running = [...this.#entries.values()].map(({ reply }) => reply).filter(({ isRunning }) => isRunning)
    const allEnded = Promise.all(running.map(({ ended }) => ended))
    await Promise.race([allEnded, delay(this.#limits.drainMs, undefined, { ref: false })])
    for (const reply of running) reply.cut('interrupted')
    await allEnded
  }

  /** The finished replies, oldest first. */
  finished(): readonly KeptReply[] {
    return [...this.#finished.values()].map(({ entry: { owner, replyId, reply }, endedAt }) => ({
      owner,
      replyId,
      endedAt,
      events: reply.events,
    }))
  }

  /** Takes up finished replies of an earlier life of the server, oldest first. */
  restore(replies: readonly KeptReply[]): void {
    for (const { owner, replyId, endedAt, events } of replies) {
      const entry = { owner, replyId, reply: LoggedReply.restore(this.#limits, events) }
      this.#entries.set(keyOf(owner, replyId), entry)
      this.#keep(entry, endedAt)
    }
  }

  #take(owner: string, replyId: string, reply: LoggedReply | undefined): LoggedReply {
    if (!reply) {
      const message = 'The server is restarting; ask again in a moment.'
      throw new Refusal('REPLY_INTERRUPTED', message, { retryAfterSeconds: 5 })
    }
    this.#forget(keyOf(owner, replyId))
    const entry = { owner, replyId, reply }
    this.#entries.set(keyOf(owner, replyId), entry)
    void reply.ended.then(() => this.#settle(entry))
    return reply
  }

  #settle(entry: Entry): void {
    const { reply } = entry
    if (reply.events.length === 0) {
      this.#entries.delete(keyOf(entry.owner, entry.replyId))
      return
    }
    if (reply.failure !== undefined) this.#onFailure(reply.failure)
    this.#keep(entry, this.#now())
  }

  #keep(entry: Entry, endedAt: number): void {
    const key = keyOf(entry.owner, entry.replyId)
    const leftMs = Math.max(0, endedAt + this.#limits.keptMs - this.#now())
    const forgetting = setTimeout(() => this.#forget(key), leftMs).unref()
    this.#finished.set(key, { entry, endedAt, forgetting })
    this.#finishedSize += entry.reply.weight
    for (const oldest of this.#finished.keys()) {
      if (this.#finished.size <= this.#limits.keptReplies && this.#finishedSize <= this.#limits.keptSize)
        return
      this.#forget(oldest)
    }
  }

  /** Nothing happens to a reply that is still running. */
  #forget(key: string): void {
    const finished = this.#finished.get(key)
    if (!finished) return
    clearTimeout(finished.forgetting)
    this.#finished.delete(key)
    this.#entries.delete(key)
    this.#finishedSize -= finished.entry.reply.weight
  }
}

/** A reply id holds no space, so no two pairs have one key. */
const keyOf = (owner: string, replyId: string) => `${owner} ${replyId}`
