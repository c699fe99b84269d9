import type { ChatMessage } from '@vee/contract/entities/message'
import type { LlmMessage, LlmOptions, LlmRequest } from '../llm/llm.ts'
import {
  alternatingTurns,
  argumentsOf,
  OPENING_TEXT,
  toolsCalledIn,
  type Turn,
} from '../wire/alternating-turns.ts'
import { DEFAULT_MAX_TOKENS, thinkingOf } from '../wire/claude-thinking.ts'
import { keptTurnOf } from '../llm/kept-turns.ts'

type Block =
  | { readonly type: 'text'; readonly text: string }
  | {
      readonly type: 'image'
      readonly source: { readonly type: 'base64'; readonly media_type: string; readonly data: string }
    }
  | { readonly type: 'tool_use'; readonly id: string; readonly name: string; readonly input: object }
  | {
      readonly type: 'tool_result'
      readonly tool_use_id: string
      readonly content: string | readonly ResultBlock[]
    }

/** A part of a tool's result: text, or a source whose sentences the model cites by itself. */
type ResultBlock =
  | { readonly type: 'text'; readonly text: string }
  | {
      readonly type: 'search_result'
      readonly source: string
      readonly title: string
      readonly content: readonly { readonly type: 'text'; readonly text: string }[]
      readonly citations: { readonly enabled: true }
    }

/** Searches of the vendor per request. */
const MAX_SEARCHES = 4

interface MessagesBody extends Readonly<Record<string, unknown>> {
  readonly messages: readonly object[]
}

/** Returns the body of a streaming `POST /v1/messages`. */
export function messagesRequest(request: LlmRequest): MessagesBody {
  const { model, system, messages, maxOutputTokens, toolChoice, options = {} } = request
  const tools = toolsOf(request)
  const definitions = [
    ...tools.map(({ name, description, parameters }) => ({ name, description, input_schema: parameters })),
    ...(request.search ? [searchToolOf(request.search)] : []),
  ]
  const thinking = thinkingOf(request)
  return {
    model,
    max_tokens: (maxOutputTokens ?? DEFAULT_MAX_TOKENS) + (thinking?.budget ?? 0),
    ...thinking?.fields,
    ...(system !== '' && { system }),
    messages: alternatingTurns<Block | object>(messages, turnOf, { type: 'text', text: OPENING_TEXT }),
    stream: true,
    ...(definitions.length > 0 && {
      tools: definitions,
      ...(toolChoiceOf(toolChoice, options) && { tool_choice: toolChoiceOf(toolChoice, options) }),
      ...(request.tools.length === 0 && !request.search && { tool_choice: NO_TOOL }),
    }),
    // Anthropic's maximum is 1, OpenAI's is 2. Thinking excludes sampling options.
    ...(!thinking && options.temperature !== undefined && { temperature: Math.min(1, options.temperature) }),
    ...(!thinking && options.topP !== undefined && { top_p: options.topP }),
    ...(options.stop && { stop_sequences: options.stop }),
  }
}

/** The version of the tool that all models with a search know. */
const searchToolOf = ({ timeZone }: NonNullable<LlmRequest['search']>) => ({
  type: 'web_search_20250305',
  name: 'web_search',
  max_uses: MAX_SEARCHES,
  ...(timeZone !== undefined && { user_location: { type: 'approximate', timezone: timeZone } }),
})

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
  return tools.length > 0 ? tools : toolsCalledIn(messages)
}

function turnOf(message: LlmMessage): Turn<Block | object> {
  const text: readonly Block[] =
    message.content.trim() === '' ? [] : [{ type: 'text', text: message.content }]
  switch (message.role) {
    case 'assistant': {
      // A turn with searches of the vendor goes back as it came, with what they found.
      const kept = keptTurnOf(message.tool_calls?.[0]?.id)
      if (kept) return { role: 'assistant', content: kept }
      return { role: 'assistant', content: [...text, ...(message.tool_calls ?? []).map(toolUse)] }
    }
    case 'tool':
      return {
        role: 'user',
        content: [
          {
            type: 'tool_result',
            tool_use_id: message.tool_call_id ?? '',
            content: message.parts?.map(resultBlock) ?? message.content,
          },
        ],
      }
    case 'user':
    case 'system':
      return { role: 'user', content: [...(message.images ?? []).map(imageBlock), ...text] }
  }
}

function resultBlock(part: NonNullable<LlmMessage['parts']>[number]): ResultBlock {
  if (typeof part === 'string') return { type: 'text', text: part }
  return {
    type: 'search_result',
    source: part.address,
    title: part.title,
    content: part.sentences.map((text) => ({ type: 'text', text })),
    citations: { enabled: true },
  }
}

const imageBlock = ({ mediaType, data }: NonNullable<LlmMessage['images']>[number]): Block => ({
  type: 'image',
  source: { type: 'base64', media_type: mediaType, data },
})

const toolUse = (call: NonNullable<ChatMessage['tool_calls']>[number]): Block => ({
  type: 'tool_use',
  id: call.id,
  name: call.name,
  input: argumentsOf(call.arguments),
})
