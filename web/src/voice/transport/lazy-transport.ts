import type { ParsedEvent } from '@vee/contract/stream/parse'
import type { FallbackTransport } from './fallback-transport.ts'
import type { AskedQuestion } from './socket/ports.ts'
import type { ReplyOrder } from './turn-transport.ts'

/** The part of the transport that the first page needs. */
export interface LazyTransport {
  load(): Promise<FallbackTransport>
  reply(order: ReplyOrder): AsyncIterable<ParsedEvent>
  claimReply(question: AskedQuestion): string | undefined
  interrupted(replyId: string, heard: string): void
}

/** Creates the transport when its code is loaded, which the first page does not include. */
export function createLazyTransport(create: () => Promise<FallbackTransport>): LazyTransport {
  let transport: FallbackTransport | undefined
  let loading: Promise<FallbackTransport> | undefined

  function load(): Promise<FallbackTransport> {
    loading ??= create().then(
      (created) => (transport = created),
      (error: unknown) => {
        loading = undefined
        throw error
      },
    )
    return loading
  }

  async function* replyLater(order: ReplyOrder): AsyncGenerator<ParsedEvent, void, undefined> {
    const loaded = await load()
    order.signal.throwIfAborted()
    yield* loaded.reply(order)
  }

  return {
    load,
    reply: (order) => transport?.reply(order) ?? replyLater(order),
    claimReply: (question) => transport?.claimReply(question),
    interrupted: (replyId, heard) => transport?.interrupted(replyId, heard),
  }
}
