import type { TokenUsage } from '@vee/contract/entities/message'
import type { EmitLlmEvent, LlmFinishReason } from '../llm/llm.ts'
import { type EventReader, parseJson } from '../wire/event-stream.ts'
import { brokenProtocol, cutAnswer, type ProviderName } from '../wire/failures.ts'
import { readTokenUsage, tokenCount } from '../wire/token-usage.ts'

/** The fields of the events of ConverseStream that are read. */
interface ConverseEvent {
  readonly contentBlockIndex?: unknown
  readonly start?: {
    readonly toolUse?: { readonly toolUseId?: unknown; readonly name?: unknown } | null
  } | null
  readonly delta?: {
    readonly text?: unknown
    readonly toolUse?: { readonly input?: unknown } | null
    readonly reasoningContent?: { readonly text?: unknown } | null
  } | null
  readonly stopReason?: unknown
  readonly usage?: {
    /** without the cached tokens */
    readonly inputTokens?: unknown
    readonly outputTokens?: unknown
    readonly cacheReadInputTokens?: unknown
    readonly cacheWriteInputTokens?: unknown
  } | null
}

const FINISH_REASONS: Readonly<Record<string, LlmFinishReason>> = {
  end_turn: 'stop',
  stop_sequence: 'stop',
  tool_use: 'tool_calls',
  max_tokens: 'length',
  model_context_window_exceeded: 'length',
  guardrail_intervened: 'content_filter',
  content_filtered: 'content_filter',
}

/**
 * Returns a reader that emits the events. `messageStop` has the reason, `metadata` follows it with the usage; the stream
 * is complete if it ended after a reason.
 */
export function createConverseReader(provider: ProviderName, emit: EmitLlmEvent): EventReader {
  let reason: LlmFinishReason | undefined
  let usage: TokenUsage | undefined
  /** the numbers of the calls by the index of their block */
  const calls = new Map<unknown, number>()

  const callIn = (block: unknown) => {
    const callIndex = calls.get(block) ?? calls.size
    calls.set(block, callIndex)
    return callIndex
  }
  const takeDelta = ({ delta, contentBlockIndex: block }: ConverseEvent) => {
    if (typeof delta?.text === 'string' && delta.text !== '') emit({ type: 'text', text: delta.text })
    const thought = delta?.reasoningContent?.text
    if (typeof thought === 'string' && thought !== '') emit({ type: 'reasoning', text: thought })
    if (typeof delta?.toolUse?.input === 'string') {
      emit({ type: 'tool-call-delta', index: callIn(block), argumentsDelta: delta.toolUse.input })
    }
  }

  return {
    readEvent({ event, data }) {
      if (event?.startsWith('error ')) {
        const name = /^error (\w{1,64})$/.exec(event)?.[1] ?? 'no code'
        throw brokenProtocol(provider, `it failed while it answered (${name})`)
      }
      const content = contentOf(provider, data)
      const tool = content.start?.toolUse
      if (tool) {
        emit({
          type: 'tool-call-delta',
          index: callIn(content.contentBlockIndex),
          id: String(tool.toolUseId),
          name: String(tool.name),
          argumentsDelta: '',
        })
      }
      takeDelta(content)
      if (typeof content.stopReason === 'string') reason = finishReasonOf(provider, content.stopReason)
      usage = usageOf(content.usage) ?? usage
      return false
    },
    end() {
      if (!reason) throw cutAnswer(provider)
      emit({ type: 'finish', reason, usage })
    },
  }
}

function contentOf(provider: ProviderName, data: string): ConverseEvent {
  const content = parseJson(data)
  if (typeof content === 'object' && content !== null) return content
  throw brokenProtocol(provider, 'an event is not an object')
}

function finishReasonOf(provider: ProviderName, reason: string): LlmFinishReason {
  const finishReason = FINISH_REASONS[reason]
  if (finishReason) return finishReason
  const name = /^\w{1,64}$/.test(reason) ? reason : 'an unknown reason'
  throw brokenProtocol(provider, `it ended its answer with ${name}`)
}

function usageOf(usage: ConverseEvent['usage']): TokenUsage | undefined {
  if (usage?.inputTokens === undefined) return undefined
  const cached = tokenCount(usage.cacheReadInputTokens)
  return readTokenUsage({
    prompt: tokenCount(usage.inputTokens) + cached + tokenCount(usage.cacheWriteInputTokens),
    completion: tokenCount(usage.outputTokens),
    cached: usage.cacheReadInputTokens,
  })
}
