import type { AgentResult, ResultKind } from '@vee/contract/entities/agent-result'
import type { AgentId } from '@vee/contract/entities/agent-ids'
import type { TokenUsage, ToolCall } from '@vee/contract/entities/message'
import { MAX_SPEAKER_RANGES, type SpeakerRange } from '@vee/contract/entities/speaker'
import type { ToolRun } from '@vee/contract/entities/tool-run'
import type { ReplyEvent } from '@vee/contract/stream/reply-event'
import type { LlmEvent, LlmFinishReason } from '#providers/llm/llm.ts'
import type { CitedLlmEvent } from '../../sources/index.ts'
import { sumOfUsage } from '#providers/llm/sum-of-usage.ts'

type ToolCallDelta = Extract<LlmEvent, { type: 'tool-call-delta' }>

/** The handler of a tool call: the caller, the server, or it is a result of this kind. */
export type CallNature = 'caller' | 'server' | { readonly result: ResultKind }

/** Maximum length of the reasoning that is emitted for a reply, in UTF-16 code units. */
const MAX_REASONING_LENGTH = 200_000

/** parts the texts of two rounds */
const PARTING = '\n\n'

/** A stretch of the text that another agent speaks. */
interface Stretch {
  readonly agentId: AgentId
  /** indices in the pieces of the text */
  readonly firstPiece: number
  endPiece: number
  /** the agent is speaking */
  isOpen: boolean
}

/** Accumulates the output of a model over all rounds of tool calls, with what other agents say in between. */
export class ReplyAccumulator {
  readonly #toolKindOf: (toolName: string) => CallNature
  readonly #emitsReasoning: boolean
  readonly #toolRuns: ToolRun[] = []
  #result: AgentResult | undefined
  /** joined on read: appending to a string would allocate an object per token */
  readonly #pieces: string[] = []
  #providerId: string | undefined
  /** what the model reasoned in the current round */
  #reasoning = ''
  /** length of the reasoning that was emitted */
  #reasoningEmitted = 0
  /** index of the first piece of this round */
  #roundStart = 0
  #calls: ToolCall[] = []
  #finishReason: LlmFinishReason | undefined
  #usage: TokenUsage | undefined
  #searchSuggestions: string | undefined
  #vendorSearches = 0
  /** until the vendor states them */
  #searchesInRound = 0
  readonly #stretches: Stretch[] = []
  readonly #othersToolRuns: ToolRun[] = []
  #othersUsage: TokenUsage | undefined
  #othersCostUsd = 0
  #isCutOff = false
  /** usage of the earlier rounds */
  #usageBefore: TokenUsage | undefined

  constructor(toolKindOf: (toolName: string) => CallNature = () => 'caller', emitsReasoning = false) {
    this.#toolKindOf = toolKindOf
    this.#emitsReasoning = emitsReasoning
  }

  /** Adds an event of the model. Returns the reply event to emit, if there is one. */
  addEvent(event: CitedLlmEvent): ReplyEvent | undefined {
    switch (event.type) {
      case 'provider':
        this.#providerId = event.id
        return undefined
      case 'text':
        return event.text === '' ? undefined : this.#takeText(event.text)
      case 'reasoning':
        return this.#takeReasoning(event.text)
      case 'retract':
        return event.kind === 'text' ? this.#retractText(event.length) : this.#retractReasoning(event.length)
      case 'tool-call-delta':
        return this.#takeCall(event)
      case 'marked':
        return this.#markText(event)
      case 'search-suggestions':
        this.#searchSuggestions = event.html
        return undefined
      case 'finish':
        this.#finishReason = event.reason
        this.#usage = event.usage
        this.#vendorSearches += event.searches ?? this.#searchesInRound
        this.#searchesInRound = 0
        return undefined
      // The citations of vendors have become markers, and their searches runs of a tool.
      case 'citation':
      case 'late-citations':
        return undefined
      case 'web-search':
        if (event.pages) this.#searchesInRound += 1
        return undefined
    }
  }

  /** id of the provider that took over; undefined if the requested one generates the answer */
  get providerId(): string | undefined {
    return this.#providerId
  }

  /** Starts another round; `usage` is the usage of the previous one. */
  nextRound(usage: TokenUsage): void {
    this.#usageBefore = sumOfUsage(this.#usageBefore, usage)
    this.#roundStart = this.#pieces.length
    this.#calls = []
    this.#reasoning = ''
    this.#finishReason = undefined
    this.#usage = undefined
  }

