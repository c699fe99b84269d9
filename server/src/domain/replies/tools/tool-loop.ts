import type { ResultKind } from '@vee/contract/entities/agent-result'
import type { ChatMessage, ToolCall } from '@vee/contract/entities/message'
import { citedEvents, type CitedLlmEvent } from '../../sources/index.ts'
import type { LlmMessage, LlmProvider, LlmRequest } from '#providers/llm/llm.ts'
import type { ReplyAccumulator } from '../run/reply-accumulator.ts'
import { resultToolName } from './make-result.ts'
import type { EmitReplyEvent, TokenCounter } from '../ports.ts'
import { usageOfRound } from '../token-usage.ts'
import type { ToolResult, ToolUse } from './use-tools.ts'
import { isRejected } from './vendor-search.ts'

/** Calls of the model per reply; the last one has to return text. */
const MAX_ROUNDS = 6

interface ToolLoopOptions {
  readonly provider: LlmProvider
  /** without tools; the loop adds them */
  readonly request: LlmRequest
  readonly toolUse: ToolUse
  readonly tokens: TokenCounter
  /** the kind of result to request first */
  readonly wantedResult: ResultKind | undefined
  /** accumulates the output of the model */
  readonly accumulator: ReplyAccumulator
  /**
   * Tools act in the world, so they wait for this promise, except for searches that cost nothing; false: no tool may run, and the
   * loop ends.
   */
  readonly mayAct: Promise<boolean>
}

/**
 * Calls the model, runs the tools that it calls, and calls it again with their results until it returns an
 * answer. Calls of the caller's own tools end the reply. Returns without an error when `abortSignal` aborts.
 */
export async function runToolLoop(
  { provider, request, toolUse, tokens, wantedResult, accumulator, mayAct }: ToolLoopOptions,
  abortSignal: AbortSignal,
  emit: EmitReplyEvent,
): Promise<void> {
  const tools = toolUse.offered
  let llmRequest: LlmRequest = {
    ...request,
    tools,
    ...(wantedResult && tools.length > 0 && { toolChoice: { name: resultToolName(wantedResult) } }),
    ...(toolUse.searchesByVendor && { search: { timeZone: request.timeZone } }),
  }
  toolUse.sources?.onCited((source) => emit({ type: 'source', source }))
  toolUse.readFoundPages(abortSignal)
  let round = 1
  try {
    for (; ; round++) {
      await callAndCite({ provider, toolUse }, llmRequest, accumulator, abortSignal, emit)
      if (accumulator.roundCalls.length === 0 || accumulator.toolCalls.length > 0) return
      if (round === MAX_ROUNDS) return accumulator.endAs('length')
      const calls = accumulator.roundCalls.map((call, index) => ({
        ...call,
        id: call.id || `call_${round}_${index}`,
      }))
      // The end of the turn may still be uncertain: a search with a free engine does not wait for it.
      if (!toolUse.mayRunEarly(calls) && !(await mayAct)) return
      const results: LlmMessage[] = []
      for (const call of calls)
        results.push(resultMessage(call, await toolUse.run(call, accumulator, abortSignal, emit)))
      if (!(await mayAct)) return
      if (accumulator.text !== '' && toolUse.hasShownAll(calls)) return accumulator.endAs('stop')
      if (toolUse.hasHandedOver) return accumulator.endAs('stop')
      const used = await usageOfRound(llmRequest, accumulator, tokens)
      llmRequest = afterCalls(llmRequest, accumulator.roundText, calls, results, round + 1 === MAX_ROUNDS)
      accumulator.nextRound(used)
      if (abortSignal.aborted) return
    }
  } finally {
    if (round > 1) accumulator.endLastRound(await usageOfRound(llmRequest, accumulator, tokens))
  }
}

interface ModelCallOptions {
  readonly provider: LlmProvider
  readonly toolUse: ToolUse
}

/** Calls the model and adds its output; without tools and search if its server rejects requests with tools. */
async function callAndCite(
  { toolUse, provider }: ModelCallOptions,
  request: LlmRequest,
  accumulator: ReplyAccumulator,
  abortSignal: AbortSignal,
  emit: EmitReplyEvent,
): Promise<void> {
  const call = (llmRequest: LlmRequest) =>
    callModel({ toolUse, provider }, llmRequest, accumulator, abortSignal, emit)
  try {
    await call(request)
  } catch (error) {
    const isFirst =
      accumulator.text === '' && accumulator.roundCalls.length === 0 && accumulator.usageBefore === undefined
    const hasTools = request.tools.length > 0 || request.search !== undefined
    if (!isRejected(error) || !isFirst || toolUse.areCallers || !hasTools) throw error
    const system = await toolUse.instructedWithoutTools(request.system)
    await call({ ...request, system, tools: [], toolChoice: undefined, search: undefined })
  }
}

/** Calls the model, and adds its output with the markers of sources that are proven. */
async function callModel(
  { toolUse, provider }: ModelCallOptions,
  request: LlmRequest,
  accumulator: ReplyAccumulator,
  abortSignal: AbortSignal,
  emit: EmitReplyEvent,
): Promise<void> {
  // Without sources nothing can be cited, and brackets are left alone.
  const sources = toolUse.citable
  const add = (llmEvent: CitedLlmEvent) => {
    if (llmEvent.type === 'web-search') toolUse.showVendorSearch(llmEvent, accumulator, emit)
    const event = accumulator.addEvent(llmEvent)
    if (event) emit(event)
  }
  const cited = sources && citedEvents(sources, add)
  try {
    await provider.stream(request, abortSignal, cited?.emit ?? add)
  } finally {
    await cited?.settled()
  }
}

const resultMessage = (call: ToolCall, result: ToolResult): LlmMessage => ({
  role: 'tool',
  tool_call_id: call.id,
  name: call.name,
  ...result,
})

function afterCalls(
  before: LlmRequest,
  content: string,
  calls: readonly ToolCall[],
  results: readonly LlmMessage[],
  isLast: boolean,
): LlmRequest {
  const spoken: ChatMessage = { role: 'assistant', content, tool_calls: [...calls] }
  return {
    ...before,
    messages: [...before.messages, spoken, ...results],
    toolChoice: isLast ? 'none' : undefined,
  }
}
