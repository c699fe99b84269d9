import { randomUUID } from 'node:crypto'
import type { Reply } from '@vee/contract/stream/reply-event'
import { ownerOf, type Caller } from '../accounts/index.ts'
import { Refusal } from '../refusal.ts'
import { REPLY_LIMITS, type ReplyLimits } from './limits.ts'
import type { LoggedReply, NumberedReplyEvent } from './logged-reply.ts'
import type { ReplyStore } from './ports.ts'
import { ReplyLog } from './reply-log.ts'
import { type Question, type ReplyDependencies, runReply } from './run-reply.ts'

export interface RepliesDependencies extends ReplyDependencies {
  readonly store: ReplyStore
  /** told what made a reply fail after it had begun; it holds nothing said or typed */
  readonly onFailure: (failure: unknown) => void
  readonly limits?: ReplyLimits
}

/** Asking, listening again, and stopping. `gone` aborts when the caller goes away. */
export interface Replies {
  /** The events of a reply as it is made. It runs on for a while without its caller, who may come back to it. */
  stream(ask: Question, caller: Caller, gone: AbortSignal): Promise<AsyncIterable<NumberedReplyEvent>>
  /** The whole reply. When its only caller goes the provider is stopped at once. */
  answer(ask: Question, caller: Caller, gone: AbortSignal): Promise<Reply>
  /** The events after the given one (0: all), then live. Refuses with NOT_FOUND what the caller does not own. */
  resume(
    replyId: string,
    caller: Caller,
    after: number,
    gone: AbortSignal,
  ): Promise<AsyncIterable<NumberedReplyEvent>>
  /** Stops the provider at once and keeps what was said. Refuses with NOT_FOUND what the caller does not own. */
  stop(replyId: string, caller: Caller): void
  /** Takes up the replies that the last stop of the server kept. */
  restore(): Promise<void>
  /** Ends all replies in order and keeps them for the next start. None can be started from then on. */
  close(): Promise<void>
}

export function createReplies(dependencies: RepliesDependencies): Replies {
  const { store, now, limits = REPLY_LIMITS } = dependencies
  const log = new ReplyLog({ limits, now, onFailure: dependencies.onFailure })

  const open = (ask: Question, caller: Caller): LoggedReply => {
    const replyId = ask.replyId ?? randomUUID()
    return log.open(ownerOf(caller), replyId, (cut) =>
      runReply({ ...ask, replyId }, caller, dependencies, cut),
    )
  }
  const find = (replyId: string, caller: Caller): LoggedReply => {
    const reply = log.find(ownerOf(caller), replyId)
    if (!reply) throw new Refusal('NOT_FOUND', 'This reply is not here, or no longer.')
    return reply
  }
  const read = async (reply: LoggedReply, after: number, gone: AbortSignal) => {
    const events = reply.read(after, gone, limits.abandonedAfterMs)
    await reply.begun
    return events
  }

  return {
    stream: async (ask, caller, gone) => read(open({ ...ask, stream: true }, caller), 0, gone),
    answer: async (ask, caller, gone) => open({ ...ask, stream: false }, caller).whole(gone),
    resume: async (replyId, caller, after, gone) => read(find(replyId, caller), after, gone),
    stop: (replyId, caller) => find(replyId, caller).cut('stopped'),
    restore: async () => {
      log.restore(await store.load(now() - limits.keptMs))
      await store.purge()
    },
    close: async () => {
      await log.drain()
      await store.save(log.finished())
    },
  }
}
