import { setTimeout as delay } from 'node:timers/promises'
import type { ReplyEvent } from '@vee/contract/stream/reply-event'
import { DomainError } from '../errors/domain-error.ts'
import type { ReplyLimits } from './reply-limits.ts'
import { localOnlyRelay, type ReplyRelay, type ReplyFeed } from './reply-relay.ts'
import { ResumableReply, type RunReply } from './resumable-reply.ts'
import type { StoredReply, EmitReplyEvent } from './ports.ts'
import { inBackground } from '#lib/background.ts'

export interface ReplyRegistryOptions {
  /** the relay to other servers */
  readonly relay?: ReplyRelay | undefined
  /** returns whether the events of a reply with this first event may leave the server */
  readonly mayBeShared?: (first: ReplyEvent) => boolean
  readonly limits: ReplyLimits
  /** milliseconds since 1970 */
  readonly now: () => number
  /** called with the error of a reply that failed after its start */
  readonly onFailure: (failure: unknown) => void
}

interface Entry {
  readonly owner: string
  readonly replyId: string
  readonly reply: ResumableReply
  /** true if it runs on another server and is only read here */
  readonly isElsewhere: () => boolean
}

interface Finished {
  readonly entry: Entry
  readonly endedAt: number
  readonly forgetting: NodeJS.Timeout
}

/**
 * All running and recently ended replies, in memory: those of this server, and those of other servers that
 * are read here. The same id under another owner is another reply.
 */
export class ReplyRegistry {
  readonly #limits: ReplyLimits
  readonly #now: () => number
  readonly #onFailure: (failure: unknown) => void
  readonly #relay: ReplyRelay
  readonly #mayBeShared: (first: ReplyEvent) => boolean
  /** publications in progress */
  readonly #publishing = new Set<Promise<void>>()
  readonly #entries = new Map<string, Entry>()
  /** in the order of their ends */
  readonly #finished = new Map<string, Finished>()
  #finishedSize = 0
  /** replies that another server took over or closed */
  readonly #superseded = new WeakSet<ResumableReply>()
  #isDraining = false

  constructor({ limits, now, onFailure, relay, mayBeShared }: ReplyRegistryOptions) {
    this.#relay = relay ?? localOnlyRelay
    this.#mayBeShared = mayBeShared ?? (() => true)
    this.#limits = limits
    this.#now = now
    this.#onFailure = onFailure
  }

  /**
   * Joins the reply of that id, running or finished, on any server, or starts it. A reply that failed
   * transiently without output is started again. Throws REPLY_INTERRUPTED while the registry is being
   * drained.
   */
  open(owner: string, replyId: string, run: RunReply): ResumableReply {
    const stored = this.find(owner, replyId)
    if (stored && !stored.isRetryable) return stored
    return this.#startReply(owner, replyId, run)
  }

