import { PERSONA_MAX_LENGTH } from '@vee/contract/entities/persona'
import type { Completion, CompletionMessage, CompletionRequest } from '@vee/contract/http/openai'
import type { Locale } from '@vee/contract/entities/locale'
import type { ChatMessage } from '@vee/contract/entities/message'
import type { Caller } from '../accounts/index.ts'
import type { NumberedReplyEvent, Replies } from '../replies/index.ts'
import { completionChunks } from './completion-chunks.ts'
import { finishReasonOf, usageOf } from './wording.ts'

/** Where a request of another program comes from. */
interface Asking {
  readonly caller: Caller
  readonly locale: Locale
  /** aborts when the program goes away, which stops the reply */
  readonly gone: AbortSignal
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
    async answer(request, { caller, locale, gone }) {
      const reply = await replies.answer(questionOf(request, locale), caller, gone)
      return {
        id: `chatcmpl-${reply.replyId}`,
        object: 'chat.completion',
        created: Math.floor(now() / 1_000),
        model: reply.agentId,
        choices: [
          {
            index: 0,
            message: { role: 'assistant', content: reply.content },
            finish_reason: finishReasonOf(reply.finishReason),
          },
        ],
        usage: usageOf(reply),
      }
    },

    async stream(request, { caller, locale, gone }) {
      const events = await replies.stream({ ...questionOf(request, locale), stream: true }, caller, gone)
      return completionChunks(events, {
        created: Math.floor(now() / 1_000),
        includesUsage: request.stream_options?.include_usage === true,
      })
    },
  }
}

const isSystem = ({ role }: CompletionMessage) => role === 'system' || role === 'developer'

/** The other side's system prompt is how it wishes the agent to speak; the agent stays who it is. */
function questionOf({ model, messages }: CompletionRequest, locale: Locale) {
  const persona = messages.filter(isSystem).map(textOf).join('\n\n').trim().slice(0, PERSONA_MAX_LENGTH)
  return {
    agentId: model,
    locale,
    isKept: false as const,
    personaOverride: persona === '' ? null : persona,
    messages: messages.filter((message) => !isSystem(message)).map(messageOf),
  }
}

/** The results of tools that the other side ran are told as what the user says: the agent asked for none of them. */
const messageOf = (message: CompletionMessage): ChatMessage => ({
  role: message.role === 'assistant' ? 'assistant' : 'user',
  content: textOf(message),
})

const textOf = ({ content }: CompletionMessage): string =>
  typeof content === 'string' ? content : (content ?? []).map(({ text = '' }) => text).join('')
