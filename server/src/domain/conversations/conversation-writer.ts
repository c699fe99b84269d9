import { setTimeout as delay } from 'node:timers/promises'
import type { ConversationMessage } from '@vee/contract/entities/conversation'
import type { ChatMessage } from '@vee/contract/entities/message'
import { partsBySpeaker } from '@vee/contract/entities/speaker'
import { ParentMissing, storeQuestion, type NewMessage } from '#db/queries/conversations/stored-messages.ts'
import { storeSpeakers } from '#db/queries/conversations/participants.ts'
import { storeReply } from '#db/queries/conversations/stored-replies.ts'
import type { Database } from '#db/schema.ts'
import type { Caller } from '../accounts/index.ts'
import { MEMBER_CONTENT_QUOTA, type MemberContentQuota, withinQuota } from '../storage/content-quota.ts'
import { makeTitle } from './make-title.ts'
import { withoutNul } from '#lib/without-nul.ts'
import { messageOf, messageRowOf } from './message-rows.ts'
import { notFound } from '../errors/domain-error.ts'

/** The question of a chat request. */
interface AskedQuestion {
  readonly caller: Caller
  readonly conversationId: string
  readonly agentId: string
  readonly replyId: string
  /** the whole conversation as known to the client; the last message is the question */
  readonly messages: readonly ChatMessage[]
  /** the message that the question follows; default: the last one of the shown path */
  readonly parentId?: string | null | undefined
  /** the project of a new conversation, which the caller may use */
  readonly projectId?: string | undefined
  /** the message in whose place the question is asked */
  readonly replaces: string | undefined
  /** earlier replies to the question are kept with it */
  readonly keepsVersions?: boolean | undefined
}

/** An ended reply: complete or truncated. */
type EndedReply = Pick<
  ConversationMessage,
  | 'content'
  | 'finishReason'
  | 'model'
  | 'provider'
  | 'usage'
  | 'costUsd'
  | 'tool_calls'
  | 'pictures'
  | 'hasOutsideText'
  | 'sources'
  | 'searchSuggestions'
  | 'speakers'
> & {
  /** a degradation step of the caller's budget was active */
  readonly isDegraded?: boolean
}

/**
 * Stores the reply; retries for a while if the database is unavailable. Never rejects. Returns false if
 * another version is stored, in which case the end must not be confirmed.
 */
export type StoreReply = (reply: EndedReply) => Promise<boolean>

/**
 * A function that stores the reply, or the reply itself if it was generated before and the caller has not
 * received it.
 */
export type StoredQuestion =
  | { readonly storeReply: StoreReply }
  | { readonly storedMessage: ConversationMessage }

/** Stores members' conversations on the server while they take place. */
export interface ConversationWriter {
  /**
   * Stores a question. Throws STORAGE_FULL if there is no room, and NOT_FOUND for an unknown parent. Once it resolves, the question survives a
   * crash. Nothing is stored for visitors and passphrase holders: their conversations stay in the browser.
   */
  storeQuestion(question: AskedQuestion): Promise<StoredQuestion>
}

/** A complete reply that was stored. */
export interface ReplyStored {
  readonly caller: Caller
  readonly conversationId: string
  /** false: the built-in responder wrote it */
  readonly isByModel: boolean
  readonly isDegraded: boolean
}

interface ConversationWriterDependencies {
  /** called when a complete reply was stored */
  readonly onReplyStored?: (reply: ReplyStored) => void
  readonly database: Database
  /** milliseconds since 1970 */
  readonly now: () => number
  /** called with the error if a reply could not be stored; contains no user text */
  readonly onFailure: (failure: unknown) => void
  readonly quota?: MemberContentQuota
  readonly wait?: (ms: number) => Promise<unknown>
}

/** The provider that responds without a model. */
const BUILTIN_ID = 'builtin'

/** Delays between attempts to store a reply: as long as a database needs to restart. */
const RETRY_DELAYS_MS = [100, 200, 400, 800, 1_500, 2_000]

