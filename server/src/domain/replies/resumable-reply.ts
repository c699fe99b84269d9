import type { Reply, ReplyEvent } from '@vee/contract/stream/reply-event'
import { ProviderFailure, type ProviderFailureKind } from '#providers/failure.ts'
import { isRetryable, presentError } from '../errors/present-error.ts'
import { DomainError } from '../errors/domain-error.ts'
import { EventList } from './event-list.ts'
import { isTerminal, isWordless } from './reply-relay.ts'
import type { ReplyLimits } from './reply-limits.ts'
import type { EmitReplyEvent } from './ports.ts'
import { ReplyReader } from './reply-reader.ts'
import type { CutReason } from './run/reply-run.ts'
import { inBackground } from '#lib/background.ts'

/** Interval of checks whether a reply is read on another server, in ms. */
const READER_CHECK_INTERVAL_MS = 1_000

/** Emits the events of a reply until its end, or until `abortSignal` aborts with a CutReason. */
export type RunReply = (abortSignal: AbortSignal, emit: EmitReplyEvent) => Promise<void>

/** The source of a reply's events. */
export interface ReplySource {
  readonly run: RunReply
  /** returns whether a client reads the reply on another server; absent: none does */
  readonly isReadElsewhere?: () => Promise<boolean>
}

/** the signal of a reader that reads to the end */
const NEVER = new AbortController().signal

/** Weight of an event in addition to its text, in UTF-16 code units. */
const EVENT_WEIGHT = 50

/**
 * Buffers the events of one reply for any number of readers, each from any position. The reply runs on its
 * own while readers connect and disconnect; without readers it is aborted after a while.
 *
 *     running ──source ends──▶ ended
 *        └─── cut(reason) ──▶ (the source sees its signal abort) ──▶ ended
 */
export class ResumableReply {
  readonly #events = new EventList()
  readonly #limits: ReplyLimits
  readonly #cutting = new AbortController()
  readonly #begun = Promise.withResolvers<void>()
  readonly #ended = Promise.withResolvers<void>()
  readonly #readings = new Set<ReplyReader>()
  #isRunning = true
  #failure: unknown
  #textLength = 0
  #readers = 0
  #isUnread = false
  /** the longest patience of all readers so far; it decides when the reply counts as abandoned */
  #reconnectWindowMs = 0
  #abandoned: NodeJS.Timeout | undefined
  #isReadElsewhere: ReplySource['isReadElsewhere']

  private constructor(limits: ReplyLimits) {
    this.#limits = limits
  }

  static start(limits: ReplyLimits, { run, isReadElsewhere }: ReplySource): ResumableReply {
    const reply = new ResumableReply(limits)
    reply.#isReadElsewhere = isReadElsewhere
    inBackground('reply', reply.#run(run))
    return reply
  }

  /** Restores a reply that ended before the server restarted. */
  static restore(limits: ReplyLimits, events: readonly ReplyEvent[]): ResumableReply {
    const reply = new ResumableReply(limits)
    for (const event of events) reply.#append(event)
    reply.#end()
    return reply
  }

  /** Resolves with the first event. Rejects if the request was rejected and there is no reply. */
  get begun(): Promise<void> {
    return this.#begun.promise
  }

  get ended(): Promise<void> {
    return this.#ended.promise
  }

  get isRunning(): boolean {
    return this.#isRunning
  }

  /** Returns whether the last event was received. A reply on another server may end here without it. */
  get isComplete(): boolean {
    const { last } = this
    return last !== undefined && isTerminal(last)
  }

  get last(): ReplyEvent | undefined {
    return this.#events.last
  }

  /** Returns the error that ended the reply; undefined if there was none, or before a restart. */
  get failure(): unknown {
    return this.#failure
  }

  get events(): readonly ReplyEvent[] {
    return this.#events.all()
  }

  /** in UTF-16 code units */
  get weight(): number {
    return this.#textLength + this.#events.length * EVENT_WEIGHT
  }

  /** Returns whether the reply ended while no reader on this server was there. */
  get isUnread(): boolean {
    return this.#isUnread
  }

  /**
   * Returns whether running the reply again equals continuing it: it failed in a transient way before any
   * text was emitted.
   */
  get isRetryable(): boolean {
    const { last } = this
    return last?.type === 'error' && last.retryable && this.events.every(isWordless)
  }

  /** Aborts the reply. No-op after its end. */
  cut(reason: CutReason): void {
    if (!this.#cutting.signal.aborted) this.#cutting.abort(reason)
  }

  /**
   * Returns the events after the given one, then live events until the reply ends or `disconnectSignal`
   * aborts. A reader keeps the reply alive, and so do the `reconnectWindowMs` after it disconnects; 0 aborts the
   * reply with its last reader.
   */
  read(after: number, disconnectSignal: AbortSignal, reconnectWindowMs: number): ReplyReader {
    return this.#open(after, disconnectSignal, this.#addReader(disconnectSignal, reconnectWindowMs))
  }

  /**
   * Returns the whole reply after its end. Throws the error that ended it; the text so far remains in the
   * events.
   */
  async waitForReply(disconnectSignal: AbortSignal): Promise<Reply> {
    const removeReader = this.#addReader(disconnectSignal, 0)
    await this.#begun.promise
    await this.#ended.promise
    removeReader()
    return this.#composeReply()
  }

  /** Returns all events live, without counting as a reader. */
  watch(): ReplyReader {
    return this.#open(0, NEVER, () => {})
  }

  #open(after: number, disconnectSignal: AbortSignal, detach: () => void): ReplyReader {
    const reading: ReplyReader = new ReplyReader(this, this.#events, after, disconnectSignal, () => {
      this.#readings.delete(reading)
      detach()
    })
    this.#readings.add(reading)
    return reading
  }

