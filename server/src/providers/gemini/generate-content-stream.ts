import { randomUUID } from 'node:crypto'
import type { TokenUsage } from '@vee/contract/entities/message'
import type { EmitLlmEvent, LlmFinishReason } from '../llm/llm.ts'
import { type EventReader, parseJson } from '../wire/event-stream.ts'
import { brokenProtocol, cutAnswer, errorCodeOf, type ProviderName } from '../wire/failures.ts'
import { readTokenUsage, tokenCount } from '../wire/token-usage.ts'
import { keepTurn } from '../llm/kept-turns.ts'
import { Grounding, type GroundingMetadata } from './grounding.ts'
import type { ThoughtSignatures } from './thought-signatures.ts'

/** The fields of a `GenerateContentResponse` that are read. */
interface ContentResponse {
  readonly candidates?: readonly (Candidate | null | undefined)[] | null
  /** present if the prompt was blocked; there are no candidates then */
  readonly promptFeedback?: { readonly blockReason?: unknown } | null
  readonly usageMetadata?: Usage | null
  readonly error?: unknown
}

interface Candidate {
  readonly content?: { readonly parts?: readonly (ResponsePart | null)[] | null } | null
  readonly finishReason?: unknown
  readonly groundingMetadata?: GroundingMetadata | null
}

interface ResponsePart {
  readonly text?: unknown
  /** true: the text is a summary of a thought */
  readonly thought?: unknown
  readonly thoughtSignature?: unknown
  readonly functionCall?: { readonly id?: unknown; readonly name?: unknown; readonly args?: unknown } | null
  /** a search along with functions */
  readonly toolCall?: { readonly id?: unknown; readonly args?: { readonly queries?: unknown } | null } | null
  readonly toolResponse?: unknown
}

interface Usage {
  /** includes the cached tokens */
  readonly promptTokenCount?: unknown
  /** tokens of the results of Google's own tools */
  readonly toolUsePromptTokenCount?: unknown
  readonly cachedContentTokenCount?: unknown
  /** without the tokens of thoughts */
  readonly candidatesTokenCount?: unknown
  readonly thoughtsTokenCount?: unknown
}

/**
 * Returns a reader that emits the events of the responses and keeps the signatures of function calls. The protocol
 * has no last event: the stream is complete if it ended after a finish reason. A blocked prompt or reply finishes
 * with `content_filter`.
 */
export function createContentReader(
  provider: ProviderName,
  model: string,
  signatures: ThoughtSignatures,
  emit: EmitLlmEvent,
): EventReader {
  let reason: LlmFinishReason | undefined
  let usage: TokenUsage | undefined
  let calls = 0
  const grounding = new Grounding(emit)
  /** the turn as it goes back to the vendor, if it has searched and calls functions */
  const parts: ResponsePart[] = []
  let firstCallId: string | undefined

  const takePart = (part: ResponsePart) => {
    const { text, thought, thoughtSignature, functionCall, toolCall } = part
    if (typeof text === 'string' && thought !== true) grounding.addText(text)
    if (toolCall) grounding.search(toolCall)
    if (part.text !== '' || thoughtSignature !== undefined) parts.push(part)
    if (typeof text === 'string' && text !== '') emit({ type: thought === true ? 'reasoning' : 'text', text })
    if (!functionCall) return
    // Models before Gemini 3 return no ids.
    const id = typeof functionCall.id === 'string' && functionCall.id !== '' ? functionCall.id : newCallId()
    if (typeof thoughtSignature === 'string') signatures.keep(model, id, thoughtSignature)
    firstCallId ??= id
    parts.splice(-1, 1, { ...part, functionCall: { ...functionCall, id } })
    emit({
      type: 'tool-call-delta',
      index: calls++,
      id,
      name: String(functionCall.name),
      argumentsDelta: JSON.stringify(functionCall.args ?? {}),
    })
  }

  return {
    readEvent({ data }) {
      const response = responseOf(provider, data)
      usage = usageOf(response.usageMetadata) ?? usage
      if (typeof response.promptFeedback?.blockReason === 'string') reason = 'content_filter'
      const candidate = response.candidates?.[0]
      for (const part of candidate?.content?.parts ?? []) if (part) takePart(part)
      if (candidate?.groundingMetadata) grounding.add(candidate.groundingMetadata)
      reason = finishReasonOf(provider, candidate?.finishReason) ?? reason
      return false
    },
    end() {
      if (!reason) throw cutAnswer(provider)
      if (firstCallId !== undefined && parts.some(({ toolCall }) => toolCall)) keepTurn(firstCallId, parts)
      grounding.end()
      const searches = grounding.searchesOf(model)
      emit({
        type: 'finish',
        reason: reason === 'stop' && calls > 0 ? 'tool_calls' : reason,
        usage,
        ...(searches > 0 && { searches }),
      })
    },
  }
}

const newCallId = () => `call_${randomUUID()}`

function responseOf(provider: ProviderName, data: string): ContentResponse {
  const response = parseJson(data)
  if (typeof response !== 'object' || response === null)
    throw brokenProtocol(provider, 'an event is not an object')
  if ('error' in response && response.error) {
    throw brokenProtocol(provider, `it failed while it answered (${errorCodeOf(response) ?? 'no code'})`)
  }
  return response
}

const FILTERED: ReadonlySet<string> = new Set([
  'SAFETY',
  'RECITATION',
  'LANGUAGE',
  'BLOCKLIST',
  'PROHIBITED_CONTENT',
  'SPII',
  'IMAGE_SAFETY',
  'IMAGE_PROHIBITED_CONTENT',
])

/** The model generated no valid reply. */
const FAILED: ReadonlySet<string> = new Set([
  'MALFORMED_FUNCTION_CALL',
  'MALFORMED_RESPONSE',
  'UNEXPECTED_TOOL_CALL',
  'TOO_MANY_TOOL_CALLS',
  'MISSING_THOUGHT_SIGNATURE',
  'OTHER',
])

function finishReasonOf(provider: ProviderName, reason: unknown): LlmFinishReason | undefined {
  if (typeof reason !== 'string' || reason === 'FINISH_REASON_UNSPECIFIED') return undefined
  if (FAILED.has(reason)) throw brokenProtocol(provider, `it ended its answer with ${reason}`)
  if (FILTERED.has(reason)) return 'content_filter'
  return reason === 'MAX_TOKENS' ? 'length' : 'stop'
}

function usageOf(usage: Usage | null | undefined): TokenUsage | undefined {
  if (usage?.promptTokenCount === undefined) return undefined
  return readTokenUsage({
    prompt: tokenCount(usage.promptTokenCount) + tokenCount(usage.toolUsePromptTokenCount),
    completion: tokenCount(usage.candidatesTokenCount) + tokenCount(usage.thoughtsTokenCount),
    cached: usage.cachedContentTokenCount,
    reasoning: usage.thoughtsTokenCount,
  })
}
