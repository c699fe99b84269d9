import type { ParsedEvent } from '@vee/contract/stream/parse'
import { lazyModule } from '#lib/async/lazy-module.ts'
import type { FallbackTransport } from './fallback-transport.ts'
import type { AskedQuestion } from './socket/ports.ts'
import type { ReplyStreamOptions } from './turn-transport.ts'

/** The part of the transport that the first page needs. */
export interface LazyTransport {
  load(): Promise<FallbackTransport>
  reply(options: ReplyStreamOptions): AsyncIterable<ParsedEvent>
  askOverSocket(question: AskedQuestion): string | undefined
  interrupted(replyId: string, playedText: string): void
}

/** Creates the transport when its code is loaded, which the first page does not include. */
export function createLazyTransport(create: () => Promise<FallbackTransport>): LazyTransport {
  const { load, now } = lazyModule(create)

  async function* replyLater(options: ReplyStreamOptions): AsyncGenerator<ParsedEvent, void, undefined> {
    const loaded = await load()
    options.signal.throwIfAborted()
    yield* loaded.reply(options)
  }

  return {
    load,
    reply: (options) => now()?.reply(options) ?? replyLater(options),
    askOverSocket: (question) => now()?.askOverSocket(question),
    interrupted: (replyId, playedText) => now()?.interrupted(replyId, playedText),
  }
}