  /** Ends the last round. Returns the usage of all rounds. */
  endLastRound(usage: TokenUsage): TokenUsage {
    this.#usage = usage
    return sumOfUsage(this.#usageBefore, usage)
  }

  storeRun(run: ToolRun): void {
    this.#toolRuns.push(run)
  }

  storeResult(result: AgentResult): void {
    this.#result = result
  }

  /**
   * Adds text of another agent. Returns the events to emit: before its first words the one that it speaks, parted from
   * the words before it.
   */
  addOthersText(agentId: AgentId, text: string): readonly ReplyEvent[] {
    if (text === '') return []
    const stretch = this.#stretches.at(-1)
    if (stretch?.isOpen === true && stretch.agentId === agentId) return [this.#push(text)]
    this.endOthersText()
    const parting = this.#pieces.length === 0 ? '' : PARTING
    if (parting !== '') this.#pieces.push(parting)
    this.#stretches.push({ agentId, firstPiece: this.#pieces.length, endPiece: 0, isOpen: true })
    const chunk = this.#push(text)
    return [
      { type: 'speaker', agentId },
      { ...chunk, content: parting + text },
    ]
  }

  /** Replaces the last `length` UTF-16 code units of the text of the agent that speaks. */
  replaceOthersText(length: number, text: string): void {
    const stretch = this.#stretches.at(-1)
    if (stretch?.isOpen !== true) return
    const words = this.#pieces.slice(stretch.firstPiece).join('')
    this.#pieces.length = stretch.firstPiece
    this.#pieces.push(words.slice(0, words.length - length) + text)
  }

  /** The agent of the reply speaks again. Returns false if no other one was speaking. */
  endOthersText(): boolean {
    const stretch = this.#stretches.at(-1)
    if (stretch?.isOpen !== true) return false
    stretch.isOpen = false
    stretch.endPiece = this.#pieces.length
    this.#roundStart = this.#pieces.length
    return true
  }

  /** Adds what another agent has used. */
  addOthersCosts({ usage, costUsd }: { readonly usage: TokenUsage; readonly costUsd: number }): void {
    this.#othersUsage = sumOfUsage(this.#othersUsage, usage)
    this.#othersCostUsd += costUsd
  }

  /** Adds the tools that another agent has used: they follow those of the agent of the reply. */
  addOthersToolRuns(agentId: AgentId, toolRuns: readonly ToolRun[]): void {
    this.#othersToolRuns.push(...toolRuns.map((toolRun) => ({ ...toolRun, agentId })))
  }

  /** Marks that another agent was cut off, after the agent of the reply had ended. */
  cutOff(): void {
    this.#isCutOff = true
  }

  get isCutOff(): boolean {
    return this.#isCutOff
  }

  get othersUsage(): TokenUsage | undefined {
    return this.#othersUsage
  }

  get othersCostUsd(): number {
    return this.#othersCostUsd
  }

  /** the stretches of the text that other agents speak */
  get speakers(): SpeakerRange[] {
    const lengthOf = (from: number, to?: number) => this.#pieces.slice(from, to).join('').length
    return this.#stretches
      .slice(0, MAX_SPEAKER_RANGES)
      .flatMap(({ agentId, firstPiece, endPiece, isOpen }) => {
        const start = lengthOf(0, firstPiece)
        const end = start + lengthOf(firstPiece, isOpen ? undefined : endPiece)
        return end > start ? [{ agentId, start, end }] : []
      })
  }

  /** Overrides the finish reason if the model's own would be misleading. */
  endAs(reason: LlmFinishReason): void {
    this.#finishReason = reason
    this.#calls = this.#calls.filter(({ name }) => this.#toolKindOf(name) === 'caller')
  }

  get text(): string {
    return this.#pieces.join('')
  }

  /** the model's output in the current round, including calls and reasoning */
  get written(): string {
    const text = this.#reasoning + this.roundText
    return this.#calls.reduce((text, call) => text + call.name + call.arguments, text)
  }

  /** whether the model has emitted anything */
  get hasBegun(): boolean {
    return this.#pieces.length > 0 || this.#calls.length > 0 || this.#reasoning !== ''
  }

  /** the text of the current round */
  get roundText(): string {
    return this.#pieces.slice(this.#roundStart).join('')
  }

  /** the calls of the current round in the model's order; complete at its end */
  get roundCalls(): readonly ToolCall[] {
    return this.#calls.filter(() => true)
  }

  /** calls that the caller has to handle; complete at the end of the reply */
  get toolCalls(): readonly ToolCall[] {
    return this.#calls.filter(({ name }) => this.#toolKindOf(name) === 'caller')
  }

  /** calls that the server ran, those of other agents last */
  get toolRuns(): readonly ToolRun[] {
    return [...this.#toolRuns, ...this.#othersToolRuns]
  }

  /** HTML that the terms of the vendor's search require to be shown */
  get searchSuggestions(): string | undefined {
    return this.#searchSuggestions
  }

  /** searches of the vendor that are charged, of all rounds */
  get vendorSearches(): number {
    return this.#vendorSearches + this.#searchesInRound
  }

  get result(): AgentResult | undefined {
    return this.#result
  }

  /** undefined until the reply is complete */
  get finishReason(): LlmFinishReason | undefined {
    return this.#finishReason
  }

  /** of all rounds; undefined if the provider reported none */
  get usage(): TokenUsage | undefined {
    return this.#usage && sumOfUsage(this.#usageBefore, this.#usage)
  }

  /** of the current round; undefined if the provider reported none */
  get roundUsage(): TokenUsage | undefined {
    return this.#usage
  }

  /** of the earlier rounds */
  get usageBefore(): TokenUsage | undefined {
    return this.#usageBefore
  }

  #push(text: string) {
    this.#pieces.push(text)
    return { type: 'chunk', content: text } as const
  }

  #takeText(text: string): ReplyEvent {
    const isFirst = this.#roundStart === this.#pieces.length
    const parting = isFirst && this.#pieces.at(-1)?.endsWith('\n') === false ? PARTING : ''
    if (parting !== '') this.#roundStart = this.#pieces.push(parting)
    this.#pieces.push(text)
    return { type: 'chunk', content: parting + text }
  }

  #takeReasoning(text: string): ReplyEvent | undefined {
    this.#reasoning += text
    if (!this.#emitsReasoning) return undefined
    const content = text.slice(0, MAX_REASONING_LENGTH - this.#reasoningEmitted)
    this.#reasoningEmitted += content.length
    return content === '' ? undefined : { type: 'reasoning_delta', content }
  }

  #markText({ length, text }: Extract<CitedLlmEvent, { type: 'marked' }>): ReplyEvent {
    const before = this.roundText
    this.#pieces.length = this.#roundStart
    this.#pieces.push(before.slice(0, before.length - length) + text)
    return { type: 'marked', length, content: text }
  }

  /** Removes the end of the round's text; what parted it from the previous round leaves with all of it. */
  #retractText(length: number): ReplyEvent {
    const before = this.roundText
    const after = before.slice(0, -length)
    this.#pieces.length = this.#roundStart
    if (after !== '') this.#pieces.push(after)
    const hasParting = after === '' && this.#roundStart > 0 && this.#pieces.at(-1) === PARTING
    if (hasParting) this.#roundStart = this.#pieces.length = this.#roundStart - 1
    return { type: 'retracted', kind: 'text', length: length + (hasParting ? PARTING.length : 0) }
  }

