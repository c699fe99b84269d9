import type { Reply, ReplyEvent } from '@vee/contract/stream/reply-event'
import { ProviderFailure } from '#providers/failure.ts'
import { isRetryable, presentError } from '../present-error.ts'
import { DomainError } from '../domain-error.ts'
import { EventList } from './event-list.ts'
import { isTerminal, isWordless } from './reply-relay.ts'
import type { ReplyLimits } from './limits.ts'
import type { EmitReplyEvent } from './ports.ts'
import { ReplyReading } from './reply-reading.ts'
import type { CutReason } from './generate-reply.ts'
import { inBackground } from '../../background.ts'

/** How often a reply that is read elsewhere is asked for its readers. */
const ELSEWHERE_MS = 1_000

/** Tells the events of a reply until its end, or until `abortSignal` aborts, its reason a CutReason. */
export type RunReply = (abortSignal: AbortSignal, emit: EmitReplyEvent) => Promise<void>

/** Where the events of a reply come from. */
export interface ReplySource {
  readonly run: RunReply
  /** whether somebody reads it where this server does not see them; nobody does without it */
  readonly isReadElsewhere?: () => Promise<boolean>
}

/** of somebody who reads to the end */
const NEVER = new AbortController().signal

/** What each event weighs beside its text, in code units. */
const EVENT_WEIGHT = 50

/**
 * One reply's events from the first to the last, for any number of readers from any place. It runs its source by itself,
 * so the reply goes on while readers come and go; without readers it is cut after a while.
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
  readonly #readings = new Set<ReplyReading>()
  #isRunning = true
  #failure: unknown
  #textLength = 0
  #readers = 0
  /** the patience of the most patient reader so far; nobody else decides when a reply counts as abandoned */
  #patienceMs = 0
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

  /** A reply that ended in an earlier life of the server. */
  static restore(limits: ReplyLimits, events: readonly ReplyEvent[]): ResumableReply {
    const reply = new ResumableReply(limits)
    for (const event of events) reply.#append(event)
    reply.#end()
    return reply
  }

  /** Resolves with the first event. Rejects when there is no reply, because the request was refused. */
  get begun(): Promise<void> {
    return this.#begun.promise
  }

  get ended(): Promise<void> {
    return this.#ended.promise
  }

  get isRunning(): boolean {
    return this.#isRunning
  }

  /** Whether its last event is there. One that is followed elsewhere may end for this server without it. */
  get isComplete(): boolean {
    const { last } = this
    return last !== undefined && isTerminal(last)
  }

  get last(): ReplyEvent | undefined {
    return this.#events.last
  }

  /** What made the reply fail; undefined when nothing did, or when that was in an earlier life of the server. */
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

  /** Whether to run it again is the same as to go on: it failed in a way that may pass, and had said nothing. */
  get mayRunAgain(): boolean {
    const { last } = this
    return last?.type === 'error' && last.retryable && this.events.every(isWordless)
  }

  /** Nothing happens when the reply has ended. */
  cut(reason: CutReason): void {
    if (!this.#cutting.signal.aborted) this.#cutting.abort(reason)
  }

  /**
   * The events after the given one, then live until the reply ends or the reader goes (`disconnectSignal`). While it reads the reply
   * is not abandoned, and after that for `patienceMs` more: 0 cuts the reply as soon as nobody reads it.
   */
  read(after: number, disconnectSignal: AbortSignal, patienceMs: number): ReplyReading {
    return this.#open(after, disconnectSignal, this.#enter(disconnectSignal, patienceMs))
  }

  /** The whole reply, once it has ended. Throws what made it fail; what was said until then stays in the events. */
  async whole(disconnectSignal: AbortSignal): Promise<Reply> {
    const leave = this.#enter(disconnectSignal, 0)
    await this.#begun.promise
    await this.#ended.promise
    leave()
    return this.#compose()
  }

  /** All events as they come, for somebody who does not count as a reader. */
  watch(): ReplyReading {
    return this.#open(0, NEVER, () => {})
  }

  #open(after: number, disconnectSignal: AbortSignal, leave: () => void): ReplyReading {
    const reading: ReplyReading = new ReplyReading(this, this.#events, after, disconnectSignal, () => {
      this.#readings.delete(reading)
      leave()
    })
    this.#readings.add(reading)
    return reading
  }

  #enter(disconnectSignal: AbortSignal, patienceMs: number): () => void {
    clearTimeout(this.#abandoned)
    this.#readers++
    this.#patienceMs = Math.max(this.#patienceMs, patienceMs)
    let isHere = true
    const leave = () => {
      if (!isHere) return
      isHere = false
      disconnectSignal.removeEventListener('abort', leave)
      this.#readers--
      if (this.#readers === 0 && this.#isRunning) this.#waitForReaders()
      this.#tell()
    }
    disconnectSignal.addEventListener('abort', leave)
    if (disconnectSignal.aborted) leave()
    return leave
  }

  #waitForReaders(): void {
    if (this.#patienceMs === 0) return this.#abandon()
    this.#abandoned = setTimeout(() => this.#abandon(), this.#patienceMs).unref()
  }

  #abandon(): void {
    if (!this.#isReadElsewhere) return this.cut('stopped')
    inBackground('readers elsewhere', this.#abandonUnlessRead(this.#isReadElsewhere))
  }

  async #abandonUnlessRead(isReadElsewhere: () => Promise<boolean>): Promise<void> {
    const isRead = await isReadElsewhere()
    if (this.#readers > 0 || !this.#isRunning) return
    if (isRead) this.#abandoned = setTimeout(() => this.#abandon(), ELSEWHERE_MS).unref()
    else this.cut('stopped')
  }

  async #run(run: RunReply): Promise<void> {
    const longest = setTimeout(() => this.cut('interrupted'), this.#limits.longestMs).unref()
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
    if (this.#events.length === 1) this.#begun.resolve()
    if (event.type === 'chunk') this.#textLength += event.content.length
    if (event.type === 'tool_call_delta') this.#textLength += event.argumentsDelta?.length ?? 0
    if (this.#textLength > this.#limits.longestText) this.cut('length')
    this.#tell()
  }

  #end(): void {
    this.#isRunning = false
    this.#events.seal()
    this.#ended.resolve()
    this.#tell()
  }

  /** Wakes whoever waits for more. */
  #tell(): void {
    for (const reading of this.#readings) reading.wake()
  }

  #compose(): Reply {
    const { last } = this
    if (last?.type === 'final_response_metadata') {
      const { type: _, ...metadata } = last
      const content = this.events.reduce(
        (text, event) => (event.type === 'chunk' ? text + event.content : text),
        '',
      )
      return { ...metadata, content }
    }
    if (this.#failure === undefined && last?.type === 'error') throw new DomainError(last.error, last.message)
    throw this.#failure ?? new DomainError('REPLY_INTERRUPTED', 'This reply cannot be read to its end here.')
  }
}

function errorEvent(error: unknown): ReplyEvent {
  const { code, message } = presentError(error)
  return { type: 'error', error: code, message, retryable: isRetryable(code) && !isFinal(error) }
}

/** A provider that refuses the key or the request will refuse them again. */
const isFinal = (error: unknown) =>
  error instanceof ProviderFailure && (error.kind === 'unauthorized' || error.kind === 'refused')
