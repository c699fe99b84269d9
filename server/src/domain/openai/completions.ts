import type { Completion, CompletionRequest } from '@vee/contract/http/openai'
import type { Locale } from '@vee/contract/entities/locale'
import type { Reply } from '@vee/contract/stream/reply-event'
import type { Caller } from '../accounts/index.ts'
import type { NumberedReplyEvent, Replies } from '../replies/index.ts'
import { completionChunks } from './completion-chunks.ts'
import { questionOf } from './question.ts'
import { finishReasonOf, usageOf } from './wording.ts'

/** Where a request of another program comes from. */
interface Asking {
  readonly caller: Caller
  readonly locale: Locale
  /** aborts when the program goes away, which stops the reply */
  readonly disconnectSignal: AbortSignal
}

/** Agents by OpenAI's protocol: the same replies under the same limits and ledger. Nothing is kept as a conversation. */
export interface Completions {
  answer(request: CompletionRequest, asking: Asking): Promise<Completion>
  /** The events of the stream as text. Refuses like a reply before the first of them. */
  stream(request: CompletionRequest, asking: Asking): Promise<AsyncIterable<string>>
}

interface AskedReplies extends Pick<Replies, 'answer'> {
  stream(...asked: Parameters<Replies['stream']>): Promise<AsyncIterable<NumberedReplyEvent>>
}

export function createCompletions(replies: AskedReplies, now: () => number): Completions {
  return {
    async answer(request, { caller, locale, disconnectSignal }) {
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

/** As OpenAI has it: no text beside calls is null. */
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