  /** Returns the reply of that id from the server that has it; undefined if none has it. */
  async findAnywhere(owner: string, replyId: string): Promise<ResumableReply | undefined> {
    const stored = this.find(owner, replyId)
    if (stored || !(await this.#relay.has(keyOf(owner, replyId)))) return stored
    return this.find(owner, replyId) ?? this.#startReply(owner, replyId)
  }

  /** Stops a reply on the server that runs it. Returns false if none has it. */
  async stop(owner: string, replyId: string): Promise<boolean> {
    const key = keyOf(owner, replyId)
    const stored = this.#entries.get(key)
    if (!stored || stored.isElsewhere()) return this.#relay.stop(key)
    stored.reply.cut('stopped')
    return true
  }

  /** Registers a reply that was started invisibly. Throws like `open`, and then aborts it. */
  register(owner: string, replyId: string, reply: ResumableReply): void {
    const isFree = !this.#isDraining && !this.find(owner, replyId)
    if (!isFree) reply.cut('stopped')
    this.#addEntry({ owner, replyId, reply: isFree ? reply : undefined, isElsewhere: () => false })
    this.#claimAndPublish(keyOf(owner, replyId), reply)
  }

  /**
   * Runs a reply here, instead of one that ended or that another server ran until it failed. Returns the one that runs here, if
   * there is one. Throws like `open`.
   */
  restart(owner: string, replyId: string, run: RunReply): ResumableReply {
    const key = keyOf(owner, replyId)
    const stored = this.#entries.get(key)
    if (stored?.reply.isRunning === true && !stored.isElsewhere()) return stored.reply
    if (stored?.reply.isRunning === true) {
      this.#superseded.add(stored.reply)
      stored.reply.cut('interrupted')
    }
    const reply = this.#isDraining ? undefined : ResumableReply.start(this.#limits, { run })
    const added = this.#addEntry({ owner, replyId, reply, isElsewhere: () => false })
    this.#claimAndPublish(key, added)
    return added
  }

  #claimAndPublish(key: string, reply: ResumableReply): void {
    const publish = async () => {
      const claim = await this.#relay.claim(key)
      if (claim !== undefined) this.#publish(key, claim, reply)
    }
    inBackground('reply claimed', publish())
  }

  find(owner: string, replyId: string): ResumableReply | undefined {
    return this.#entries.get(keyOf(owner, replyId))?.reply
  }

  /** Rejects new replies, waits for running ones, then aborts them as interrupted. */
  async drain(): Promise<void> {
    this.#isDraining = true
    const entries = [...this.#entries.values()].filter(({ reply }) => reply.isRunning)
    // Readers of a reply on another server can read it there.
    for (const { reply, isElsewhere } of entries) if (isElsewhere()) reply.cut('interrupted')
    const running = entries.map(({ reply }) => reply)
    const allEnded = Promise.all(running.map(({ ended }) => ended))
    await Promise.race([allEnded, delay(this.#limits.drainMs, undefined, { ref: false })])
    for (const reply of running) reply.cut('interrupted')
    await allEnded
    await Promise.all(this.#publishing)
  }

  /** Returns the finished replies of this server, oldest first. */
  finished(): readonly StoredReply[] {
    const own = [...this.#finished.values()].filter(({ entry }) => !entry.isElsewhere())
    return own.map(({ entry: { owner, replyId, reply }, endedAt }) => ({
      owner,
      replyId,
      endedAt,
      events: reply.events,
    }))
  }

  /** Restores finished replies of before the restart, oldest first. */
  restore(replies: readonly StoredReply[]): void {
    for (const { owner, replyId, endedAt, events } of replies) {
      const reply = ResumableReply.restore(this.#limits, events)
      const entry: Entry = { owner, replyId, reply, isElsewhere: () => false }
      this.#entries.set(keyOf(owner, replyId), entry)
      this.#store(entry, endedAt)
    }
  }

  /** Without `run`, the reply is only read from its server. */
  #startReply(owner: string, replyId: string, run?: RunReply): ResumableReply {
    const key = keyOf(owner, replyId)
    const server = { isElsewhere: run === undefined }
    const isReadElsewhere = async () => !server.isElsewhere && (await this.#relay.isRead(key))
    const start = () =>
      ResumableReply.start(
        this.#limits,
        // A single server needs no claim.
        run && this.#relay === localOnlyRelay
          ? { run }
          : {
              run: (abortSignal, emit) => this.#runOrFollow(key, server, abortSignal, emit, run),
              isReadElsewhere,
            },
      )
    return this.#addEntry({
      owner,
      replyId,
      reply: this.#isDraining ? undefined : start(),
      isElsewhere: () => server.isElsewhere,
    })
  }

  async #runOrFollow(
    key: string,
    server: { isElsewhere: boolean },
    abortSignal: AbortSignal,
    emit: EmitReplyEvent,
    run?: RunReply,
  ): Promise<void> {
    const claim = run && (await this.#relay.claim(key))
    server.isElsewhere = claim === undefined
    if (run && claim !== undefined) {
      this.#publish(key, claim, this.#entries.get(key)?.reply)
      return run(abortSignal, emit)
    }
    // It was stopped before its server was known.
    if (abortSignal.reason === 'stopped') await this.#relay.stop(key)
    for await (const event of this.#relay.follow(key, abortSignal)) emit(event)
  }

  /** Publishes a reply to the other servers and handles their stop requests. */
  #publish(key: string, claim: string, reply: ResumableReply | undefined): void {
    if (this.#relay === localOnlyRelay || !reply) return
    const feed = this.#relay.feed(key, claim, () => this.#handleLoss(key, reply))
    const unsubscribe = this.#relay.onStop(key, () => reply.cut('stopped'))
    const publishing = this.#publishEvents(feed, reply).finally(() => {
      unsubscribe()
      this.#publishing.delete(publishing)
    })
    this.#publishing.add(publishing)
  }

  /** Further readers get the version of the other servers; what runs here must not be emitted in addition. */
  #handleLoss(key: string, reply: ResumableReply): void {
    this.#superseded.add(reply)
    reply.cut('interrupted')
    if (this.#entries.get(key)?.reply !== reply) return
    this.#forgetEntry(key)
    this.#entries.delete(key)
  }

  async #publishEvents(feed: ReplyFeed, reply: ResumableReply): Promise<void> {
    let isShared = true
    for await (const { event } of reply.watch()) {
      if (event.type === 'start' && !this.#mayBeShared(event)) {
        isShared = false
        feed.hide()
      }
      if (isShared) feed.append(event)
    }
    // A rejected request is no reply: it may be sent again, here or on another server.
    feed.end(reply.last === undefined || reply.isRetryable)
  }

  #addEntry({
    reply,
    ...entryFields
  }: Omit<Entry, 'reply'> & { readonly reply: ResumableReply | undefined }): ResumableReply {
    if (!reply) {
      const message = 'The server is restarting; ask again in a moment.'
      throw new DomainError('REPLY_INTERRUPTED', message, { retryAfterSeconds: 5 })
    }
    const key = keyOf(entryFields.owner, entryFields.replyId)
    this.#forgetEntry(key)
    const entry = { ...entryFields, reply }
    this.#entries.set(key, entry)
    inBackground(
      'reply kept',
      reply.ended.then(() => this.#settleEntry(entry)),
    )
    return reply
  }

  #settleEntry(entry: Entry): void {
    const { reply } = entry
    if (reply.isComplete && reply.failure !== undefined) this.#onFailure(reply.failure)
    if (this.#superseded.has(reply)) return
    if (!reply.isComplete) {
      this.#entries.delete(keyOf(entry.owner, entry.replyId))
      return
    }
    this.#store(entry, this.#now())
  }

  #store(entry: Entry, endedAt: number): void {
    const key = keyOf(entry.owner, entry.replyId)
    const leftMs = Math.max(0, endedAt + this.#limits.ttlMs - this.#now())
    const forgetting = setTimeout(() => this.#forgetEntry(key), leftMs).unref()
    this.#finished.set(key, { entry, endedAt, forgetting })
    this.#finishedSize += entry.reply.weight
    for (const oldest of this.#finished.keys()) {
      if (this.#finished.size <= this.#limits.maxStoredReplies && this.#finishedSize <= this.#limits.keptSize)
        return
      this.#forgetEntry(oldest)
    }
  }

  /** No-op for a running reply. */
  #forgetEntry(key: string): void {
    const finished = this.#finished.get(key)
    if (!finished) return
    clearTimeout(finished.forgetting)
    this.#finished.delete(key)
    this.#entries.delete(key)
    this.#finishedSize -= finished.entry.reply.weight
  }
}

/** A reply id contains no space, so keys are unique. */
const keyOf = (owner: string, replyId: string) => `${owner} ${replyId}`
