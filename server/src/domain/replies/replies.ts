import { randomUUID } from 'node:crypto'
import type { Reply, ReplyEvent } from '@vee/contract/stream/reply-event'
import { inBackground } from '#lib/background.ts'
import type { UnreadMarks } from '../conversations/index.ts'
import { callerKeyOf, type Caller } from '../accounts/index.ts'
import { DomainError } from '../errors/domain-error.ts'
import { Speculation, type ReplyCount } from './speculative-reply.ts'
import { previewHistory } from './history/preview-history.ts'
import { REPLY_LIMITS, type ReplyLimits } from './reply-limits.ts'
import type { ReplyRelay } from './reply-relay.ts'
import { ResumableReply } from './resumable-reply.ts'
import type { ReplyStore } from './ports.ts'
import { ReplyRegistry } from './reply-registry.ts'
import type { ReplyReader } from './reply-reader.ts'
import { generateReply } from './generate-reply.ts'
import type { CutReason, Question, ReplyDependencies } from './run/reply-run.ts'

export interface RepliesDependencies extends ReplyDependencies {
  readonly store: ReplyStore
  readonly replyCount: ReplyCount
  /** absent where no conversations are stored */
  readonly unreadMarks?: UnreadMarks
  /** called with the error of a reply that failed after its start; contains no user text */
  readonly onFailure: (failure: unknown) => void
  readonly limits?: ReplyLimits
  /** the relay to other servers; absent: there are none */
  readonly relay?: ReplyRelay
}

/** Starts, resumes and stops replies. `disconnectSignal` aborts when the caller disconnects. */
export interface Replies {
  /**
   * Returns the events of a reply while it is generated. Without its caller it continues for a while, so that
   * the caller can resume, unless `stopsWithCaller` is set.
   */
  stream(question: Question, caller: Caller, disconnectSignal: AbortSignal): Promise<ReplyReader>
  /** Returns the whole reply. The provider is aborted when its only caller disconnects. */
  answer(question: Question, caller: Caller, disconnectSignal: AbortSignal): Promise<Reply>
  /** Starts a reply, or joins the one with that id, without reading it. */
  start(question: Question, caller: Caller): StartedReply
  /**
   * Starts a reply on this server, without reading it; also if another server began it and has ended. Joins the one with
   * that id if it runs here.
   */
  startHere(question: Question & { readonly replyId: string }, caller: Caller): StartedReply
  /** Starts a reply to a question that may never be asked. It is invisible until it is confirmed. */
  startSpeculative(question: Question, caller: Caller): SpeculativeReply
  /**
   * Returns the events after the given one (0: all), then live events. Throws NOT_FOUND for replies of other
   * owners.
   */
  resume(replyId: string, caller: Caller, after: number, disconnectSignal: AbortSignal): Promise<ReplyReader>
  /** Aborts the provider and preserves the text so far. Throws NOT_FOUND for replies of other owners. */
  stop(replyId: string, caller: Caller): Promise<void>
  /** Returns which messages the next reply would send to the model, and why. */
  previewHistory(question: Question, caller: Caller): ReturnType<typeof previewHistory>
  /** Restores the replies that were stored at the last shutdown. */
  restore(): Promise<void>
  /** Ends all replies and stores them for the next start. No reply can be started afterwards. */
  close(): Promise<void>
}

/** A reply that runs on its own. */
export interface StartedReply {
  /** resolves with the first event; rejects if the request was rejected */
  readonly begun: Promise<void>
  /**
   * Returns the events after the given one (0: all), then live events until the end or until
   * `disconnectSignal` aborts.
   */
  read(after: number, disconnectSignal: AbortSignal): ReplyReader
  /** Aborts the provider and preserves the text so far. `interrupted`: as a part of a reply that may be generated again. */
  stop(reason?: CutReason): void
}

export interface SpeculativeReply extends StartedReply {
  /** true if it was rejected or failed */
  readonly hasFailed: boolean
  /**
   * Called when the question is asked, with the id of its message. Counts the reply and makes it available
   * under its own id. Throws like `stream`.
   */
  confirm(messageId: string | undefined): Promise<void>
}

