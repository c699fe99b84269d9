import type { TokenUsage } from '@vee/contract/entities/message'
import type { EmitLlmEvent, LlmFinishReason } from '../../llm/llm.ts'
import { readChatUsage } from './chat-completion-usage.ts'
import { contentOf, type ContentPart } from './chat-content.ts'
import { type EventReader, parseJson } from '../event-stream.ts'
import {
  brokenProtocol,
  cutAnswer,
  emptyAnswer,
  failureInAnswer,
  failureOfAnswer,
  type ProviderName,
} from '../failures.ts'
import { createThinkTagReader, type HeadlessThoughts } from './think-tags.ts'
import { createToolCallReader } from './tool-call-parts.ts'

/**
 * The fields of a `chat.completion.chunk`, or of a whole `chat.completion`, that are read. Servers differ, so every
 * field is optional and may have another type.
 */
interface Chunk {
  readonly choices?: unknown
  /** of Ollama's own protocol */
  readonly message?: unknown
  readonly done_reason?: unknown
}

interface Choice {
  readonly finish_reason?: unknown
  readonly delta?: Delta | null
  /** in place of `delta`: of whole answers, and of some servers' chunks */
  readonly message?: Delta | null
  /** of the earlier completions protocol */
  readonly text?: unknown
}

interface Delta {
  readonly content?: unknown
  /** the model declines; in place of the content */
  readonly refusal?: unknown
  /** of DeepSeek, llama.cpp, LM Studio and earlier versions of vLLM */
  readonly reasoning_content?: unknown
  /** of OpenRouter, Groq, Ollama and vLLM */
  readonly reasoning?: unknown
  /** of GitHub Copilot */
  readonly reasoning_text?: unknown
  /** of OpenRouter and MiniMax: a list of entries */
  readonly reasoning_details?: unknown
  /** of Ollama's own protocol */
  readonly thinking?: unknown
  readonly tool_calls?: unknown
  /** of models that search: what they cite */
  readonly annotations?: unknown
  /** the form before `tool_calls` */
  readonly function_call?: unknown
}

