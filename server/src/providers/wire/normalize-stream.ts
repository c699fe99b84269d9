import { ProviderFailure } from '../failure.ts'
import type { TellLlmEvent } from '../llm.ts'
import { brokenProtocol, emptyAnswer, type ProviderName } from './failures.ts'

/**
 * Holds a wire format's stream to the contract of LlmProvider: it rejects with nothing but ProviderFailure, an abort ends
 * it quietly and at once, and a complete answer that says nothing is a failure.
 */
export async function normalizeStream(
  provider: ProviderName,
  stream: (tell: TellLlmEvent) => Promise<void>,
  signal: AbortSignal,
  tell: TellLlmEvent,
): Promise<void> {
  let saysSomething = false
  try {
    await stream((event) => {
      // No event of the wire is read after an abort, and text is the first that one holds: only what follows it can be too late.
      if (event.type !== 'text' && signal.aborted) return
      saysSomething ||= event.type === 'text' ? event.text.trim() !== '' : event.type === 'tool-call-delta'
      if (event.type === 'finish' && event.reason !== 'content_filter' && !saysSomething)
        throw emptyAnswer(provider)
      tell(event)
    })
  } catch (error) {
    if (signal.aborted) return
    // The cause is left out: an error about content quotes the content.
    throw error instanceof ProviderFailure
      ? error
      : brokenProtocol(provider, 'the answer cannot be understood')
  }
}
