import type { LlmMessage, LlmRequest } from '../llm/llm.ts'

/** Returns the body of a streaming `POST /responses` for a model that searches. */
export function responsesRequest(request: LlmRequest): object {
  const {
    model,
    system,
    messages,
    maxOutputTokens,
    tools,
    toolChoice,
    options = {},
    reasoningEffort,
  } = request
  return {
    model,
    ...(system !== '' && { instructions: system }),
    input: messages.flatMap(itemsOf),
    stream: true,
    // Conversations are stored here, not at the vendor.
    store: false,
    tools: [
      ...tools.map(({ name, description, parameters, isStrict = false }) => ({
        type: 'function',
        name,
        description,
        parameters,
        strict: isStrict,
      })),
      ...(request.search ? [searchToolOf(request.search)] : []),
    ],
    include: ['web_search_call.action.sources'],
    ...(toolChoice && {
      tool_choice: typeof toolChoice === 'string' ? toolChoice : { type: 'function', ...toolChoice },
    }),
    ...(options.allowsParallelToolCalls !== undefined && {
      parallel_tool_calls: options.allowsParallelToolCalls,
    }),
    ...(maxOutputTokens !== undefined && { max_output_tokens: maxOutputTokens }),
    ...(options.temperature !== undefined && { temperature: options.temperature }),
    ...(options.topP !== undefined && { top_p: options.topP }),
    ...(reasoningEffort !== undefined && { reasoning: { effort: reasoningEffort } }),
    ...(options.responseFormat && { text: { format: formatOf(options.responseFormat) } }),
  }
}

/** Without a location the vendor searches as if from the United States. */
const searchToolOf = ({ timeZone }: NonNullable<LlmRequest['search']>) => ({
  type: 'web_search',
  user_location: { type: 'approximate', ...(timeZone !== undefined && { timezone: timeZone }) },
})

const formatOf = (format: NonNullable<NonNullable<LlmRequest['options']>['responseFormat']>) =>
  format.type === 'json_schema' ? { type: format.type, ...format.json_schema } : format

function itemsOf(message: LlmMessage): readonly object[] {
  const { role, content, images = [], tool_calls: calls = [], tool_call_id: callId } = message
  if (role === 'tool') return [{ type: 'function_call_output', call_id: callId ?? '', output: content }]
  if (role === 'assistant') {
    return [
      ...(content === '' ? [] : [{ role, content }]),
      ...calls.map(({ id, name, arguments: json }) => ({
        type: 'function_call',
        call_id: id,
        name,
        arguments: json,
      })),
    ]
  }
  if (images.length === 0) return [{ role, content }]
  return [
    {
      role,
      content: [
        ...(content === '' ? [] : [{ type: 'input_text', text: content }]),
        ...images.map(({ mediaType, data }) => ({
          type: 'input_image',
          image_url: `data:${mediaType};base64,${data}`,
          detail: 'auto',
        })),
      ],
    },
  ]
}
