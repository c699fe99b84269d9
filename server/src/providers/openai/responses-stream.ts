import type { TokenUsage } from '@vee/contract/entities/message'
import type { EmitLlmEvent, LlmFinishReason, VendorPage } from '../llm/llm.ts'
import { type EventReader, parseJson } from '../wire/event-stream.ts'
import {
  brokenProtocol,
  cutAnswer,
  failureInAnswer,
  failureOfAnswer,
  type ProviderName,
} from '../wire/failures.ts'
import { readTokenUsage } from '../wire/token-usage.ts'
import { LinkCitations } from './link-citations.ts'

/** The fields that are read, over all event types of the stream. */
interface ResponseEvent {
  readonly type?: unknown
  readonly output_index?: unknown
  readonly delta?: unknown
  readonly annotation?: unknown
  readonly item?: OutputItem | null
  readonly response?: {
    readonly usage?: Usage | null
    readonly error?: unknown
    readonly incomplete_details?: { readonly reason?: unknown } | null
  } | null
}

interface OutputItem {
  readonly type?: unknown
  readonly id?: unknown
  readonly call_id?: unknown
  readonly name?: unknown
  readonly action?: {
    readonly type?: unknown
    readonly query?: unknown
    readonly queries?: unknown
    readonly sources?: unknown
    readonly url?: unknown
  } | null
}

interface Usage {
  readonly input_tokens?: unknown
  readonly output_tokens?: unknown
  readonly input_tokens_details?: { readonly cached_tokens?: unknown } | null
  readonly output_tokens_details?: { readonly reasoning_tokens?: unknown } | null
}

/** Returns a reader that emits the events of a response of OpenAI's Responses protocol. */
export function createResponseReader(provider: ProviderName, emit: EmitLlmEvent): EventReader {
  return new ResponseReader(provider, emit)
}

class ResponseReader implements EventReader {
  readonly #provider: ProviderName
  readonly #emit: EmitLlmEvent
  readonly #citations: LinkCitations
  /** output item → position among the tool calls */
  readonly #calls = new Map<unknown, number>()
  #reason: LlmFinishReason | undefined
  #usage: TokenUsage | undefined
  #searches = 0
  #hasOutput = false

  constructor(provider: ProviderName, emit: EmitLlmEvent) {
    this.#provider = provider
    this.#emit = emit
    this.#citations = new LinkCitations(emit, true)
  }

  readEvent({ data }: { readonly data: string }): boolean {
    const event = parseJson(data)
    if (typeof event !== 'object' || event === null)
      throw brokenProtocol(this.#provider, 'an event is not an object')
    return this.#take(event)
  }

  end(): void {
    if (!this.#reason) throw cutAnswer(this.#provider)
    this.#citations.end()
    this.#emit({
      type: 'finish',
      reason: this.#reason === 'stop' && this.#calls.size > 0 ? 'tool_calls' : this.#reason,
      usage: this.#usage,
      ...(this.#searches > 0 && { searches: this.#searches }),
    })
  }

  /** Returns true for the last event. */
  #take(event: ResponseEvent): boolean {
    const delta = typeof event.delta === 'string' ? event.delta : ''
    switch (event.type) {
      case 'response.output_item.added':
        this.#begin(event.item ?? {}, event.output_index)
        break
      case 'response.output_item.done':
        this.#endItem(event.item ?? {})
        break
      case 'response.output_text.delta':
      case 'response.refusal.delta':
        this.#hasOutput = true
        this.#citations.addText(delta)
        break
      case 'response.output_text.annotation.added':
        this.#citations.cite(event.annotation)
        break
      case 'response.reasoning_summary_text.delta':
      case 'response.reasoning_text.delta':
        if (delta !== '') this.#emit({ type: 'reasoning', text: delta })
        break
      case 'response.function_call_arguments.delta': {
        const index = this.#calls.get(event.output_index)
        if (index !== undefined) this.#emit({ type: 'tool-call-delta', index, argumentsDelta: delta })
        break
      }
      case 'response.completed':
      case 'response.incomplete':
        this.#usage = usageOf(event.response?.usage)
        this.#reason = event.type === 'response.completed' ? 'stop' : incompleteReasonOf(event)
        return true
      case 'response.failed':
      case 'error':
        throw this.#failure(event)
    }
    return false
  }

  #begin({ type, id, call_id, name }: OutputItem, outputIndex: unknown): void {
    if (type === 'function_call') {
      this.#hasOutput = true
      const index = this.#calls.size
      this.#calls.set(outputIndex, index)
      this.#emit({ type: 'tool-call-delta', index, id: String(call_id), name: String(name) })
    }
    if (type === 'web_search_call') this.#emit({ type: 'web-search', id: String(id), query: '' })
  }

  /** The query and the pages of a search are known at its end. Opened pages were found before. */
  #endItem({ type, id, action }: OutputItem): void {
    if (type !== 'web_search_call') return
    const isSearch = action?.type === 'search'
    if (isSearch) this.#searches += 1
    const query = [action?.queries, action?.query].flat().find((text) => typeof text === 'string') ?? ''
    const pages = isSearch ? pagesIn(action.sources) : pagesIn([action])
    this.#emit({ type: 'web-search', id: String(id), query, pages })
  }

  #failure(event: ResponseEvent): Error {
    const body = event.type === 'error' ? { error: event } : { error: event.response?.error ?? {} }
    const reported = failureInAnswer(body, true)
    return reported
      ? failureOfAnswer(this.#provider, reported, this.#hasOutput)
      : brokenProtocol(this.#provider, 'it failed while it answered')
  }
}

const incompleteReasonOf = ({ response }: ResponseEvent): LlmFinishReason =>
  response?.incomplete_details?.reason === 'content_filter' ? 'content_filter' : 'length'

function pagesIn(sources: unknown): readonly VendorPage[] {
  if (!Array.isArray(sources)) return []
  return (sources as readonly ({ readonly url?: unknown } | null | undefined)[]).flatMap((source) =>
    typeof source?.url === 'string' ? [{ url: source.url, title: '' }] : [],
  )
}

function usageOf(usage: Usage | null | undefined): TokenUsage | undefined {
  if (!usage) return undefined
  return readTokenUsage({
    prompt: usage.input_tokens,
    completion: usage.output_tokens,
    cached: usage.input_tokens_details?.cached_tokens,
    reasoning: usage.output_tokens_details?.reasoning_tokens,
  })
}
