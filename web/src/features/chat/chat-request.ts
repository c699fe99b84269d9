import type { ChatRequest } from '@vee/contract/http/chat'
import { lastUserMessage, type ChatState } from './chat-state.ts'
import type { Message } from './message.ts'
import type { ReplyRequest } from './reply-stream.ts'

/** Longest text of what was heard that the contract takes, in UTF-16 code units. */
const HEARD_MAX_LENGTH = 10_000

/** What a request carries of the user's settings. */
export type ChatPreferences = Pick<
  ChatRequest,
  'language' | 'codingLanguage' | 'generateDiagrams' | 'tutorLevel'
> & {
  /** messages that are sent along, the question included */
  readonly historyLimit: number
}

/** The newest messages up to `limit` that say something. */
function historyOf(messages: readonly Message[], limit: number): ChatRequest['messages'] {
  return messages
    .filter(({ text }) => text.trim() !== '')
    .slice(-limit)
    .map(({ role, text }) => ({ role, content: text }))
}

/** Asks for a reply to the last of the messages. */
export function chatRequestFor(
  { agentId, conversationId }: Pick<ChatState, 'agentId' | 'conversationId'>,
  messages: readonly Message[],
  replyId: string,
  { historyLimit, ...wishes }: ChatPreferences,
): ReplyRequest {
  const heard = lastUserMessage(messages)?.interruptedAfter?.slice(-HEARD_MAX_LENGTH)
  return {
    ...wishes,
    agentId,
    conversationId,
    messages: historyOf(messages, historyLimit),
    stream: true,
    replyId,
    ...(heard === undefined ? {} : { voice: { interruptedAfter: heard } }),
  }
}