const DONE = '[DONE]'
/** `data:` twice, of proxies that wrap a stream in events again */
const REPEATED_FIELD = /^(?:data:\s*)+/
const JSON_CONTAINER = /^[{[]/

/**
 * Returns a reader that emits the events of a chat completion, streamed or whole. The usage arrives after the finish
 * reason in a separate chunk, so `finish` is emitted at the end of the stream. A stream that ends without a finish
 * reason is complete if it contained a reply.
 */
export function readChatCompletion(
  provider: ProviderName,
  emit: EmitLlmEvent,
  options: ChatCompletionOptions = {},
): EventReader {
  return new ChatCompletion(provider, emit, options)
}

interface ChatCompletionOptions {
  readonly headless?: HeadlessThoughts | undefined
  /** called with what a model that searches cites */
  readonly onAnnotations?: ((annotations: readonly unknown[]) => void) | undefined
}

class ChatCompletion implements EventReader {
  readonly #provider: ProviderName
  readonly #emit: EmitLlmEvent
  readonly #text: ReturnType<typeof createThinkTagReader>
  readonly #calls: ReturnType<typeof createToolCallReader>
  readonly #onAnnotations: ChatCompletionOptions['onAnnotations']
  #reason: LlmFinishReason | undefined
  #usage: TokenUsage | undefined
  #isDone = false
  #hasOutput = false
  #hasDeltas = false

  constructor(
    provider: ProviderName,
    emit: EmitLlmEvent,
    { headless, onAnnotations }: ChatCompletionOptions,
  ) {
    this.#onAnnotations = onAnnotations
    this.#provider = provider
    this.#emit = emit
    this.#text = createThinkTagReader(emit, headless)
    this.#calls = createToolCallReader(emit)
  }

  readEvent({ data, event }: { readonly data: string; readonly event?: string | undefined }): boolean {
    const payload = data.trim()
    if (payload.includes('\n') && parseJson(payload) === undefined)
      return payload.split('\n').some((line) => this.#takeData(line.trim(), event))
    return this.#takeData(payload, event)
  }

  /** `data`: the data of an event, or a line of it where a server leaves out the empty lines between events */
  #takeData(data: string, event: string | undefined): boolean {
    const payload = data.replace(REPEATED_FIELD, '')
    if (payload.toUpperCase() === DONE) return (this.#isDone = true)
    // Servers keep a connection open with words such as `ping`.
    if (event !== 'error' && !JSON_CONTAINER.test(payload)) return false
    const chunk = this.#chunkOf(payload, event)
    this.#usage = readChatUsage(chunk) ?? this.#usage
    const choice = choiceOf(chunk)
    if (choice) this.#takeChoice(choice)
    return false
  }

  end(): void {
    if (!this.#reason && !this.#hasOutput) throw (this.#isDone ? emptyAnswer : cutAnswer)(this.#provider)
    const reason = this.#reason ?? (this.#calls.hasCalls ? 'tool_calls' : 'stop')
    this.#text.end(reason === 'stop')
    this.#emit({ type: 'finish', reason, usage: this.#usage })
  }

  #chunkOf(payload: string, event: string | undefined): Chunk {
    const chunk = parseJson(payload)
    const failure = event === 'error' ? (chunk ?? payload) : chunk
    const reported = failureInAnswer(failure, event === 'error')
    if (reported !== undefined) throw failureOfAnswer(this.#provider, reported, this.#hasOutput)
    if (typeof chunk !== 'object' || chunk === null)
      throw brokenProtocol(this.#provider, 'an event is not an object')
    return chunk
  }

  #takeChoice(choice: Choice): void {
    const delta = this.#deltaOf(choice)
    const reasoning = reasoningOf(delta)
    if (reasoning !== '') {
      this.#text.hasSeparateReasoning()
      this.#takePart({ kind: 'reasoning', text: reasoning })
    }
    for (const part of contentOf(delta.content)) this.#takePart(part)
    for (const part of contentOf(choice.text)) this.#takePart(part)
    for (const part of contentOf(delta.refusal)) this.#takePart(part)
    if (Array.isArray(delta.annotations)) this.#onAnnotations?.(delta.annotations)
    this.#takeCalls(delta)
    this.#reason = finishReasonOf(this.#provider, choice.finish_reason) ?? this.#reason
  }

  /** The whole message at the end of a stream repeats its deltas. */
  #deltaOf({ delta, message }: Choice): Delta {
    if (delta) {
      this.#hasDeltas ||= Object.keys(delta).length > 0
      return delta
    }
    return (this.#hasDeltas && this.#hasOutput ? undefined : message) ?? {}
  }

  #takePart({ kind, text }: ContentPart): void {
    this.#hasOutput = true
    if (kind === 'text') this.#text.addText(text)
    else this.#emit({ type: 'reasoning', text })
  }

  #takeCalls({ tool_calls: toolCalls, function_call: legacy }: Delta): void {
    const parts: readonly unknown[] = Array.isArray(toolCalls) ? toolCalls : [toolCalls ?? []].flat()
    const all = legacy === undefined || legacy === null ? parts : [...parts, { function: legacy }]
    if (all.length === 0) return
    this.#text.decide()
    all.forEach((toolCall, position) => this.#calls.take(toolCall, position))
    this.#hasOutput ||= this.#calls.hasCalls
  }
}

/** Returns the reasoning of the first field that has some; servers that have several repeat it. */
function reasoningOf(delta: Delta): string {
  const { reasoning, reasoning_content, thinking, reasoning_text, reasoning_details } = delta
  return (
    [reasoning, reasoning_content, thinking, reasoning_text, reasoning_details]
      .map((value) =>
        contentOf(value, 'reasoning')
          .map(({ text }) => text)
          .join(''),
      )
      .find((text) => text !== '') ?? ''
  )
}

function choiceOf({ choices, message, done_reason }: Chunk): Choice | undefined {
  const choice: unknown = Array.isArray(choices) ? choices[0] : undefined
  if (typeof choice === 'object' && choice !== null) return choice
  if (typeof message !== 'object' || message === null) return undefined
  return { message, finish_reason: done_reason }
}

/** Finish reasons of servers in lower case; all others are `stop`. */
const FINISH_REASONS: Readonly<Record<string, LlmFinishReason>> = {
  length: 'length',
  max_tokens: 'length',
  max_output_tokens: 'length',
  model_length: 'length',
  tool_calls: 'tool_calls',
  tool_call: 'tool_calls',
  tool_use: 'tool_calls',
  function_call: 'tool_calls',
  content_filter: 'content_filter',
  safety: 'content_filter',
  prohibited_content: 'content_filter',
  blocklist: 'content_filter',
  recitation: 'content_filter',
  refusal: 'content_filter',
  sensitive: 'content_filter',
}
/** Finish reasons of a server that failed: OpenRouter, vLLM and SGLang, Zhipu, DeepSeek. */
const FAILED: ReadonlySet<string> = new Set([
  'error',
  'abort',
  'network_error',
  'insufficient_system_resource',
])

function finishReasonOf(provider: ProviderName, reported: unknown): LlmFinishReason | undefined {
  if (typeof reported !== 'string' || reported === '' || reported === 'null') return undefined
  const reason = reported.toLowerCase()
  if (FAILED.has(reason)) throw brokenProtocol(provider, 'it failed while it answered')
  return FINISH_REASONS[reason] ?? 'stop'
}
