import type { TokenUsage, ToolCall } from '@vee/contract/entities/message'
import type { ReplyEvent } from '@vee/contract/stream/reply-event'
import type { LlmEvent, LlmFinishReason } from '#providers/llm.ts'

type ToolCallDelta = Extract<LlmEvent, { type: 'tool-call-delta' }>

/** What a model has said so far. */
export class AnswerSoFar {
  #text = ''
  #toolCalls: ToolCall[] = []
  #finishReason: LlmFinishReason | undefined
  #usage: TokenUsage | undefined

  /** Takes the next thing the model says and returns the event that tells it on, if it is one to tell. */
  take(event: LlmEvent): ReplyEvent | undefined {
    switch (event.type) {
      case 'text':
        if (event.text === '') return undefined
        this.#text += event.text
        return { type: 'chunk', content: event.text }
      case 'tool-call-delta': {
        const { type: _, ...delta } = event
        this.#addToToolCall(event)
        return { type: 'tool_call_delta', ...delta }
      }
      case 'finish':
        this.#finishReason = event.reason
        this.#usage = event.usage
        return undefined
    }
  }

  get text(): string {
    return this.#text
  }

  /** whether the model has said anything yet */
  get hasBegun(): boolean {
    return this.#text !== '' || this.#toolCalls.length > 0
  }

  /** in the model's order, whole once the answer is */
  get toolCalls(): readonly ToolCall[] {
    return this.#toolCalls
  }

  /** undefined until the answer is complete */
  get finishReason(): LlmFinishReason | undefined {
    return this.#finishReason
  }

  /** undefined when the provider gave no figures */
  get usage(): TokenUsage | undefined {
    return this.#usage
  }

  #addToToolCall({ index, id, name, argumentsDelta = '' }: ToolCallDelta): void {
    const known = this.#toolCalls[index] ?? { id: '', name: '', arguments: '' }
    this.#toolCalls[index] = {
      id: id ?? known.id,
      name: name ?? known.name,
      arguments: known.arguments + argumentsDelta,
    }
  }
}