  #addReader(disconnectSignal: AbortSignal, reconnectWindowMs: number): () => void {
    clearTimeout(this.#abandoned)
    this.#readers++
    this.#reconnectWindowMs = Math.max(this.#reconnectWindowMs, reconnectWindowMs)
    let isHere = true
    const detach = () => {
      if (!isHere) return
      isHere = false
      disconnectSignal.removeEventListener('abort', detach)
      this.#readers--
      if (this.#readers === 0 && this.#isRunning) this.#waitForReaders()
      this.#wakeReaders()
    }
    disconnectSignal.addEventListener('abort', detach)
    if (disconnectSignal.aborted) detach()
    return detach
  }

  #waitForReaders(): void {
    if (this.#reconnectWindowMs === 0) return this.#abandonReply()
    this.#abandoned = setTimeout(() => this.#abandonReply(), this.#reconnectWindowMs).unref()
  }

  #abandonReply(): void {
    if (!this.#isReadElsewhere) return this.cut('stopped')
    inBackground('readers elsewhere', this.#abandonUnlessRead(this.#isReadElsewhere))
  }

  async #abandonUnlessRead(isReadElsewhere: () => Promise<boolean>): Promise<void> {
    const isRead = await isReadElsewhere()
    if (this.#readers > 0 || !this.#isRunning) return
    if (isRead) this.#abandoned = setTimeout(() => this.#abandonReply(), READER_CHECK_INTERVAL_MS).unref()
    else this.cut('stopped')
  }

  async #run(run: RunReply): Promise<void> {
    const longest = setTimeout(() => this.cut('interrupted'), this.#limits.maxMs).unref()
    try {
      await run(this.#cutting.signal, (event) => this.#append(event))
    } catch (error) {
      this.#failure = error
      if (this.#events.length === 0) this.#begun.reject(error)
      else this.#append(errorEvent(error))
    } finally {
      clearTimeout(longest)
      clearTimeout(this.#abandoned)
      this.#end()
    }
  }

  #append(event: ReplyEvent): void {
    this.#events.push(event)
    if (isTerminal(event)) this.#isUnread = this.#readers === 0
    if (this.#events.length === 1) this.#begun.resolve()
    if (event.type === 'chunk') this.#textLength += event.content.length
    if (event.type === 'tool_call_delta') this.#textLength += event.argumentsDelta?.length ?? 0
    if (this.#textLength > this.#limits.longestText) this.cut('length')
    this.#wakeReaders()
  }

  #end(): void {
    this.#isRunning = false
    this.#events.seal()
    this.#ended.resolve()
    this.#wakeReaders()
  }

  /** Wakes waiting readers. */
  #wakeReaders(): void {
    for (const reading of this.#readings) reading.wake()
  }

  #composeReply(): Reply {
    const { last } = this
    if (last?.type === 'final_response_metadata') {
      const { type: _, ...metadata } = last
      return { ...metadata, content: this.events.reduce(withEvent, '') }
    }
    if (this.#failure === undefined && last?.type === 'error') throw new DomainError(last.error, last.message)
    throw this.#failure ?? new DomainError('REPLY_INTERRUPTED', 'This reply cannot be read to its end here.')
  }
}

function withEvent(text: string, event: ReplyEvent): string {
  if (event.type === 'chunk') return text + event.content
  if (event.type === 'marked') return text.slice(0, -event.length) + event.content
  return event.type === 'retracted' && event.kind === 'text' ? text.slice(0, -event.length) : text
}

function errorEvent(error: unknown): ReplyEvent {
  const { code, message, reason } = presentError(error)
  return {
    type: 'error',
    error: code,
    ...(reason && { reason }),
    message,
    retryable: isRetryable(code) && !isFinal(error),
  }
}

/** The provider would reject the same request again. */
const FINAL: ReadonlySet<ProviderFailureKind> = new Set(['unauthorized', 'no-credit', 'refused'])
const isFinal = (error: unknown) => error instanceof ProviderFailure && FINAL.has(error.kind)
