import type { ChatMessage } from '@vee/contract/entities/message'
import type { LlmRequest } from '../llm.ts'

/** What OpenAI-compatible servers call the limit of the answer's length. */
export type LengthField = 'max_tokens' | 'max_completion_tokens'

/** The body of `POST /chat/completions` that streams. */
export function chatCompletionRequest(request: LlmRequest, lengthField: LengthField): object {
  const { model, system, messages, maxOutputTokens, tools, toolChoice } = request
  return {
    model,
    messages: [...(system === '' ? [] : [{ role: 'system', content: system }]), ...messages.map(messageOf)],
    stream: true,
    stream_options: { include_usage: true },
    ...(maxOutputTokens !== undefined && { [lengthField]: maxOutputTokens }),
    ...(tools.length > 0 && {
      tools: tools.map(({ name, description, parameters }) => ({
        type: 'function',
        function: { name, description, parameters },
      })),
      ...(toolChoice && { tool_choice: toolChoiceOf(toolChoice) }),
    }),
  }
}

const toolChoiceOf = (choice: NonNullable<LlmRequest['toolChoice']>) =>
  choice === 'none' ? 'none' : { type: 'function', function: { name: choice.name } }

function messageOf(message: ChatMessage): object {
  if (message.role === 'tool') {
    return { role: 'tool', content: message.content, tool_call_id: message.tool_call_id ?? '' }
  }
  const calls = message.tool_calls ?? []
  if (message.role !== 'assistant' || calls.length === 0)
    return { role: message.role, content: message.content }
  return {
    role: 'assistant',
    content: message.content === '' ? null : message.content,
    tool_calls: calls.map(({ id, name, arguments: json }) => ({
      id,
      type: 'function',
      function: { name, arguments: json },
    })),
  }
}
