import { DAY_MS } from '@vee/contract/time/durations'
import { sourceQuote, type Source } from '@vee/contract/entities/source'
import type { ConversationMessage } from '@vee/contract/entities/conversation'
import type { ChatMessage } from '@vee/contract/entities/message'
import type { SourceText } from '@vee/contract/http/sources'
import { createHash, randomUUID } from 'node:crypto'
import { z } from 'zod'
import {
  addSource,
  findReplySource,
  moveSources,
  purgeSources,
  storeReplySources,
} from '#db/queries/conversations/sources.ts'
import type { Database } from '#db/schema.ts'
import { callerKeyOf, type Caller } from '../accounts/index.ts'
import { notFound } from '../errors/domain-error.ts'
import { withoutNul } from '#lib/without-nul.ts'
import { refKeyOf, ReplySources, type SourceSeal, textOfQuotes } from './reply-sources.ts'

/** How long sources of conversations that are not stored on the server are readable, in ms. */
const UNSTORED_MS = 30 * DAY_MS

/** Stores what tools read in conversations, with one number per source and conversation. */
export interface Sources {
  /** Opens the sources for a new reply. */
  open(
    reply: {
      readonly conversationId: string
      readonly replyId: string
      readonly messages: readonly ChatMessage[]
      /** true: nothing can be stored yet, and nothing is looked up */
      readonly isNewConversation: boolean
    },
    caller: Caller,
  ): Promise<ReplySources>
  /** Returns the stored text of a source with the places of its proven quotes. Throws NOT_FOUND for those of others. */
  read(replyId: string, sourceId: string, caller: Caller): Promise<SourceText>
  /** Takes over the sources of imported messages, with their numbers, and those of the visitor who the caller was. */
  import(
    conversation: { readonly id: string; readonly messages: readonly ConversationMessage[] },
    visitor: Caller | undefined,
    caller: Caller,
  ): Promise<void>
  /** Deletes the sources of old conversations that are not stored on the server. */
  purge(): Promise<void>
}

interface SourcesDependencies {
  readonly database: Database
  readonly seal: SourceSeal
  /** milliseconds since 1970 */
  readonly now: () => number
}

export function createSources({ database, seal, now }: SourcesDependencies): Sources {
  return {
    open: ({ conversationId, replyId, messages, isNewConversation }, caller) =>
      ReplySources.open({
        isNewConversation,
        database,
        seal,
        now,
        owner: callerKeyOf(caller),
        conversationId,
        replyId,
        messages,
      }),

    async read(replyId, sourceId, caller) {
      const row = await findReplySource(database, { owner: callerKeyOf(caller), replyId, sourceId })
      if (!row) throw notFound('source')
      const quotes = z.array(sourceQuote).parse(JSON.parse(row.quotes))
      const text = (row.text === null ? undefined : seal.open(row.text)) ?? textOfQuotes(quotes)
      return { text, quotes: quoteSpansOf(quotes, text) }
    },

    async import({ id, messages }, visitor, caller) {
      const owner = callerKeyOf(caller)
      if (visitor) await moveSources(database, { owner: callerKeyOf(visitor), conversationId: id }, owner)
      for (const message of messages)
        for (const reply of [message, ...(message.alternatives ?? [])])
          await importSources(owner, id, { replyId: reply.id, sources: reply.sources ?? [] })
    },

    purge: () => purgeSources(database, now() - UNSTORED_MS),
  }

  async function importSources(
    owner: string,
    conversationId: string,
    { replyId, sources }: { readonly replyId: string; readonly sources: readonly Source[] },
  ) {
    for (const source of sources) {
      if (await findReplySource(database, { owner, replyId: withoutNul(replyId), sourceId: source.id }))
        continue
      const { kind, url, ref, site, place, number } = source
      const text = textOfQuotes(source.quotes)
      const row = await addSource(
        database,
        { owner, conversationId },
        {
          id: withoutNul(source.id) || randomUUID(),
          kind,
          ref_key: withoutNul(refKeyOf(source)),
          ref: clean(ref),
          url: clean(url),
          title: withoutNul(source.title),
          site: clean(site),
          place: place === null ? null : JSON.stringify(place),
          fetched_at: Math.min(Date.parse(source.fetchedAt) || 0, now()),
          hash: createHash('sha256').update(text).digest('hex'),
          text: null,
        },
        [{ refKey: refKeyOf(source), number }],
      )
      await storeReplySources(database, [
        {
          owner,
          conversation_id: conversationId,
          reply_id: withoutNul(replyId),
          source_id: withoutNul(source.id) || row.id,
          quotes: JSON.stringify(source.quotes),
          created_at: now(),
        },
      ])
    }
  }
}

const clean = (text: string | null) => (text === null ? null : withoutNul(text))

/** Returns where the proven quotes are in a text. */
function quoteSpansOf(
  quotes: readonly { readonly text: string; readonly isProven: boolean }[],
  text: string,
): SourceText['quotes'] {
  return quotes.flatMap((quote) => {
    const start = quote.isProven && quote.text !== '' ? text.indexOf(quote.text) : -1
    return start === -1 ? [] : [{ start, end: start + quote.text.length }]
  })
}
