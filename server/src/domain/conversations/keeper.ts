import { setTimeout as delay } from 'node:timers/promises'
import type { ConversationMessage } from '@vee/contract/entities/conversation'
import type { ChatMessage } from '@vee/contract/entities/message'
import { storeQuestion, type NewMessage } from '#db/queries/stored-messages.ts'
import { storeReply } from '#db/queries/stored-replies.ts'
import type { Database } from '#db/schema.ts'
import type { Caller } from '../accounts/index.ts'
import { MEMBER_CONTENT_LIMITS, type MemberContentLimits, withinRoom } from '../content-limits.ts'
import { makeTitle } from './make-title.ts'
import { withoutNul } from '../without-nul.ts'
import { messageOf, rowOf } from './message-rows.ts'

/** What is asked, as the chat request has it. */
interface AskedQuestion {
  readonly caller: Caller
  readonly conversationId: string
  readonly agentId: string
  readonly replyId: string
  /** the whole conversation as its client knows it; the last one is what is asked */
  readonly messages: readonly ChatMessage[]
  readonly replaces: string | undefined
}

/** A reply that has ended: complete, or as far as it came. */
type EndedReply = Pick<
  ConversationMessage,
  'content' | 'finishReason' | 'model' | 'provider' | 'usage' | 'costUsd' | 'tool_calls'
>

/**
 * Keeps the reply, and tries for a while when the database is away. It does not fail; false when what was said is not what is kept, and
 * nobody may be told that it is.
 */
export type KeepReply = (reply: EndedReply) => Promise<boolean>

/** The way to keep the reply, or the reply itself: it was written before, and whoever asks again has not heard it. */
export type KeptQuestion = { readonly keepReply: KeepReply } | { readonly told: ConversationMessage }

/** Keeps members' conversations on the server while they are held. */
export interface ConversationKeeper {
  /**
   * Keeps what is asked; refuses with STORAGE_FULL where there is no room. Once it resolves the question is safe from a crash.
   * Nothing is kept of visitors, and of people behind the shared passphrase: theirs stays in their browser.
   */
  keepQuestion(question: AskedQuestion): Promise<KeptQuestion>
}

interface KeeperDependencies {
  readonly database: Database
  /** milliseconds since 1970 */
  readonly now: () => number
  /** told why a reply could not be kept; it holds nothing that was said */
  readonly onFailure: (failure: unknown) => void
  readonly limits?: MemberContentLimits
  readonly pause?: (ms: number) => Promise<unknown>
}

/** Between the tries to keep a reply: as long as a database takes to start again. */
const PAUSES_MS = [100, 200, 400, 800, 1_500, 2_000]

export const keepNothing: KeptQuestion = { keepReply: async () => true }

export function createConversationKeeper({
  database,
  now,
  onFailure,
  limits = MEMBER_CONTENT_LIMITS,
  pause = delay,
}: KeeperDependencies): ConversationKeeper {
  return {
    async keepQuestion(question) {
      if (question.caller.kind !== 'member') return keepNothing
      const { conversationId, agentId, replyId, messages, replaces } = question
      const at = now()
      const kept = messages
        .map((message, index) => rowOfQuestion(message, index, question, at))
        .filter(({ role }) => role !== 'system')
      const asked = {
        key: { userId: question.caller.id, id: conversationId },
        agentId,
        replyId: withoutNul(replyId),
        title: titleOf(messages),
        whole: kept,
        tail: kept.slice(kept.findLastIndex(({ role }) => role === 'assistant') + 1),
        replaces: replaces && withoutNul(replaces),
        now: at,
      }
      const place = await withinRoom(storeQuestion(database, asked, limits))
      if ('role' in place) return { told: messageOf(place) }
      const keepRow = async (row: NewMessage) => {
        for (const ms of [...PAUSES_MS, undefined]) {
          try {
            return await storeReply(database, place, row)
          } catch (failure) {
            if (ms === undefined) onFailure(failure)
            else await pause(ms)
          }
        }
        return false
      }
      return {
        async keepReply({ content, finishReason, model, provider, usage, costUsd, tool_calls }) {
          if (content === '' && tool_calls === undefined) return true
          const endedAt = now()
          const message: ConversationMessage = {
            content,
            finishReason,
            model,
            provider,
            usage,
            costUsd,
            tool_calls,
            id: replyId,
            role: 'assistant',
            agentId,
            timestamp: new Date(endedAt).toISOString(),
            ...(finishReason === 'error' && { isError: true }),
          }
          return keepRow(rowOf(message, endedAt))
        },
      }
    },
  }
}

/** A message without an id gets one of the reply's, so that the same request is kept once however often it comes. */
function rowOfQuestion(message: ChatMessage, index: number, { replyId, agentId }: AskedQuestion, at: number) {
  const { id = `${replyId}.${index + 1}`, timestamp: _, ...rest } = message
  return rowOf({ agentId, ...rest, id, timestamp: '' }, at)
}

const titleOf = (messages: readonly ChatMessage[]) =>
  makeTitle(messages.find(({ role }) => role === 'user')?.content ?? '')
