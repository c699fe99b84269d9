import type { TokenUsage } from '@vee/contract/entities/message'

interface UsageFigures {
  /** includes the cached tokens */
  readonly prompt: unknown
  /** includes the tokens of reasoning */
  readonly completion: unknown
  readonly cached: unknown
  readonly reasoning?: unknown
}

/** Returns the usage from a vendor's figures after validation. */
export function readTokenUsage(figures: UsageFigures): TokenUsage {
  const reasoningTokens = tokenCount(figures.reasoning)
  const promptTokens = tokenCount(figures.prompt)
  const completionTokens = tokenCount(figures.completion)
  return {
    promptTokens,
    completionTokens,
    totalTokens: promptTokens + completionTokens,
    cachedTokens: tokenCount(figures.cached),
    ...(reasoningTokens > 0 && { reasoningTokens }),
  }
}

export const tokenCount = (figure: unknown) =>
  Number.isSafeInteger(figure) ? Math.max(0, figure as number) : 0
