import type { AgentResult, ResultKind } from '@vee/contract/entities/agent-result'
import type { TokenUsage, ToolCall } from '@vee/contract/entities/message'
import type { ToolRun } from '@vee/contract/entities/tool-run'
import type { ReplyEvent } from '@vee/contract/stream/reply-event'
import type { LlmEvent, LlmFinishReason } from '#providers/llm.ts'

type ToolCallDelta = Extract<LlmEvent, { type: 'tool-call-delta' }>

/** Whose a tool call is: the caller's to answer, the server's, or a result of this kind. */
export type CallNature = 'caller' | 'server' | { readonly result: ResultKind }

/** What a model has said so far, over as many rounds as its tools take. */
export class ReplyAccumulator {
  readonly #natureOf: (toolName: string) => CallNature
  readonly #toolRuns: ToolRun[] = []
  #result: AgentResult | undefined
  /** joined when somebody asks, not by each token: a text that grows is an object more for each of them */
  readonly #pieces: string[] = []
  /** where this round begins in them */
  #roundStart = 0
  #calls: ToolCall[] = []
  #finishReason: LlmFinishReason | undefined
  #usage: TokenUsage | undefined
  /** of the rounds before */
  #usageBefore: TokenUsage | undefined

  constructor(natureOf: (toolName: string) => CallNature = () => 'caller') {
    this.#natureOf = natureOf
  }

  /** Takes the next thing the model says and returns the event that tells it on, if it is one to tell. */
  take(event: LlmEvent): ReplyEvent | undefined {
    switch (event.type) {
      case 'text':
        return event.text === '' ? undefined : this.#takeText(event.text)
      case 'tool-call-delta':
        return this.#takeCall(event)
      case 'finish':
        this.#finishReason = event.reason
        this.#usage = event.usage
        return undefined
    }
  }

  /** Begins another round, which adds to what was said; `used` is what the one before took. */
  nextRound(used: TokenUsage): void {
    this.#usageBefore = sumOf(this.#usageBefore, used)
    this.#roundStart = this.#pieces.length
    this.#calls = []
    this.#finishReason = undefined
    this.#usage = undefined
  }

  /** The last round is over; tells what all of them took. */
  closeRound(used: TokenUsage): TokenUsage {
    this.#usage = used
    return sumOf(this.#usageBefore, used)
  }

  keepRun(run: ToolRun): void {
    this.#toolRuns.push(run)
  }

  keepResult(result: AgentResult): void {
    this.#result = result
  }

  /** Says why it ended, where the model's own word would mislead. */
  endAs(reason: LlmFinishReason): void {
    this.#finishReason = reason
    this.#calls = this.#calls.filter(({ name }) => this.#natureOf(name) === 'caller')
  }

  get text(): string {
    return this.#pieces.join('')
  }

  /** what the model wrote in the round that goes on, its calls included */
  get written(): string {
    return this.#calls.reduce((text, call) => text + call.name + call.arguments, this.roundText)
  }

  /** whether the model has said anything yet */
  get hasBegun(): boolean {
    return this.#pieces.length > 0 || this.#calls.length > 0
  }

  /** of the round that goes on */
  get roundText(): string {
    return this.#pieces.slice(this.#roundStart).join('')
  }

  /** of the round that goes on, in the model's order, whole once the round is */
  get roundCalls(): readonly ToolCall[] {
    return this.#calls.filter(() => true)
  }

  /** what the caller is asked to do, whole once the answer is */
  get toolCalls(): readonly ToolCall[] {
    return this.#calls.filter(({ name }) => this.#natureOf(name) === 'caller')
  }

  /** what the server did */
  get toolRuns(): readonly ToolRun[] {
    return this.#toolRuns
  }

  get result(): AgentResult | undefined {
    return this.#result
  }

  /** undefined until the answer is complete */
  get finishReason(): LlmFinishReason | undefined {
    return this.#finishReason
  }

  /** of all rounds; undefined when the provider gave no figures */
  get usage(): TokenUsage | undefined {
    return this.#usage && sumOf(this.#usageBefore, this.#usage)
  }

  /** of the round that goes on; undefined when the provider gave no figures */
  get roundUsage(): TokenUsage | undefined {
    return this.#usage
  }

  /** of the rounds before this one */
  get usageBefore(): TokenUsage | undefined {
    return this.#usageBefore
  }

  #takeText(text: string): ReplyEvent {
    const isFirst = this.#roundStart === this.#pieces.length
    const parting = isFirst && this.#pieces.at(-1)?.endsWith('\n') === false ? '\n\n' : ''
    if (parting !== '') this.#roundStart = this.#pieces.push(parting)
    this.#pieces.push(text)
    return { type: 'chunk', content: parting + text }
  }

  #takeCall(event: ToolCallDelta): ReplyEvent | undefined {
    const { type: _, ...delta } = event
    const call = this.#addToToolCall(event)
    const nature = this.#natureOf(call.name)
    if (nature === 'caller') return { type: 'tool_call_delta', ...delta }
    if (nature === 'server' || !event.argumentsDelta) return undefined
    return { type: 'result_delta', id: call.id, kind: nature.result, delta: event.argumentsDelta }
  }

  #addToToolCall({ index, id, name, argumentsDelta = '' }: ToolCallDelta): ToolCall {
    const known = this.#calls[index] ?? { id: '', name: '', arguments: '' }
    const call = {
      id: id ?? known.id,
      name: name ?? known.name,
      arguments: known.arguments + argumentsDelta,
    }
    this.#calls[index] = call
    return call
  }
}

function sumOf(one: TokenUsage | undefined, other: TokenUsage): TokenUsage {
  if (!one) return other
  const cachedTokens = (one.cachedTokens ?? 0) + (other.cachedTokens ?? 0)
  return {
    promptTokens: one.promptTokens + other.promptTokens,
    completionTokens: one.completionTokens + other.completionTokens,
    totalTokens: one.totalTokens + other.totalTokens,
    ...(cachedTokens > 0 && { cachedTokens }),
    ...((one.isEstimated || other.isEstimated) && { isEstimated: true }),
  }
}
