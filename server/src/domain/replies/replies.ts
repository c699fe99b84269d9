import { randomUUID } from 'node:crypto'
import type { Reply, ReplyEvent } from '@vee/contract/stream/reply-event'
import { ownerOf, type Caller } from '../accounts/index.ts'
import { DomainError } from '../domain-error.ts'
import { UnconfirmedReply, type ReplyCount } from './speculative-reply.ts'
import { previewHistory } from './history/preview-history.ts'
import { REPLY_LIMITS, type ReplyLimits } from './limits.ts'
import type { ReplyRelay } from './reply-relay.ts'
import { ResumableReply } from './resumable-reply.ts'
import type { ReplyStore } from './ports.ts'
import { ReplyRegistry } from './reply-registry.ts'
import type { ReplyReading } from './reply-reading.ts'
import { type Question, type ReplyDependencies, generateReply } from './generate-reply.ts'

export interface RepliesDependencies extends ReplyDependencies {
  readonly store: ReplyStore
  readonly replyCount: ReplyCount
  /** told what made a reply fail after it had begun; it holds nothing said or typed */
  readonly onFailure: (failure: unknown) => void
  readonly limits?: ReplyLimits
  /** the servers beside this one; without it there are none */
  readonly exchange?: ReplyRelay
}

/** Asking, listening again, and stopping. `disconnectSignal` aborts when the caller goes away. */
export interface Replies {
  /** The events of a reply as it is made. It runs on for a while without its caller, who may come back, unless `stopsWithCaller`. */
  stream(ask: Question, caller: Caller, disconnectSignal: AbortSignal): Promise<ReplyReading>
  /** The whole reply. When its only caller goes the provider is stopped at once. */
  answer(ask: Question, caller: Caller, disconnectSignal: AbortSignal): Promise<Reply>
  /** Begins a reply, or joins the one of that id, for somebody who reads it when it suits. */
  start(ask: Question, caller: Caller): StartedReply
  /** Begins a reply to a question that may not be asked. Nobody sees anything of it before it is adopted. */
  startSpeculative(ask: Question, caller: Caller): SpeculativeReply
  /** The events after the given one (0: all), then live. Refuses with NOT_FOUND what the caller does not own. */
  resume(replyId: string, caller: Caller, after: number, disconnectSignal: AbortSignal): Promise<ReplyReading>
  /** Stops the provider at once and keeps what was said. Refuses with NOT_FOUND what the caller does not own. */
  stop(replyId: string, caller: Caller): Promise<void>
  /** Returns which messages the next reply would send to the model, and why. */
  previewHistory(ask: Question, caller: Caller): ReturnType<typeof previewHistory>
  /** Takes up the replies that the last stop of the server kept. */
  restore(): Promise<void>
  /** Ends all replies in order and keeps them for the next start. None can be started from then on. */
  close(): Promise<void>
}

/** A reply that runs by itself. */
export interface StartedReply {
  /** resolves with the first event; rejects when there is no reply, because the request was refused */
  readonly begun: Promise<void>
  /** The events after the given one (0: all), then live until its end or until `disconnectSignal`. */
  read(after: number, disconnectSignal: AbortSignal): ReplyReading
  /** Stops the provider at once and keeps what was said. */
  stop(): void
}

export interface SpeculativeReply extends StartedReply {
  /** it was refused, or failed in its middle */
  readonly hasFailed: boolean
  /**
   * The question was asked, and is a message of that id: counts the reply and lets it be found by its own. Refuses like
   * `stream`.
   */
  adopt(messageId: string | undefined): Promise<void>
}

export function createReplies(dependencies: RepliesDependencies): Replies {
  const { store, now, limits = REPLY_LIMITS, exchange } = dependencies
  /** What is said with some agents stays in the browser: nobody but its caller ever gets it, and nothing keeps it. */
  const mayLeave = (event: ReplyEvent) =>
    event.type !== 'start' || !dependencies.agents.staysInBrowser(event.agentId)
  const log = new ReplyRegistry({
    limits,
    now,
    onFailure: dependencies.onFailure,
    exchange,
    mayBeShared: mayLeave,
  })

  const open = (ask: Question, caller: Caller): ResumableReply => {
    const replyId = ask.replyId ?? randomUUID()
    return log.open(ownerOf(caller), replyId, (abortSignal, emit) =>
      generateReply({ ...ask, replyId }, caller, dependencies, abortSignal, emit),
    )
  }
  const beginning = (reply: ResumableReply): StartedReply => ({
    begun: reply.begun,
    read: (after, disconnectSignal) => reply.read(after, disconnectSignal, limits.abandonedAfterMs),
    stop: () => reply.cut('stopped'),
  })
  const read = async (
    reply: ResumableReply,
    after: number,
    disconnectSignal: AbortSignal,
    patienceMs = limits.abandonedAfterMs,
  ) => {
    const events = reply.read(after, disconnectSignal, patienceMs)
    await reply.begun
    return events
  }

  return {
    stream: async (ask, caller, disconnectSignal) =>
      read(open({ ...ask, stream: true }, caller), 0, disconnectSignal, ask.stopsWithCaller && 0),
    answer: async (ask, caller, disconnectSignal) =>
      open({ ...ask, stream: false }, caller).whole(disconnectSignal),
    start: (ask, caller) => beginning(open({ ...ask, stream: true }, caller)),
    startSpeculative(ask, caller) {
      const replyId = ask.replyId ?? randomUUID()
      const hidden = new UnconfirmedReply(dependencies)
      const reply = ResumableReply.start(limits, {
        run(abortSignal, emit) {
          abortSignal.addEventListener('abort', () => hidden.drop())
          return generateReply(
            { ...ask, stream: true, replyId },
            caller,
            hidden.dependencies,
            abortSignal,
            emit,
          )
        },
      })
      reply.begun.catch(() => {})
      return {
        ...beginning(reply),
        get hasFailed() {
          return reply.failure !== undefined
        },
        async adopt(messageId) {
          await dependencies.replyCount.countReply(caller)
          await hidden.reveal(messageId)
          log.adopt(ownerOf(caller), replyId, reply)
        },
      }
    },
    async resume(replyId, caller, after, disconnectSignal) {
      const reply = await log.findAnywhere(ownerOf(caller), replyId)
      if (!reply) throw notFound()
      return read(reply, after, disconnectSignal)
    },
    async stop(replyId, caller) {
      if (!(await log.stop(ownerOf(caller), replyId))) throw notFound()
    },
    previewHistory: (ask, caller) => previewHistory(ask, caller, dependencies),
    restore: async () => {
      log.restore(await store.load(now() - limits.keptMs))
      await store.purge()
    },
    close: async () => {
      await log.drain()
      await exchange?.close()
      await store.save(log.finished().filter(({ events }) => events.every(mayLeave)))
    },
  }
}

const notFound = () => new DomainError('NOT_FOUND', 'This reply is not here, or no longer.')
