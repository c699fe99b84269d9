import { ProviderFailure } from '../failure.ts'
import type { EmitLlmEvent } from '../llm/llm.ts'
import { brokenProtocol, emptyAnswer, type ProviderName } from './failures.ts'

/**
 * Enforces the contract of LlmProvider for a wire format's stream: rejects only with ProviderFailure,
 * resolves at once when aborted, and treats a complete reply without content as a failure.
 */
export async function normalizeStream(
  provider: ProviderName,
  stream: (emit: EmitLlmEvent) => Promise<void>,
  signal: AbortSignal,
  emit: EmitLlmEvent,
): Promise<void> {
  let saysSomething = false
  try {
    await stream((event) => {
      // No event of the wire is read after an abort, and text is the first that one contains, so only later
      // ones can be stale.
      if (event.type !== 'text' && signal.aborted) return
      saysSomething ||= event.type === 'text' ? event.text.trim() !== '' : event.type === 'tool-call-delta'
      // Text is retracted back to its beginning, or to reasoning within it, and other text follows.
      if (event.type === 'retract' && event.kind === 'text') saysSomething = false
      if (event.type === 'finish' && event.reason !== 'content_filter' && !saysSomething)
        throw emptyAnswer(provider)
      emit(event)
    })
  } catch (error) {
    if (signal.aborted) return
    // The cause is left out: an error about content quotes the content.
    throw error instanceof ProviderFailure
      ? error
      : brokenProtocol(provider, 'the answer cannot be understood')
  }
}
