import { MAX_TOOL_RESULT_LENGTH, type ToolRun } from '@vee/contract/entities/tool-run'
import { ProviderFailure } from '#providers/failure.ts'
import type { LlmEvent } from '#providers/llm/llm.ts'
import { SEARCH_TOOL } from '../../tools/index.ts'
import type { EmitReplyEvent, ModelChoice } from '../ports.ts'
import type { ReplyAccumulator } from '../run/reply-accumulator.ts'

/** How a model searches by its vendor's search: along with the other tools, or without them. */
export type VendorSearchAbility = 'with-tools' | 'without-tools'

/** Returns how the chosen model searches; undefined if the host has not chosen the vendor's search, or the model has none. */
export function vendorSearchOf({ provider, model }: ModelChoice): VendorSearchAbility | undefined {
  const ability = provider.vendorSearch?.abilityOf(model)
  return ability === 'none' ? undefined : ability
}

type SearchEvent = Extract<LlmEvent, { type: 'web-search' }>

/** Shows the searches of a vendor as runs of the tool that searches. */
export class VendorSearchRuns {
  readonly #started = new Map<string, string>()

  show({ id, query, pages }: SearchEvent, accumulator: ReplyAccumulator, emit: EmitReplyEvent): void {
    const startedInput = this.#started.get(id)
    // Some vendors state the query only with what they have found.
    const input = startedInput === undefined || query !== '' ? JSON.stringify({ query }) : startedInput
    if (startedInput === undefined)
      emit({ type: 'tool_started', id, name: SEARCH_TOOL, arguments: input, needsConsent: false })
    this.#started.set(id, input)
    if (!pages) return
    const run: ToolRun = {
      id,
      name: SEARCH_TOOL,
      arguments: input,
      result: pages
        .map(({ url, title }) => (title === '' ? url : `${title} (${url})`))
        .join('\n')
        .slice(0, MAX_TOOL_RESULT_LENGTH),
      outcome: 'done',
    }
    accumulator.storeRun(run)
    emit({ type: 'tool_finished', id, result: run.result, outcome: run.outcome })
  }
}

/** Returns whether a provider has rejected the request itself: what it does not support may be left out. */
export const isRejected = (error: unknown): boolean =>
  error instanceof ProviderFailure && error.kind === 'refused' && error.status === 400
