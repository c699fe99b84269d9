import type { Completion, CompletionRequest } from '@vee/contract/http/openai'
import type { Locale } from '@vee/contract/entities/locale'
import type { Reply } from '@vee/contract/stream/reply-event'
import type { Caller } from '../accounts/index.ts'
import type { NumberedReplyEvent, Replies } from '../replies/index.ts'
import { completionChunks } from './completion-chunks.ts'
import { questionOf } from './question.ts'
import { finishReasonOf, usageOf } from './wording.ts'

/** The origin of a request from another program. */
interface CompletionContext {
  readonly caller: Caller
  readonly locale: Locale
  /** aborts when the client disconnects, which cancels the reply */
  readonly disconnectSignal: AbortSignal
}

/**
 * Serves agents through OpenAI's protocol, with the same replies, limits and ledger. No conversation is
 * stored.
 */
export interface Completions {
  complete(request: CompletionRequest, context: CompletionContext): Promise<Completion>
  /**
   * Returns the events of the stream as text. Throws the same errors as a reply, before the first event is
   * emitted.
   */
  stream(request: CompletionRequest, context: CompletionContext): Promise<AsyncIterable<string>>
}

interface StreamableReplies extends Pick<Replies, 'answer'> {
  stream(...streamArguments: Parameters<Replies['stream']>): Promise<AsyncIterable<NumberedReplyEvent>>
}

export function createCompletions(replies: StreamableReplies, now: () => number): Completions {
  return {
    async complete(request, { caller, locale, disconnectSignal }) {
      const reply = await replies.answer(questionOf(request, locale), caller, disconnectSignal)
      return {
        id: `chatcmpl-${reply.replyId}`,
        object: 'chat.completion',
        created: Math.floor(now() / 1_000),
        model: reply.agentId,
        choices: [
          {
            index: 0,
            message: messageOf(reply),
            logprobs: null,
            finish_reason: finishReasonOf(reply),
          },
        ],
        usage: usageOf(reply),
      }
    },

    async stream(request, { caller, locale, disconnectSignal }) {
      const events = await replies.stream(
        { ...questionOf(request, locale), stream: true },
        caller,
        disconnectSignal,
      )
      return completionChunks(events, {
        created: Math.floor(now() / 1_000),
        includesUsage: request.stream_options?.include_usage === true,
      })
    },
  }
}

/** As in OpenAI's API, `content` is null if a message has tool calls but no text. */
function messageOf({ content, tool_calls: calls = [] }: Reply): Completion['choices'][number]['message'] {
  const called = calls.map(({ id, name, arguments: text }) => ({
    id,
    type: 'function' as const,
    function: { name, arguments: text },
  }))
  return {
    role: 'assistant',
    content: content === '' && called.length > 0 ? null : content,
    refusal: null,
    ...(called.length > 0 && { tool_calls: called }),
  }
}