export function createReplies(dependencies: RepliesDependencies): Replies {
  const { store, now, limits = REPLY_LIMITS, relay } = dependencies
  /**
   * Conversations with some agents are stored in the browser only: their events are returned to the caller
   * and never stored here.
   */
  const mayBeShared = (event: ReplyEvent) =>
    event.type !== 'start' || !dependencies.agents.staysInBrowser(event.agentId)
  const registry = new ReplyRegistry({
    limits,
    now,
    onFailure: dependencies.onFailure,
    relay,
    mayBeShared,
  })

  const open = (question: Question, caller: Caller): ResumableReply => {
    const replyId = question.replyId ?? randomUUID()
    const reply = registry.open(callerKeyOf(caller), replyId, (abortSignal, emit) =>
      generateReply({ ...question, replyId }, caller, dependencies, abortSignal, emit),
    )
    if (question.isKept !== false) inBackground('unread reply', markUnread(reply, caller))
    return reply
  }
  /** Marks the conversation of a reply that ends while its caller is away. */
  const markUnread = async (reply: ResumableReply, caller: Caller) => {
    await reply.ended
    const [start] = reply.events
    if (reply.isUnread && start?.type === 'start')
      await dependencies.unreadMarks?.markUnread(caller, start.conversationId)
  }
  const toStartedReply = (reply: ResumableReply): StartedReply => ({
    begun: reply.begun,
    read: (after, disconnectSignal) => reply.read(after, disconnectSignal, limits.abandonedAfterMs),
    stop: (reason = 'stopped') => reply.cut(reason),
  })
  const read = async (
    reply: ResumableReply,
    after: number,
    disconnectSignal: AbortSignal,
    reconnectWindowMs = limits.abandonedAfterMs,
  ) => {
    const events = reply.read(after, disconnectSignal, reconnectWindowMs)
    await reply.begun
    return events
  }

  return {
    stream: async (question, caller, disconnectSignal) =>
      read(open({ ...question, stream: true }, caller), 0, disconnectSignal, question.stopsWithCaller && 0),
    answer: async (question, caller, disconnectSignal) =>
      open({ ...question, stream: false }, caller).waitForReply(disconnectSignal),
    start: (question, caller) => toStartedReply(open({ ...question, stream: true }, caller)),
    startHere: (question, caller) =>
      toStartedReply(
        registry.restart(callerKeyOf(caller), question.replyId, (abortSignal, emit) =>
          generateReply({ ...question, stream: true }, caller, dependencies, abortSignal, emit),
        ),
      ),
    startSpeculative(question, caller) {
      const replyId = question.replyId ?? randomUUID()
      const speculation = new Speculation(dependencies)
      const reply = ResumableReply.start(limits, {
        run(abortSignal, emit) {
          abortSignal.addEventListener('abort', () => speculation.discard())
          return generateReply(
            { ...question, stream: true, replyId },
            caller,
            speculation.dependencies,
            abortSignal,
            emit,
          )
        },
      })
      reply.begun.catch(() => {})
      return {
        ...toStartedReply(reply),
        get hasFailed() {
          return reply.failure !== undefined
        },
        async confirm(messageId) {
          await dependencies.replyCount.countReply(caller)
          await speculation.confirm(messageId)
          registry.register(callerKeyOf(caller), replyId, reply)
        },
      }
    },
    async resume(replyId, caller, after, disconnectSignal) {
      const reply = await registry.findAnywhere(callerKeyOf(caller), replyId)
      if (!reply) throw notFound()
      return read(reply, after, disconnectSignal)
    },
    async stop(replyId, caller) {
      if (!(await registry.stop(callerKeyOf(caller), replyId))) throw notFound()
    },
    previewHistory: (question, caller) => previewHistory(question, caller, dependencies),
    restore: async () => {
      registry.restore(await store.load(now() - limits.ttlMs))
      await store.purge()
    },
    close: async () => {
      await registry.drain()
      await relay?.close()
      await store.save(registry.finished().filter(({ events }) => events.every(mayBeShared)))
    },
  }
}

const notFound = () => new DomainError('NOT_FOUND', 'This reply does not exist or has expired.')
