import type { LlmRequest } from '../llm/llm.ts'

/** Anthropic requires a limit; this one is far above the length of a spoken reply. */
export const DEFAULT_MAX_TOKENS = 8_192

interface Thinking {
  readonly fields: object
  /** tokens in addition to those of the reply */
  readonly budget: number
}

const ADAPTIVE = /^claude-(?:[a-z]+-)(?:4[-.][6-9]|[5-9]|[1-9]\d)/
const BUDGETED = /^claude-(?:3[-.]7|[a-z]+-4)/
const BUDGETS = { low: 2_048, medium: 8_192, high: 16_384 } as const

/**
 * Returns the fields for the requested effort; undefined where the model does not think, or must not: the API
 * rejects forced tools with thinking, and the results of tools without the thoughts before their calls.
 */
export function thinkingOf({
  model,
  messages,
  toolChoice,
  reasoningEffort,
}: Pick<LlmRequest, 'model' | 'messages' | 'toolChoice' | 'reasoningEffort'>): Thinking | undefined {
  if (reasoningEffort === undefined || reasoningEffort === 'none') return undefined
  if (messages.at(-1)?.role === 'tool' || (toolChoice !== undefined && toolChoice !== 'none'))
    return undefined
  if (ADAPTIVE.test(model)) {
    // The newest models return their thoughts only on request.
    const thinking = { type: 'adaptive', display: 'summarized' }
    return { fields: { thinking, output_config: { effort: reasoningEffort } }, budget: 0 }
  }
  if (!BUDGETED.test(model)) return undefined
  const budget = BUDGETS[reasoningEffort]
  return { fields: { thinking: { type: 'enabled', budget_tokens: budget } }, budget }
}
