import type { TokenUsage } from '@vee/contract/entities/message'
import type { LlmEvent, LlmFinishReason, EmitLlmEvent } from '../llm/llm.ts'
import { type EventReader, parseJson } from './event-stream.ts'
import { brokenProtocol, cutAnswer, errorCodeOf, type ProviderName } from './failures.ts'
import { createThinkTagReader } from './think-tags.ts'
import { readTokenUsage } from './token-usage.ts'

/** The fields of a `chat.completion.chunk` that are read. Servers differ, so every field is optional. */
interface Chunk {
  readonly error?: unknown
  readonly usage?: Usage | null
  readonly choices?: readonly (Choice | undefined)[] | null
}

interface Choice {
  readonly finish_reason?: unknown
  readonly delta?: Delta | null
}

interface Delta {
  /** text; an array of chunks at Mistral, while its models reason */
  readonly content?: unknown
  /** of DeepSeek, llama.cpp, LM Studio and earlier versions of vLLM */
  readonly reasoning_content?: unknown
  /** of OpenRouter, Groq, Ollama and vLLM */
  readonly reasoning?: unknown
  readonly tool_calls?: readonly ToolCallPart[] | null
}

interface ToolCallPart {
  readonly index?: unknown
  readonly id?: unknown
  readonly function?: { readonly name?: unknown; readonly arguments?: unknown } | null
}

interface Usage {
  readonly prompt_tokens?: unknown
  readonly completion_tokens?: unknown
  readonly prompt_tokens_details?: { readonly cached_tokens?: unknown } | null
  readonly completion_tokens_details?: { readonly reasoning_tokens?: unknown } | null
}

const DONE = '[DONE]'

/**
 * Returns a reader that emits the events of the chunks. The usage arrives after the finish reason in a
 * separate chunk, so `finish` is emitted at the end of the stream; a stream without a finish reason was cut
 * off.
 */
export function readChatCompletion(provider: ProviderName, emit: EmitLlmEvent): EventReader {
  let reason: LlmFinishReason | undefined
  let usage: TokenUsage | undefined
  const takeText = createThinkTagReader(emit)
  return {
    take({ data }) {
      if (data === DONE) return true
      const chunk = chunkOf(provider, data)
      usage = usageOf(chunk.usage) ?? usage
      const choice = chunk.choices?.[0]
      if (!choice) return false
      const { content, reasoning_content: earlier, reasoning = earlier } = choice.delta ?? {}
      if (typeof reasoning === 'string' && reasoning !== '') emit({ type: 'reasoning', text: reasoning })
      if (typeof content === 'string' && content !== '') takeText.take(content)
      if (Array.isArray(content)) emitChunks(content as readonly (ContentChunk | null)[], emit)
      choice.delta?.tool_calls?.forEach((part, position) => emit(toolCallDelta(part, position)))
      reason = finishReasonOf(provider, choice.finish_reason) ?? reason
      return false
    },
    end() {
      if (!reason) throw cutAnswer(provider)
      takeText.end()
      emit({ type: 'finish', reason, usage })
    },
  }
}

/** A part of Mistral's content: text, or thoughts as a list of texts. */
interface ContentChunk {
  readonly type?: unknown
  readonly text?: unknown
  readonly thinking?: unknown
}

function emitChunks(chunks: readonly (ContentChunk | null)[], emit: EmitLlmEvent): void {
  for (const chunk of chunks) {
    if (chunk?.type === 'text') emitText('text', chunk, emit)
    if (chunk?.type !== 'thinking' || !Array.isArray(chunk.thinking)) continue
    for (const thought of chunk.thinking as readonly (ContentChunk | null)[])
      emitText('reasoning', thought, emit)
  }
}

function emitText(type: 'text' | 'reasoning', chunk: ContentChunk | null, emit: EmitLlmEvent): void {
  if (typeof chunk?.text === 'string' && chunk.text !== '') emit({ type, text: chunk.text })
}

function chunkOf(provider: ProviderName, data: string): Chunk {
  const chunk = parseJson(data)
  if (typeof chunk !== 'object' || chunk === null) throw brokenProtocol(provider, 'an event is not an object')
  if ('error' in chunk && chunk.error) {
    throw brokenProtocol(provider, `it failed while it answered (${errorCodeOf(chunk) ?? 'no code'})`)
  }
  return chunk
}

function toolCallDelta(part: ToolCallPart, position: number): LlmEvent {
  const { id, index } = part
  const { name, arguments: argumentsDelta } = part.function ?? {}
  return {
    type: 'tool-call-delta',
    // Some servers send complete calls without an index.
    index: typeof index === 'number' ? index : position,
    ...(typeof id === 'string' && id !== '' && { id }),
    ...(typeof name === 'string' && name !== '' && { name }),
    ...(typeof argumentsDelta === 'string' && { argumentsDelta }),
  }
}

const FINISH_REASONS: Readonly<Record<string, LlmFinishReason>> = {
  length: 'length',
  tool_calls: 'tool_calls',
  function_call: 'tool_calls',
  content_filter: 'content_filter',
}

function finishReasonOf(provider: ProviderName, reason: unknown): LlmFinishReason | undefined {
  if (typeof reason !== 'string' || reason === '') return undefined
  // OpenRouter's finish reason for a vendor that failed.
  if (reason === 'error') throw brokenProtocol(provider, 'it failed while it answered')
  return FINISH_REASONS[reason] ?? 'stop'
}

function usageOf(usage: Usage | null | undefined): TokenUsage | undefined {
  if (!usage) return undefined
  const { prompt_tokens: prompt, completion_tokens: completion } = usage
  return readTokenUsage({
    prompt,
    completion,
    cached: usage.prompt_tokens_details?.cached_tokens,
    reasoning: usage.completion_tokens_details?.reasoning_tokens,
  })
}
