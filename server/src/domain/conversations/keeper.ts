import type { ConversationMessage } from '@vee/contract/entities/conversation'
import type { ChatMessage } from '@vee/contract/entities/message'
import { keepQuestion, keepReply } from '#db/queries/kept-messages.ts'
import type { Database } from '#db/schema.ts'
import type { Caller } from '../accounts/index.ts'
import { makeTitle } from './make-title.ts'
import { withoutNul } from '../without-nul.ts'
import { rowOf } from './message-rows.ts'

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

/** Keeps the reply. It does not fail: a reply that was told is told, kept or not. */
export type KeepReply = (reply: EndedReply) => Promise<void>

/** Keeps members' conversations on the server while they are held. */
export interface ConversationKeeper {
  /**
   * Keeps what is asked, and returns the way to keep the reply. Once it resolves the question is safe from a crash.
   * Nothing is kept of visitors, and of people behind the shared passphrase: theirs stays in their browser.
   */
  keepQuestion(question: AskedQuestion): Promise<KeepReply>
}

interface KeeperDependencies {
  readonly database: Database
  /** milliseconds since 1970 */
  readonly now: () => number
  /** told why a reply could not be kept; it holds nothing that was said */
  readonly onFailure: (failure: unknown) => void
}

const keepNothing: KeepReply = async () => undefined

export function createConversationKeeper({
  database,
  now,
  onFailure,
}: KeeperDependencies): ConversationKeeper {
  return {
    async keepQuestion(question) {
      if (question.caller.kind !== 'member') return keepNothing
      const { conversationId, agentId, replyId, messages, replaces } = question
      const at = now()
      const kept = messages
        .map((message, index) => rowOfQuestion(message, index, question, at))
        .filter(({ role }) => role !== 'system')
      const place = await keepQuestion(database, {
        key: { userId: question.caller.id, id: conversationId },
        agentId,
        title: titleOf(messages),
        whole: kept,
        tail: kept.slice(kept.findLastIndex(({ role }) => role === 'assistant') + 1),
        replaces: replaces && withoutNul(replaces),
        now: at,
      })
      return async (reply) => {
        if (reply.content === '' && reply.tool_calls === undefined) return
        const endedAt = now()
        const { content, finishReason, model, provider, usage, costUsd, tool_calls } = reply
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
          ...(reply.finishReason === 'error' && { isError: true }),
        }
        await keepReply(database, place, rowOf(message, endedAt)).catch(onFailure)
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
