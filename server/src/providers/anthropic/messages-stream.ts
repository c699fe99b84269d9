import type { TokenUsage } from '@vee/contract/entities/message'
import type { LlmEvent, LlmFinishReason, EmitLlmEvent } from '../llm/llm.ts'
import { type EventReader, parseJson } from '../wire/event-stream.ts'
import { brokenProtocol, cutAnswer, errorCodeOf, type ProviderName } from '../wire/failures.ts'
import type { ContentBlock, ContentBlocks, ContentDelta } from './content-blocks.ts'
import { tokenCount, readTokenUsage } from '../wire/token-usage.ts'

/** The fields that are read, over all event types of the stream. */
interface MessageEvent {
  readonly type?: unknown
  /** of the content block */
  readonly index?: unknown
  readonly message?: { readonly usage?: Usage | null } | null
  readonly usage?: Usage | null
  readonly content_block?: ContentBlock | null
  readonly delta?: (ContentDelta & { readonly stop_reason?: unknown }) | null
}

interface Usage {
  readonly input_tokens?: unknown
  readonly cache_read_input_tokens?: unknown
  readonly cache_creation_input_tokens?: unknown
  readonly output_tokens?: unknown
  readonly server_tool_use?: { readonly web_search_requests?: unknown } | null
}

/** How a message ended, if the vendor has not paused it. */
interface MessageEnd {
  readonly reason: LlmFinishReason
  readonly usage: TokenUsage | undefined
  readonly searches: number
  /** the vendor pauses a long turn: it goes on when its content is sent back */
  readonly isPaused: boolean
}

/** Reads the stream of one message. */
export interface MessageReader extends EventReader {
  /** after the end of the stream */
  readonly messageEnd: MessageEnd | undefined
}

/**
 * Returns a reader that emits an LLM event for each event of the stream but its end. A stream without a stop reason counts
 * as truncated.
 */
export function createMessageReader(
  provider: ProviderName,
  blocks: ContentBlocks,
  emit: EmitLlmEvent,
): MessageReader {
  let stopReason: unknown
  let messageEnd: MessageEnd | undefined
  let usage: Usage | undefined
  /** content block → position among the tool calls */
  const toolCalls = new Map<unknown, number>()
  return {
    get messageEnd() {
      return messageEnd
    },
    readEvent({ event: name, data }) {
      const event = messageEventOf(provider, data)
      switch (event.type) {
        case 'message_start':
          usage = event.message?.usage ?? undefined
          break
        case 'content_block_start':
          blocks.start(event.index, event.content_block ?? {})
          if (event.content_block?.type === 'tool_use') {
            toolCalls.set(event.index, toolCalls.size)
            emit(toolCallStart(event.content_block, toolCalls.size - 1))
          }
          break
        case 'content_block_delta':
          blocks.add(event.index, event.delta ?? {})
          emitDelta(event, toolCalls, emit)
          break
        case 'content_block_stop':
          blocks.stop(event.index)
          break
        case 'message_delta':
          stopReason = event.delta?.stop_reason ?? stopReason
          usage = event.usage ? { ...usage, ...event.usage } : usage
          break
        case 'error':
          throw brokenProtocol(provider, `it failed while it answered (${errorCodeOf(event) ?? 'no code'})`)
      }
      return name === 'message_stop'
    },
    end() {
      const reason = finishReasonOf(stopReason)
      if (!reason) throw cutAnswer(provider)
      messageEnd = {
        reason,
        usage: usageOf(usage),
        searches: tokenCount(usage?.server_tool_use?.web_search_requests),
        isPaused: stopReason === 'pause_turn',
      }
    },
  }
}

function messageEventOf(provider: ProviderName, data: string): MessageEvent {
  const event = parseJson(data)
  if (typeof event !== 'object' || event === null) throw brokenProtocol(provider, 'an event is not an object')
  return event
}

function toolCallStart(block: NonNullable<MessageEvent['content_block']>, index: number): LlmEvent {
  return { type: 'tool-call-delta', index, id: String(block.id), name: String(block.name) }
}

function emitDelta(event: MessageEvent, toolCalls: ReadonlyMap<unknown, number>, emit: EmitLlmEvent): void {
  const { type, text, thinking, partial_json } = event.delta ?? {}
  if (type === 'text_delta' && typeof text === 'string' && text !== '') emit({ type: 'text', text })
  if (type === 'thinking_delta' && typeof thinking === 'string' && thinking !== '')
    emit({ type: 'reasoning', text: thinking })
  const index = toolCalls.get(event.index)
  if (type === 'input_json_delta' && typeof partial_json === 'string' && index !== undefined) {
    emit({ type: 'tool-call-delta', index, argumentsDelta: partial_json })
  }
}

const FINISH_REASONS: Readonly<Record<string, LlmFinishReason>> = {
  max_tokens: 'length',
  model_context_window_exceeded: 'length',
  tool_use: 'tool_calls',
  refusal: 'content_filter',
}

const finishReasonOf = (reason: unknown): LlmFinishReason | undefined =>
  typeof reason === 'string' ? (FINISH_REASONS[reason] ?? 'stop') : undefined

/** Anthropic counts the cached part of the prompt separately. */
function usageOf(usage: Usage | undefined): TokenUsage | undefined {
  if (usage?.input_tokens === undefined) return undefined
  const { input_tokens, cache_read_input_tokens: cached, cache_creation_input_tokens, output_tokens } = usage
  const prompt = tokenCount(input_tokens) + tokenCount(cached) + tokenCount(cache_creation_input_tokens)
  return readTokenUsage({ prompt, completion: output_tokens, cached })
}
