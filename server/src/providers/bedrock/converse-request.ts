import type { ChatMessage } from '@vee/contract/entities/message'
import {
  alternatingTurns,
  argumentsOf,
  OPENING_TEXT,
  toolsCalledIn,
  type Turn,
} from '../wire/alternating-turns.ts'
import { DEFAULT_MAX_TOKENS, thinkingOf } from '../wire/claude-thinking.ts'
import type { LlmMessage, LlmRequest } from '../llm/llm.ts'

type Block =
  | { readonly text: string }
  | { readonly image: { readonly format: string; readonly source: { readonly bytes: string } } }
  | { readonly toolUse: { readonly toolUseId: string; readonly name: string; readonly input: object } }
  | {
      readonly toolResult: {
        readonly toolUseId: string
        readonly content: readonly [{ readonly text: string }]
      }
    }

/** Returns the body of a `POST /model/<id>/converse-stream`. */
export function converseRequest(request: LlmRequest): object {
  const { model, system, messages, maxOutputTokens, options = {} } = request
  const thinking = thinkingOf({ ...request, model: claudeIn(model) })
  const maxTokens = thinking ? (maxOutputTokens ?? DEFAULT_MAX_TOKENS) + thinking.budget : maxOutputTokens
  const inference = {
    ...(maxTokens !== undefined && { maxTokens }),
    // Amazon's maximum is 1, OpenAI's is 2. Thinking excludes sampling options.
    ...(!thinking && options.temperature !== undefined && { temperature: Math.min(1, options.temperature) }),
    ...(!thinking && options.topP !== undefined && { topP: options.topP }),
    ...(options.stop && { stopSequences: options.stop }),
  }
  const toolConfig = toolConfigOf(request)
  return {
    ...(system !== '' && { system: [{ text: system }] }),
    messages: alternatingTurns(messages, turnOf, { text: OPENING_TEXT }),
    ...(Object.keys(inference).length > 0 && { inferenceConfig: inference }),
    ...(toolConfig && { toolConfig }),
    ...(thinking && { additionalModelRequestFields: thinking.fields }),
  }
}

/** Returns Anthropic's name of a model of theirs: that of `eu.anthropic.claude-sonnet-4-5-20250929-v1:0` begins `claude-`. */
const claudeIn = (model: string) => /(?:^|\.|\/)anthropic\.(claude-.*)$/.exec(model)?.[1] ?? ''

/**
 * Returns the tools. The API has no choice "none": the tools are left out then. It rejects a conversation with calls
 * without tools; in that case, the tools that were called are listed as no longer available.
 */
function toolConfigOf({ tools, toolChoice, messages }: LlmRequest): object | undefined {
  const wanted = toolChoice === 'none' ? [] : tools
  const offered = wanted.length > 0 ? wanted : toolsCalledIn(messages)
  if (offered.length === 0) return undefined
  const choice =
    toolChoice === 'required'
      ? { any: {} }
      : typeof toolChoice === 'object'
        ? { tool: toolChoice }
        : undefined
  return {
    tools: offered.map(({ name, description, parameters }) => ({
      toolSpec: { name, description, inputSchema: { json: parameters } },
    })),
    ...(wanted.length > 0 && choice && { toolChoice: choice }),
  }
}

function turnOf(message: LlmMessage): Turn<Block> {
  const text: readonly Block[] = message.content.trim() === '' ? [] : [{ text: message.content }]
  switch (message.role) {
    case 'assistant':
      return { role: 'assistant', content: [...text, ...(message.tool_calls ?? []).map(toolUse)] }
    case 'tool':
      return {
        role: 'user',
        content: [
          { toolResult: { toolUseId: message.tool_call_id ?? '', content: [{ text: message.content }] } },
        ],
      }
    case 'user':
    case 'system':
      return { role: 'user', content: [...(message.images ?? []).map(imageBlock), ...text] }
  }
}

const imageBlock = ({ mediaType, data }: NonNullable<LlmMessage['images']>[number]): Block => ({
  image: { format: mediaType.replace(/^image\//, ''), source: { bytes: data } },
})

const toolUse = (call: NonNullable<ChatMessage['tool_calls']>[number]): Block => ({
  toolUse: { toolUseId: call.id, name: call.name, input: argumentsOf(call.arguments) },
})