  #retractReasoning(length: number): ReplyEvent | undefined {
    const emitted = Math.min(length, this.#reasoningEmitted)
    this.#reasoning = this.#reasoning.slice(0, -length)
    this.#reasoningEmitted -= emitted
    return emitted === 0 ? undefined : { type: 'retracted', kind: 'reasoning', length: emitted }
  }

  #takeCall(toolCallDelta: ToolCallDelta): ReplyEvent | undefined {
    const { type: _, ...delta } = toolCallDelta
    const call = this.#addToToolCall(toolCallDelta)
    const nature = this.#toolKindOf(call.name)
    if (nature === 'caller') return { type: 'tool_call_delta', ...delta }
    if (nature === 'server' || !toolCallDelta.argumentsDelta) return undefined
    return { type: 'result_delta', id: call.id, kind: nature.result, delta: toolCallDelta.argumentsDelta }
  }

  #addToToolCall({ index, id, name, argumentsDelta = '' }: ToolCallDelta): ToolCall {
    const callSoFar = this.#calls[index] ?? { id: '', name: '', arguments: '' }
    const call = {
      id: id ?? callSoFar.id,
      name: name ?? callSoFar.name,
      arguments: callSoFar.arguments + argumentsDelta,
    }
    this.#calls[index] = call
    return call
  }
}
