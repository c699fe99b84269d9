import { ProviderFailure } from '../failure.ts'
import type { LlmEvent } from '../llm.ts'
import { brokenProtocol, emptyAnswer, type ProviderName } from './failures.ts'

/**
 * Holds a wire format's events to the contract of LlmProvider: nothing but ProviderFailure is thrown, an abort ends
 * quietly and at once, and a complete answer that says nothing is a failure.
 */
export async function* byContract(
  provider: ProviderName,
  events: AsyncGenerator<LlmEvent, void, undefined>,
  signal: AbortSignal,
): AsyncGenerator<LlmEvent, void, undefined> {
  let saysSomething = false
  try {
    for await (const event of events) {
      if (signal.aborted) return
      saysSomething ||= event.type === 'text' ? event.text.trim() !== '' : event.type === 'tool-call-delta'
      if (event.type === 'finish' && event.reason !== 'content_filter' && !saysSomething)
        throw emptyAnswer(provider)
      yield event
    }
  } catch (error) {
    if (signal.aborted) return
    // The cause is left out: an error about content quotes the content.
    throw error instanceof ProviderFailure
      ? error
      : brokenProtocol(provider, 'the answer cannot be understood')
  }
}
