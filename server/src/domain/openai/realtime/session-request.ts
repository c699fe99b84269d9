import type { CompletionRequest } from '@vee/contract/http/openai'
import { messagesOf, type Item } from './conversation.ts'
import type { SessionState } from './session-state.ts'

/** The first message of a conversation in which the client requests a greeting. */
const NOTHING_SAID = '(I have not said anything yet. You begin.)'
/** The question where the last message is the agent's own. */
const CONTINUE = '(Please continue.)'

/** Returns the chat completion that generates a response of this protocol. */
export function completionOf(model: string, state: SessionState, items: readonly Item[]): CompletionRequest {
  const { instructions, tools, toolChoice, allowsParallelToolCalls, maxOutputTokens, effort } = state
  const messages = messagesOf(items)
  // A model replies to a question, and a conversation begins with one.
  const opening = messages.some(({ role }) => role === 'user') ? [] : [question(NOTHING_SAID)]
  const last = messages.findLast(({ role }) => role !== 'system')
  return {
    model,
    messages: [
      ...(instructions.trim() === '' ? [] : [{ role: 'system' as const, content: instructions }]),
      ...opening,
      ...messages,
      ...(last?.role === 'assistant' ? [question(CONTINUE)] : []),
    ],
    ...(tools.length > 0 && {
      tools: tools.map(({ name, description, parameters }) => ({
        type: 'function' as const,
        function: { name, description, parameters },
      })),
      tool_choice:
        typeof toolChoice === 'string'
          ? toolChoice
          : { type: 'function' as const, function: { name: toolChoice.name } },
      parallel_tool_calls: allowsParallelToolCalls,
    }),
    ...(maxOutputTokens !== 'inf' && { max_completion_tokens: maxOutputTokens }),
    reasoning_effort: effort,
  }
}

const question = (content: string) => ({ role: 'user' as const, content })
