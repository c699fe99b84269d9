import type { ChatMessage } from '@vee/contract/entities/message'
import type { LlmMessage, LlmOptions, LlmRequest } from '../llm/llm.ts'
import { parseJson } from '../wire/event-stream.ts'

/** Anthropic requires a limit; this one is far above the length of a spoken reply. */
const DEFAULT_MAX_TOKENS = 8_192

/** Inserted before a conversation that the assistant started, because the first turn must be the user's. */
const OPENING: Turn = { role: 'user', content: [{ type: 'text', text: '(The conversation begins.)' }] }

interface Turn {
  readonly role: 'user' | 'assistant'
  readonly content: readonly Block[]
}

type Block =
  | { readonly type: 'text'; readonly text: string }
  | {
      readonly type: 'image'
      readonly source: { readonly type: 'base64'; readonly media_type: string; readonly data: string }
    }
  | { readonly type: 'tool_use'; readonly id: string; readonly name: string; readonly input: object }
  | { readonly type: 'tool_result'; readonly tool_use_id: string; readonly content: string }

/** Returns the body of a streaming `POST /v1/messages`. */
export function messagesRequest(request: LlmRequest): object {
  const { model, system, messages, maxOutputTokens, toolChoice, options = {} } = request
  const tools = toolsOf(request)
  const thinking = thinkingOf(request)
  return {
    model,
    max_tokens: (maxOutputTokens ?? DEFAULT_MAX_TOKENS) + (thinking?.budget ?? 0),
    ...thinking?.fields,
    ...(system !== '' && { system }),
    messages: alternating(messages),
    stream: true,
    ...(tools.length > 0 && {
      tools: tools.map(({ name, description, parameters }) => ({
        name,
        description,
        input_schema: parameters,
      })),
      ...(toolChoiceOf(toolChoice, options) && { tool_choice: toolChoiceOf(toolChoice, options) }),
      ...(request.tools.length === 0 && { tool_choice: NO_TOOL }),
    }),
    // Anthropic's maximum is 1, OpenAI's is 2. Thinking excludes sampling options.
    ...(!thinking && options.temperature !== undefined && { temperature: Math.min(1, options.temperature) }),
    ...(!thinking && options.topP !== undefined && { top_p: options.topP }),
    ...(options.stop && { stop_sequences: options.stop }),
  }
}

interface Thinking {
  readonly fields: object
  /** tokens in addition to those of the reply */
  readonly budget: number
}

const ADAPTIVE = /^claude-(?:[a-z]+-)(?:4[-.][6-9]|[5-9]|[1-9]\d)/
const BUDGETED = /^claude-(?:3[-.]7|[a-z]+-4)/
const BUDGETS = { low: 2_048, medium: 8_192, high: 16_384 } as const

/**
 * Returns the fields for the requested effort; undefined where the model does not think, or must not: the API
 * rejects forced tools with thinking, and the results of tools without the thoughts before their calls.
 */
function thinkingOf({ model, messages, toolChoice, reasoningEffort }: LlmRequest): Thinking | undefined {
  if (reasoningEffort === undefined || reasoningEffort === 'none') return undefined
  if (messages.at(-1)?.role === 'tool' || (toolChoice !== undefined && toolChoice !== 'none'))
    return undefined
  if (ADAPTIVE.test(model)) {
    // The newest models return their thoughts only on request.
    const thinking = { type: 'adaptive', display: 'summarized' }
    return { fields: { thinking, output_config: { effort: reasoningEffort } }, budget: 0 }
  }
  if (!BUDGETED.test(model)) return undefined
  const budget = BUDGETS[reasoningEffort]
  return { fields: { thinking: { type: 'enabled', budget_tokens: budget } }, budget }
}

function toolChoiceOf(
  choice: LlmRequest['toolChoice'],
  { allowsParallelToolCalls }: LlmOptions,
): object | undefined {
  if (choice === 'none') return NO_TOOL
  const parallel = allowsParallelToolCalls === false ? { disable_parallel_tool_use: true } : {}
  if (choice === 'required') return { type: 'any', ...parallel }
  if (choice) return { type: 'tool', ...choice, ...parallel }
  return allowsParallelToolCalls === false ? { type: 'auto', ...parallel } : undefined
}

const NO_TOOL = { type: 'none' }

/**
 * Returns the tools of the request. The API rejects a conversation with tool calls if no tools are given; in
 * that case, the tools that were called are listed, and their use is disabled.
 */
function toolsOf({ tools, messages }: LlmRequest): LlmRequest['tools'] {
  if (tools.length > 0) return tools
  const names = new Set(messages.flatMap(({ tool_calls: calls = [] }) => calls.map(({ name }) => name)))
  const parameters = { type: 'object' }
  return [...names].map((name) => ({ name, description: 'No longer available.', parameters }))
}

/**
 * Returns turns with alternating roles, starting with the user's. Adjacent turns of one role are merged,
 * empty ones are dropped.
 */
function alternating(messages: readonly LlmMessage[]): readonly Turn[] {
  const turns: Turn[] = []
  for (const message of messages) {
    const turn = turnOf(message)
    const last = turns.at(-1)
    if (turn.content.length === 0) continue
    if (last?.role === turn.role)
      turns.splice(-1, 1, { ...last, content: [...last.content, ...turn.content] })
    else turns.push(turn)
  }
  return turns[0]?.role === 'assistant' ? [OPENING, ...turns] : turns
}

function turnOf(message: LlmMessage): Turn {
  const text: readonly Block[] =
    message.content.trim() === '' ? [] : [{ type: 'text', text: message.content }]
  switch (message.role) {
    case 'assistant':
      return { role: 'assistant', content: [...text, ...(message.tool_calls ?? []).map(toolUse)] }
    case 'tool':
      return {
        role: 'user',
        content: [{ type: 'tool_result', tool_use_id: message.tool_call_id ?? '', content: message.content }],
      }
    case 'user':
    case 'system':
      return { role: 'user', content: [...(message.images ?? []).map(imageBlock), ...text] }
  }
}

const imageBlock = ({ mediaType, data }: NonNullable<LlmMessage['images']>[number]): Block => ({
  type: 'image',
  source: { type: 'base64', media_type: mediaType, data },
})

/** A model may have generated arguments that are not a JSON object; they are then omitted from the call. */
function toolUse(call: NonNullable<ChatMessage['tool_calls']>[number]): Block {
  const input = parseJson(call.arguments)
  const isObject = typeof input === 'object' && input !== null && !Array.isArray(input)
  return { type: 'tool_use', id: call.id, name: call.name, input: isObject ? input : {} }
}
