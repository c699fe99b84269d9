import type { LlmMessage, LlmRequest } from '../../llm/llm.ts'

/** Names of the field for the maximum length, in OpenAI-compatible servers. */
export type LengthField = 'max_tokens' | 'max_completion_tokens'

/**
 * Deviations from OpenAI's fields. Mistral rejects fields that it does not know: it has `random_seed`, no
 * `stream_options` (it returns the usage without them) and no `logit_bias`.
 */
export type ChatCompletionsDialect = 'openai' | 'mistral'

/** Options that Mistral's chat completions do not have. */
export const MISTRAL_UNSUPPORTED = ['logitBias'] as const

/** The body of `POST /chat/completions` that streams. */
export function chatCompletionRequest(
  request: LlmRequest,
  lengthField: LengthField,
  dialect: ChatCompletionsDialect = 'openai',
): object {
  const { model, system, messages, maxOutputTokens, tools, toolChoice, options = {} } = request
  const { reasoningEffort } = request
  return {
    model,
    messages: [...(system === '' ? [] : [{ role: 'system', content: system }]), ...messages.map(messageOf)],
    stream: true,
    ...(dialect === 'openai' && { stream_options: { include_usage: true } }),
    ...(maxOutputTokens !== undefined && { [lengthField]: maxOutputTokens }),
    ...(tools.length > 0 && {
      tools: tools.map(({ name, description, parameters, isStrict }) => ({
        type: 'function',
        function: { name, description, parameters, ...(isStrict !== undefined && { strict: isStrict }) },
      })),
      ...(toolChoice && { tool_choice: toolChoiceOf(toolChoice) }),
      ...(options.allowsParallelToolCalls !== undefined && {
        parallel_tool_calls: options.allowsParallelToolCalls,
      }),
    }),
    ...(reasoningEffort !== undefined && { reasoning_effort: reasoningEffort }),
    ...(options.temperature !== undefined && { temperature: options.temperature }),
    ...(options.topP !== undefined && { top_p: options.topP }),
    ...(options.seed !== undefined && { [dialect === 'mistral' ? 'random_seed' : 'seed']: options.seed }),
    ...(options.presencePenalty !== undefined && { presence_penalty: options.presencePenalty }),
    ...(options.frequencyPenalty !== undefined && { frequency_penalty: options.frequencyPenalty }),
    ...(options.logitBias && { logit_bias: options.logitBias }),
    ...(options.stop && { stop: options.stop }),
    ...(options.responseFormat && { response_format: options.responseFormat }),
  }
}

const toolChoiceOf = (choice: NonNullable<LlmRequest['toolChoice']>) =>
  typeof choice === 'string' ? choice : { type: 'function', function: { name: choice.name } }

function messageOf(message: LlmMessage): object {
  if (message.role === 'tool') {
    return { role: 'tool', content: message.content, tool_call_id: message.tool_call_id ?? '' }
  }
  const calls = message.tool_calls ?? []
  if (message.role !== 'assistant' || calls.length === 0)
    return { role: message.role, content: contentOf(message) }
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

/** Returns text alone as a string: servers without image support often reject content parts. */
function contentOf({ content, images = [] }: LlmMessage): string | readonly object[] {
  if (images.length === 0) return content
  return [
    ...(content === '' ? [] : [{ type: 'text', text: content }]),
    ...images.map(({ mediaType, data }) => ({
      type: 'image_url',
      image_url: { url: `data:${mediaType};base64,${data}` },
    })),
  ]
}
