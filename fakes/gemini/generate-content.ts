import type { Behaviour } from '../upstream/behaviour.ts'
import type { Body } from '../upstream/deliver.ts'
import type { Reply } from '../upstream/reply.ts'
import type { ScriptedSearch } from '../upstream/vendor-search.ts'
import { geminiError } from './errors.ts'
import { groundingMetadataOf } from './grounding.ts'

const FINISH_REASON = {
  stop: 'STOP',
  length: 'MAX_TOKENS',
  tool_calls: 'STOP',
  content_filter: 'SAFETY',
} as const

/** The signature of the first function call of a response. */
export const SIGNATURE = 'RXhhbXBsZSBvZiBhIHRob3VnaHQgc2lnbmF0dXJl'

/** Google separates events with a carriage return and a line feed. */
const event = (data: unknown) => Buffer.from(`data: ${JSON.stringify(data)}\r\n\r\n`)

const thought = (text: string) => ({ text, thought: true })

function functionCalls(reply: Reply): readonly object[] {
  return reply.toolCalls.map(({ id, name, arguments: json }, index) => ({
    functionCall: { name, args: JSON.parse(json) as unknown, ...(id !== '' && { id }) },
    // Only the first of parallel calls has one.
    ...(index === 0 && { thoughtSignature: SIGNATURE }),
  }))
}

/** Returns a reply as the events of `streamGenerateContent?alt=sse`. */
export function contentEvents(reply: Reply, behaviour: Behaviour, search: ScriptedSearch | undefined): Body {
  const chunk = (parts: readonly object[], more: object = {}) =>
    event(response(reply, [{ content: { parts, role: 'model' }, index: 0, ...more }]))
  const last = behaviour.isPromptBlocked
    ? event(blocked(reply, behaviour))
    : chunk(reply.tokens.length > 0 ? [{ text: '' }] : [], {
        finishReason: finishReasonOf(reply, behaviour),
        ...(search && { groundingMetadata: groundingMetadataOf(search) }),
      })
  return {
    contentType: 'text/event-stream',
    opening: [],
    pieces: behaviour.isPromptBlocked
      ? []
      : [
          ...reply.reasoning.map((text) => chunk([thought(text)])),
          ...reply.tokens.map((text) => chunk([{ text }])),
          ...functionCalls(reply).map((part) => chunk([part])),
        ],
    closing: [last],
    errorEvent: event(geminiError({ status: 503, message: 'The model is overloaded.' })),
    garbage: Buffer.from('data: {"candidates": [{"content"\r\n\r\n'),
  }
}

/** Returns the same reply unstreamed. */
export function contentResponse(reply: Reply, behaviour: Behaviour): object {
  if (behaviour.isPromptBlocked) return blocked(reply, behaviour)
  const parts = [
    ...(reply.reasoning.length > 0 ? [thought(reply.reasoning.join(''))] : []),
    ...(reply.tokens.length > 0 ? [{ text: reply.tokens.join('') }] : []),
    ...functionCalls(reply),
  ]
  return response(reply, [
    { content: { parts, role: 'model' }, finishReason: finishReasonOf(reply, behaviour), index: 0 },
  ])
}

const blocked = (reply: Reply, { vendorReason = 'SAFETY' }: Behaviour) => ({
  ...response(reply, undefined),
  promptFeedback: { blockReason: vendorReason },
})

const finishReasonOf = (reply: Reply, { vendorReason }: Behaviour) =>
  vendorReason ?? FINISH_REASON[reply.finishReason]

function response(reply: Reply, candidates: readonly object[] | undefined): object {
  return {
    ...(candidates && { candidates }),
    ...(reply.usage && { usageMetadata: usageOf(reply.usage) }),
    modelVersion: reply.model,
    responseId: 'response-1',
  }
}

/** Google counts thoughts apart from the reply, and the cached tokens as a part of the prompt. */
function usageOf(usage: NonNullable<Reply['usage']>): object {
  const thoughts = usage.reasoningTokens ?? 0
  return {
    promptTokenCount: usage.promptTokens,
    candidatesTokenCount: usage.completionTokens - thoughts,
    totalTokenCount: usage.promptTokens + usage.completionTokens,
    ...(usage.cachedTokens !== undefined && { cachedContentTokenCount: usage.cachedTokens }),
    ...(thoughts > 0 && { thoughtsTokenCount: thoughts }),
  }
}