export const storeNothing: StoredQuestion = { storeReply: async () => true }

export function createConversationWriter({
  database,
  now,
  onFailure,
  onReplyStored = () => {},
  quota = MEMBER_CONTENT_QUOTA,
  wait = delay,
}: ConversationWriterDependencies): ConversationWriter {
  return {
    async storeQuestion(question) {
      if (question.caller.kind !== 'member') return storeNothing
      const { conversationId, agentId, replyId, messages, replaces, keepsVersions = false } = question
      const { parentId } = question
      const nowMs = now()
      const rows = messages
        .map((message, index) => rowOfQuestion(message, index, question, nowMs))
        .filter(({ role }) => role !== 'system')
      const row = {
        key: { userId: question.caller.id, id: conversationId },
        agentId,
        replyId: withoutNul(replyId),
        title: titleOf(messages),
        projectId: question.projectId ?? null,
        wholeMessages: rows,
        tailMessages: rows.slice(rows.findLastIndex(({ role }) => role === 'assistant') + 1),
        parentId: parentId && withoutNul(parentId),
        replaces: replaces && withoutNul(replaces),
        now: nowMs,
      }
      const storedQuestion = await withinQuota(storeQuestion(database, row, quota).catch(asMissingMessage))
      if ('role' in storedQuestion) return { storedMessage: messageOf(storedQuestion) }
      const storeRow = async (row: NewMessage) => {
        for (const ms of [...RETRY_DELAYS_MS, undefined]) {
          try {
            return await storeReply(database, storedQuestion, row, { keepsVersions })
          } catch (failure) {
            if (ms === undefined) onFailure(failure)
            else await wait(ms)
          }
        }
        return false
      }
      /** A failure leaves the conversation with the agent of the reply. */
      const storeSpeakersOf = async (message: ConversationMessage) => {
        const speakerIds = partsBySpeaker(message).flatMap((part) => part.agentId ?? [])
        await storeSpeakers(database, storedQuestion.key, speakerIds.map(withoutNul)).catch(onFailure)
      }
      return {
        async storeReply(reply) {
          const { content, finishReason, model, provider, usage, costUsd, tool_calls, pictures } = reply
          if (content === '' && tool_calls === undefined && pictures === undefined) return true
          const endedAt = now()
          const message: ConversationMessage = {
            content,
            finishReason,
            model,
            provider,
            usage,
            costUsd,
            tool_calls,
            pictures,
            sources: reply.sources ?? [],
            searchSuggestions: reply.searchSuggestions,
            speakers: reply.speakers,
            ...(reply.hasOutsideText === true && { hasOutsideText: true }),
            id: replyId,
            role: 'assistant',
            agentId,
            timestamp: new Date(endedAt).toISOString(),
            ...(finishReason === 'error' && { isError: true }),
          }
          const isStored = await storeRow(messageRowOf(message, endedAt))
          if (isStored && reply.speakers) await storeSpeakersOf(message)
          if (isStored && finishReason === 'stop')
            onReplyStored({
              caller: question.caller,
              conversationId,
              isByModel: provider !== BUILTIN_ID,
              isDegraded: reply.isDegraded === true,
            })
          return isStored
        },
      }
    },
  }
}

function asMissingMessage(failure: unknown): never {
  if (failure instanceof ParentMissing) throw notFound('message in this conversation')
  throw failure
}

/** A message without an id gets one derived from the reply's, so that a repeated request is stored once. */
function rowOfQuestion(
  message: ChatMessage,
  index: number,
  { replyId, agentId }: AskedQuestion,
  nowMs: number,
) {
  const { id = `${replyId}.${index + 1}`, timestamp: _, ...rest } = message
  return messageRowOf({ agentId, ...rest, id, timestamp: '' }, nowMs)
}

const titleOf = (messages: readonly ChatMessage[]) =>
  makeTitle(messages.find(({ role }) => role === 'user')?.content ?? '')
